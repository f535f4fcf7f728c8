/** How a game goes, in a few sentences. */

import type { Key } from "../i18n";
import type { View } from "./wire";

const LESSONS: Record<string, Key[]> = {
  classic: ["lesson.lay", "lesson.losses", "lesson.swap", "lesson.bans"],
  kosmos: ["lesson.lay", "lesson.beside", "lesson.losses", "lesson.piles", "lesson.noBans"],
  pocket: ["lesson.lay", "lesson.losses", "lesson.noBans"],
  seas: ["lesson.layShip", "lesson.ships", "lesson.swap", "lesson.bans"],
  phoenix: ["lesson.create", "lesson.flyOff", "lesson.rise", "lesson.out", "lesson.stars", "lesson.round"],
};

/** The pieces of a game show what it is played with. */
export function lessonOf({ edition, parts }: View): Key[] {
  const lesson = [...(LESSONS[edition] ?? [])];
  if (parts.sea) lesson.push("lesson.daikaiju", "lesson.dice");
  if (parts.winds) lesson.push("lesson.winds", "lesson.windLoops");
  else if (edition === "phoenix") lesson.push("lesson.loops");
  return lesson;
}
