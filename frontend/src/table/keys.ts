/** Everything that can be done with the mouse, by keys. */

import type { Choosing } from "../lib/choosing/choosing.svelte";
import { settings } from "../lib/page/settings.svelte";

export interface KeyContext {
  choosing: Choosing;
  hand: string[];
  play: (action: string) => void;
  undo: () => void;
  hint: () => void;
  open: (panel: "rules" | "log" | "settings") => void;
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input, select, textarea");

export function handleKey(event: KeyboardEvent, context: KeyContext): void {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  // A letter may be meant for a screen reader, or be spoken by accident.
  if (!settings.keys && event.key.length === 1) return;
  const done = act(event, context);
  if (done) event.preventDefault();
}

function act(event: KeyboardEvent, { choosing, hand, play, undo, hint, open }: KeyContext): boolean {
  const { key } = event;
  switch (key) {
    case "r":
    case "ArrowDown":
      return choosing.held ? (choosing.rotate(1), true) : false;
    case "R":
    case "ArrowUp":
      return choosing.held ? (choosing.rotate(-1), true) : false;
    case "f":
      return (choosing.turnOver(), true);
    case "p":
      return (choosing.switchPawn(1 - (choosing.pawn ?? 0)), true);
    case "u":
      return (undo(), true);
    case "h":
      return (hint(), true);
    case "?":
      return (open("rules"), true);
    case "l":
      return (open("log"), true);
    case "Escape":
      return (choosing.clear(), true);
    case "ArrowLeft":
      return step(choosing, hand, -1);
    case "ArrowRight":
      return step(choosing, hand, 1);
    case "Enter":
      return enter(event, choosing, play);
  }
  const number = Number(key);
  if (number >= 1 && number <= hand.length && choosing.canLay(hand[number - 1]!)) {
    take(choosing, hand, number - 1);
    return true;
  }
  return false;
}

/** Whoever stands on a tile of the hand goes along to the one that is taken: Enter means that one then. */
function take(choosing: Choosing, hand: string[], slot: number): void {
  choosing.take(hand[slot]!, slot);
  const around = document.activeElement?.closest(".hand");
  around?.querySelectorAll<HTMLElement>("[data-tile]")[slot]?.focus();
}

/** Goes through the tiles of the hand, or through the places on the board. */
function step(choosing: Choosing, hand: string[], by: number): boolean {
  const { targets } = choosing.choices;
  if (targets.length) {
    choosing.step(by);
    document.querySelector<SVGGElement>(`[data-action="${CSS.escape(choosing.target!.action)}"]`)?.focus();
    return true;
  }
  const usable = hand.map((_, slot) => slot).filter((slot) => choosing.canLay(hand[slot]!));
  if (!usable.length) return false;
  const now = usable.indexOf(choosing.slot ?? -1);
  const slot = usable[(now + by + usable.length + (now < 0 && by < 0 ? 1 : 0)) % usable.length]!;
  take(choosing, hand, slot);
  return true;
}

/** Enter plays what is chosen, unless a button has the focus: that is pressed instead, and another tile taken. */
function enter(event: KeyboardEvent, choosing: Choosing, play: (action: string) => void): boolean {
  const focused = event.target instanceof Element ? event.target.closest("button, a") : null;
  if (focused && !focused.matches("[data-tile][aria-pressed=true]")) return false;
  if (choosing.action === null) return false;
  play(choosing.action);
  return true;
}
