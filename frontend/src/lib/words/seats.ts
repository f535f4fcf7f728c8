/** What is to be known of every seat at a glance. */

import { t } from "../../i18n";
import { FACE_LETTERS } from "../place/colours";
import { botName } from "./levels";
import type { SeatInfo, View } from "../wire/protocol";

export interface SeatState {
  seat: number;
  name: string;
  /** The name of a bot's level; null for people. */
  bot: string | null;
  away: boolean;
  out: boolean;
  outTurn: number;
  fate: string;
  won: boolean;
  hand: string[];
  dragon: boolean;
  phoenixTile: boolean;
  stars: number | null;
  life: boolean | null;
}

export function seatStates(view: View, seats: SeatInfo[]): SeatState[] {
  return view.hands.map((hand, seat) => {
    const exit = view.exits.find((each) => each.seat === seat);
    return {
      seat,
      name: seatName(seats, seat),
      bot: seats[seat]?.kind === "bot" ? botName(seats[seat].bot) : null,
      away: seats[seat]?.kind === "person" && seats[seat]?.connected === false,
      out: exit !== undefined,
      outTurn: exit?.turn ?? 0,
      fate: exit?.fate ?? "",
      won: view.result?.winners.includes(seat) ?? false,
      hand,
      dragon: view.parts.dragon?.holder === seat,
      phoenixTile: view.parts.phoenix_tile?.holder === seat,
      stars: view.parts.lanterns?.scored[seat] ?? null,
      life: view.parts.ashes?.lives[seat] ?? null,
    };
  });
}

/** Which of its seat's pawns a pawn is: 0, or 1 for the second of two. */
export function ordinal(view: View, pawn: number): number {
  return pawn % Math.max(1, view.pawns.length / Math.max(1, view.hands.length));
}

/** What tells two pawns of a seat apart on the board; where each has one, nothing does. */
export const letterOf = (view: View, pawn: number): string =>
  view.pawns.length > view.hands.length ? (FACE_LETTERS[ordinal(view, pawn)] ?? "") : "";

export function seatName(seats: SeatInfo[], seat: number): string {
  const info = seats[seat];
  return info?.name || (info?.kind === "open" ? t("table.free") : t("setup.seat", { n: seat + 1 }));
}
