/** What is on show at this moment: a view, and whatever is just in motion. */

import type { Point } from "../place/geometry";
import { sameCell } from "../place/position";
import type { Cell, Crossing, Daikaiju, Laid, PawnInfo, View } from "../wire/protocol";

/** A place and the direction a piece looks there, in degrees clockwise from north. */
export interface Place extends Point {
  angle: number | null;
}

export interface Growing {
  pawn: number;
  route: Crossing[];
  share: number;
}

export interface Effect {
  id: number;
  kind: "lost" | "star" | "rise" | "splash";
  at: Point;
  seat: number | null;
  /** The fate to name, for a loss. */
  fate: string;
}

export interface Dice {
  gold: number | null;
  blue: number | null;
  die: number | null;
  /** Gold and blue name the cell of a new daikaiju: their sum means nothing. */
  naming: boolean;
  /** Counts the rolls, so that the same number rolled again is seen to roll. */
  rolls: number;
}

export interface Marker {
  id: number;
  cell: Cell;
  colour: string;
}

export class Stage {
  view: View = $state.raw(null!);
  /** Places of pawns that are on their way. */
  moving: Record<number, Place> = $state({});
  growing: Growing[] = $state([]);
  effects: Effect[] = $state([]);
  fresh: Cell | null = $state.raw(null);
  dice: Dice = $state({ gold: null, blue: null, die: null, naming: false, rolls: 0 });
  daikaiju: Daikaiju[] = $state.raw([]);
  markers: Marker[] = $state.raw([]);
  private lastId = 0;

  /** Takes over a view; what is shown never differs from it once events have been played. */
  show(view: View): void {
    this.view = view;
    this.moving = {};
    this.growing = [];
    this.daikaiju = view.parts.sea?.on_board ?? [];
    this.markers = this.matched(view);
    this.settleDice(view);
  }

  /** The roll of this turn stays in sight, whatever was rolled after it or never shown. */
  private settleDice(view: View): void {
    const { watch } = view.parts;
    if (!watch?.dice || watch.turn !== view.turn.number) return;
    const [gold, blue] = watch.dice;
    if (this.dice.naming || this.dice.gold !== gold || this.dice.blue !== blue)
      this.dice = { gold, blue, die: watch.die ?? null, naming: false, rolls: this.dice.rolls };
  }

  pawn(index: number, changes: Partial<PawnInfo>): void {
    const pawns = this.view.pawns.map((pawn, i) => (i === index ? { ...pawn, ...changes } : pawn));
    this.view = { ...this.view, pawns };
  }

  tile(cell: Cell, laid: Laid | null): void {
    const rest = this.view.board.filter((square) => !sameCell(square, cell));
    this.view = { ...this.view, board: laid ? [...rest, [...cell, ...laid]] : rest };
  }

  /** Moves or turns a daikaiju, or puts a new one down; null takes it away. */
  prowl(name: string, changes: Partial<Daikaiju> | null): void {
    const rest = this.daikaiju.filter((each) => each.name !== name);
    const old = this.daikaiju.find((each) => each.name === name);
    const made: Daikaiju = { name, cell: [0, 0], rotation: 0, ...old, ...changes };
    this.daikaiju = changes ? [...rest, made] : rest;
  }

  moveMarker(origin: Cell, target: Cell): void {
    this.markers = this.markers.map((m) => (sameCell(m.cell, origin) ? { ...m, cell: target } : m));
  }

  addMarker(cell: Cell, colour: string): void {
    this.markers = [...this.markers, { id: ++this.lastId, cell, colour }];
  }

  /** Shows an effect until the returned function is called. */
  effect(kind: Effect["kind"], at: Point, seat: number | null, fate = ""): () => void {
    const id = ++this.lastId;
    this.effects.push({ id, kind, at, seat, fate });
    return () => (this.effects = this.effects.filter((effect) => effect.id !== id));
  }

  roll(dice: Partial<Dice>): void {
    // The further die is rolled because of the two before it, so these stay.
    const { gold, blue } = dice.die && !this.dice.naming ? this.dice : { gold: null, blue: null };
    this.dice = { gold, blue, die: null, naming: false, ...dice, rolls: this.dice.rolls + 1 };
  }

  /** The view's markers, each keeping its identity if it stands where it stood. */
  private matched(view: View): Marker[] {
    const old = [...this.markers];
    const markers = view.parts.lanterns?.markers ?? [];
    return markers.map(([cell, colour]) => {
      const found = old.findIndex((m) => m.colour === colour && sameCell(m.cell, cell));
      const [kept] = found >= 0 ? old.splice(found, 1) : [];
      return kept ?? { id: ++this.lastId, cell, colour };
    });
  }
}
