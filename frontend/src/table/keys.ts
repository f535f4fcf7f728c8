/** Everything that can be done with the mouse, by keys. */

import type { Choosing } from "../lib/choosing.svelte";

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
    choosing.take(hand[number - 1]!, number - 1);
    return true;
  }
  return false;
}

/** Goes through the tiles of the hand, or through the places on the board. */
function step(choosing: Choosing, hand: string[], by: number): boolean {
  const { targets } = choosing.choices;
  if (targets.length) {
    const now = targets.findIndex((target) => target.action === choosing.target?.action);
    const next = targets[(now + by + targets.length + (now < 0 && by < 0 ? 1 : 0)) % targets.length]!;
    choosing.target = next;
    choosing.held = null;
    document.querySelector<SVGGElement>(`[data-action="${CSS.escape(next.action)}"]`)?.focus();
    return true;
  }
  const usable = hand.map((_, slot) => slot).filter((slot) => choosing.canLay(hand[slot]!));
  if (!usable.length) return false;
  const now = usable.indexOf(choosing.slot ?? -1);
  const slot = usable[(now + by + usable.length + (now < 0 && by < 0 ? 1 : 0)) % usable.length]!;
  choosing.take(hand[slot]!, slot);
  return true;
}

/** Enter plays what is chosen, unless a button has the focus: that is pressed instead. */
function enter(event: KeyboardEvent, choosing: Choosing, play: (action: string) => void): boolean {
  const focused = event.target instanceof Element ? event.target.closest("button, a") : null;
  if (focused && !focused.hasAttribute("data-tile")) return false;
  if (choosing.action === null) return false;
  play(choosing.action);
  return true;
}
