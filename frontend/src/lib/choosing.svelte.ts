/** What a person is about to choose: a tile held up, a place pointed at. */

import { choicesOf, gentlest, NOTHING, wayFor, type Choices, type Held, type Target, type Way } from "./choice";
import { laidFromNotation } from "./choice";
import { settings } from "./settings.svelte";
import type { Asks, Catalogue, Preview, View } from "./wire";

export class Choosing {
  choices: Choices = $state.raw(NOTHING);
  held: Held | null = $state(null);
  /** The place in the hand of the tile that is held, as two may look alike. */
  slot: number | null = $state(null);
  hovered: Held | null = $state(null);
  target: Target | null = $state.raw(null);
  pointed: Target | null = $state.raw(null);
  /** The tile has been put on its cell and waits for the last word. */
  laidDown = $state(false);
  /** A button that gives something up and was pressed once: it is asked twice. */
  sure: string | null = $state(null);
  /** Rotations of the hand's tiles, by name, so that they stay as they were turned. */
  rotations: Record<string, number> = $state({});
  faces: Record<string, number> = $state({});
  pawn: number | null = $state(null);
  private tiles: Catalogue = {};

  /** Begins anew with another question. */
  ask(asks: Asks | null, view: View, tiles: Catalogue): void {
    this.tiles = tiles;
    this.choices = choicesOf(asks, view);
    this.clear();
    const pawns = [...new Set(this.choices.ways.map((way) => way.pawn))].filter((p) => p !== null);
    this.pawn = pawns.length ? Math.min(...(pawns as number[])) : null;
    const turned = this.choices.ways.find((way) => way.turns);
    if (turned) {
      const lying = view.board.find((t) => t.cell[0] === turned.cell?.[0] && t.cell[1] === turned.cell[1]);
      this.held = {
        tile: turned.laid.tile,
        rotation: lying?.rotation ?? 0,
        face: lying?.face ?? 0,
        pawn: null,
        turns: true,
      };
      if (!this.way) this.hold(turned);
    }
  }

  clear(): void {
    this.held = null;
    this.slot = null;
    this.hovered = null;
    this.target = null;
    this.pointed = null;
    this.laidDown = false;
    this.sure = null;
  }

  get shown(): Held | null {
    return this.held ?? this.hovered;
  }

  get way(): Way | null {
    return this.shown ? wayFor(this.choices.ways, this.shown, this.tiles) : null;
  }

  get preview(): Preview | null {
    if (this.shown) return this.way?.preview ?? null;
    return (this.pointed ?? this.target)?.preview ?? null;
  }

  /** The action that Play would send; null if nothing fit to play is chosen. */
  get action(): string | null {
    if (this.held) return this.way && !this.way.barred ? this.way.action : null;
    return this.target?.action ?? null;
  }

  get pawns(): number[] {
    return [...new Set(this.choices.ways.map((way) => way.pawn ?? -1))].filter((pawn) => pawn >= 0).sort();
  }

  asHeld(tile: string): Held {
    return {
      tile,
      rotation: this.rotations[tile] ?? 0,
      face: this.faces[tile] ?? 0,
      pawn: this.pawn,
      turns: false,
    };
  }

  canLay(tile: string): boolean {
    return this.choices.ways.some((way) => !way.turns && way.laid.tile === tile);
  }

  take(tile: string, slot: number): void {
    this.clear();
    this.slot = slot;
    this.held = this.asHeld(tile);
    if (!this.way) this.hold(gentlest(this.choices.ways, tile, this.pawn));
  }

  /** Turns the held tile to the next way it can lie; barred ways are shown, senseless ones skipped. */
  rotate(quarters: number): void {
    if (!this.held) return;
    const step = quarters > 0 ? 1 : 3;
    for (let left = Math.abs(quarters); left > 0; left--) this.step(step);
    this.keep();
  }

  private step(quarters: number): void {
    const held = this.held!;
    const before = held.rotation;
    for (let tried = 0; tried < 3; tried++) {
      held.rotation = (held.rotation + quarters) % 4;
      if (this.way) return;
    }
    held.rotation = this.way ? held.rotation : (before + quarters) % 4;
  }

  private keep(): void {
    const held = this.held;
    if (!held || held.turns) return;
    this.rotations[held.tile] = held.rotation;
    this.faces[held.tile] = held.face;
  }

  turnOver(): void {
    const held = this.held;
    if (!held || (this.tiles[held.tile]?.faces.length ?? 1) < 2) return;
    held.face = 1 - held.face;
    if (!this.way) this.step(1);
    this.keep();
  }

  switchPawn(pawn: number): void {
    if (!this.pawns.includes(pawn)) return;
    this.pawn = pawn;
    if (this.held) this.held.pawn = pawn;
  }

  /** Goes to the nearest legal alternative of a barred placement. */
  takeNearest(action: string): void {
    const laid = laidFromNotation(action);
    const way = this.choices.ways.find((each) => each.action === action);
    if (way) this.hold(way);
    else if (laid) this.held = { ...laid, pawn: this.pawn, turns: false };
  }

  /** Takes up an option by its notation: holds its tile or points at its place. */
  choose(action: string): void {
    const way = this.choices.ways.find((each) => each.action === action);
    const target = this.choices.targets.find((each) => each.action === action);
    if (!way && !target) return;
    this.clear();
    if (way) this.hold(way);
    else this.target = target!;
  }

  point(target: Target): "play" | "chosen" {
    const again = this.target?.action === target.action;
    this.held = null;
    this.slot = null;
    this.target = target;
    return again || !settings.confirm ? "play" : "chosen";
  }

  private hold(way: Way | null): void {
    if (!way) return;
    this.held = { ...way.laid, pawn: way.pawn, turns: way.turns };
    if (way.pawn !== null) this.pawn = way.pawn;
    if (!way.turns) {
      this.rotations[way.laid.tile] = way.laid.rotation;
      this.faces[way.laid.tile] = way.laid.face;
    }
  }
}
