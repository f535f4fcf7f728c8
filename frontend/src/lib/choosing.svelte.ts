/** What a person is about to choose: a tile held up, a place pointed at. */

import { choicesOf, gentlest, isSame, NOTHING, wayFor, type Choices, type Held, type Target, type Way } from "./choice";
import type { Asks, View } from "./protocol";
import { settings } from "./settings.svelte";
import { laidAt, type Catalogue } from "./tiles";

/** So many places are foreseen at once, before one of them is pointed at. */
const FEW = 12;

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
  pawn: number | undefined = $state();
  private tiles: Catalogue = {};

  /** Begins anew with another question. */
  ask(asks: Asks | null, view: View, tiles: Catalogue): void {
    this.tiles = tiles;
    this.choices = choicesOf(asks, view);
    this.clear();
    this.pawn = this.pawns[0];
    const turned = this.choices.ways.find((way) => way.turns);
    if (!turned) return;
    const laid = laidAt(view, turned.cell);
    this.held = laid ? { tile: laid[0], rotation: laid[1], face: laid[2], turns: true } : null;
    if (!this.way) this.hold(turned);
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

  /** The action whose ghost is to be seen. */
  get looked(): string | undefined {
    return this.shown ? this.way?.action : (this.pointed ?? this.target)?.action;
  }

  /** What is to be foreseen at once: all ways of the tile that is looked at, or places. */
  get wanted(): string[] {
    const { ways, targets } = this.choices;
    const tile = this.shown ?? ways[0];
    const target = this.pointed ?? this.target;
    if (target && !this.shown) return [target.action];
    if (tile) return this.waysOf(tile);
    const soon = targets.length <= FEW || targets.every(({ shape }) => shape === "point");
    return soon ? targets.map(({ action }) => action) : [];
  }

  /** What is likely to be looked at next: the ways of the tiles beside. */
  get likely(): string[] {
    const { ways } = this.choices;
    const tile = this.shown ?? ways[0];
    const tiles = ways.filter((way, n) => ways.findIndex((each) => isSame(each, way)) === n);
    const at = tiles.findIndex((each) => tile && isSame(each, tile));
    return tiles.filter((_, n) => Math.abs(n - at) === 1).flatMap((each) => this.waysOf(each));
  }

  private waysOf(tile: Held): string[] {
    return this.choices.ways.filter((way) => isSame(way, tile)).map(({ action }) => action);
  }

  /** The action that Play would send; null if nothing fit to play is chosen. */
  get action(): string | null {
    if (this.held) return this.way && !this.way.barred ? this.way.action : null;
    return this.target?.action ?? null;
  }

  get pawns(): number[] {
    return [...new Set(this.choices.ways.flatMap(({ pawn }) => pawn ?? []))].sort();
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
    return this.choices.ways.some((way) => !way.turns && way.tile === tile);
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
    if (!held || this.tiles[held.tile]!.faces.length < 2) return;
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
    this.hold(this.choices.ways.find((each) => each.action === action));
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

  private hold(way: Way | null | undefined): void {
    if (!way) return;
    const { tile, rotation, face, pawn, turns } = way;
    this.held = { tile, rotation, face, pawn, turns };
    this.pawn = pawn ?? this.pawn;
    this.keep();
  }
}
