/** What a person is about to choose: a tile held up, a place pointed at. */

import { choicesOf, gentlest, isSame, NOTHING, wayFor, type Choices, type Held, type Target, type Way } from "./choice";
import { plans } from "./planning";
import type { Asks, Ghost, View } from "../wire/protocol";
import { settings } from "../page/settings.svelte";
import { laidAt, type Catalogue } from "../place/tiles";

/** So many places are foreseen at once, before one of them is pointed at. */
const FEW = 12;

export class Choosing {
  choices: Choices = $state.raw(NOTHING);
  held: Held | null = $state(null);
  /** The place in the hand of the tile that is held, as two may look alike. */
  slot: number | null = $state(null);
  hovered: Held | null = $state(null);
  private hoveredSlot: number | null = $state(null);
  target: Target | null = $state.raw(null);
  pointed: Target | null = $state.raw(null);
  /** The tile has been put on its cell and waits for the last word. */
  laidDown = $state(false);
  /** Tiles to be exchanged: an own one for one of an eliminated player. */
  given: string | null = $state(null);
  taken: string | null = $state(null);
  /** A button that gives something up and was pressed once: it is asked twice. */
  sure: string | null = $state(null);
  /** Rotations of the hand's tiles, by name, so that they stay as they were turned. */
  rotations: Record<string, number> = $state({});
  faces: Record<string, number> = $state({});
  pawn: number | undefined = $state();
  /** Somebody else is asked: tiles can be held up and turned, but nothing be played. */
  planning = $state(false);
  /** The way that is shown was chosen by nobody: a better one may take its place. */
  private unturned = false;
  private tiles: Catalogue = {};
  /** The version and the seat that the question belongs to; null while nothing is asked. */
  private question: string | null = null;

  /**
   * Begins anew with another question; a tile that was planned with stays in the hand. The same question once more, as after
   * a lost connection, leaves everything as it was.
   */
  ask(asks: Asks | null, view: View, tiles: Catalogue, version: number): void {
    const kept = this.planning && this.held ? { held: this.held, slot: this.slot } : null;
    const question = asks && `${version}:${asks.seat}`;
    const again = question !== null && question === this.question;
    this.question = question;
    this.tiles = tiles;
    this.planning = false;
    this.choices = choicesOf(asks, view);
    if (again) return;
    this.clear();
    this.pawn = this.pawns[0];
    if (kept && wayFor(this.choices.ways, kept.held, tiles)) [this.held, this.slot] = [kept.held, kept.slot];
    else this.offerTurn(view);
  }

  /** While others move: the tiles of the own hand over the board as it is now. */
  plan(view: View, seat: number, tiles: Catalogue): void {
    const hand = view.hands[seat] ?? [];
    if (!this.planning) this.clear();
    this.question = null;
    this.tiles = tiles;
    this.planning = true;
    this.choices = { ...NOTHING, ways: plans(view, seat, tiles) };
    if (!this.pawns.includes(this.pawn ?? -1)) this.pawn = this.pawns[0];
    // Nothing can be laid while the own pawn is still on its way; the tile is held all the same.
    if (this.held && hand[this.slot ?? -1] !== this.held.tile) this.clear();
  }

  private offerTurn(view: View): void {
    const turned = this.choices.ways.find((way) => way.turns);
    if (!turned) return;
    const laid = laidAt(view, turned.cell);
    this.held = laid ? { tile: laid[0], rotation: laid[1], face: laid[2], turns: true } : null;
    if (!this.way) this.hold(turned);
    this.unturned = true;
  }

  /** Nothing opens on a way that loses the own pawn while another way of the same tile is known to keep it. */
  avoidLoss(seat: number, view: View, foreseen: (action: string) => Ghost | null): void {
    const way = this.held && this.unturned ? this.way : null;
    const loses = (action: string): boolean =>
      foreseen(action)?.moves.some(({ pawn, fate }) => fate !== undefined && view.pawns[pawn]?.seat === seat) ?? true;
    if (!way || !foreseen(way.action) || !loses(way.action)) return;
    const better = this.choices.ways.find(
      (each) => isSame(each, way) && each.pawn === way.pawn && !each.barred && !loses(each.action),
    );
    if (!better) return;
    this.hold(better);
    this.unturned = false;
  }

  clear(): void {
    this.unturned = false;
    this.held = null;
    this.slot = null;
    this.hovered = null;
    this.target = null;
    this.pointed = null;
    this.laidDown = false;
    this.sure = null;
    this.given = null;
    this.taken = null;
  }

  get shown(): Held | null {
    return this.held ?? this.hovered;
  }

  /** The place in the hand of what is shown; null for a tile of the board. */
  get shownSlot(): number | null {
    return this.held ? this.slot : this.hoveredSlot;
  }

  /** Looks at a tile of the hand without taking it. */
  lookAt(tile: string, slot: number): void {
    if (this.held || !this.canLay(tile)) return;
    this.hovered = this.asHeld(tile);
    this.hoveredSlot = slot;
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
    if (this.planning) return [];
    const tile = this.shown ?? ways[0];
    const target = this.pointed ?? this.target;
    if (target && !this.shown) return [target.action];
    if (tile) return this.waysOf(tile);
    const soon = targets.length <= FEW || targets.every(({ shape }) => shape === "point");
    // One tells which lantern is to move.
    return targets.slice(0, soon ? undefined : Number(targets[0]!.shape === "cell")).map(({ action }) => action);
  }

  /** What is likely to be looked at next: the ways of the tiles beside. */
  get likely(): string[] {
    const { ways } = this.choices;
    if (this.planning) return [];
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
    if (this.planning) return null;
    if (this.held) return this.way && !this.way.barred ? this.way.action : null;
    return this.target?.action ?? this.swap;
  }

  private get swap(): string | null {
    const swaps = this.choices.exchange?.swaps ?? [];
    return swaps.find(({ give, take }) => give === this.given && take === this.taken)?.notation ?? null;
  }

  get pawns(): number[] {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- It never leaves this line.
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
    if (!this.way || this.way.barred) this.hold(gentlest(this.choices.ways, tile, this.pawn));
    this.unturned = true;
  }

  /** Turns the held tile to the next way it can lie; barred ways are shown, senseless ones skipped. */
  rotate(quarters: number): void {
    if (!this.held) return;
    this.unturned = false;
    const step = quarters > 0 ? 1 : 3;
    for (let left = Math.abs(quarters); left > 0; left--) this.quarter(step);
    this.keep();
  }

  private quarter(quarters: number): void {
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
    this.unturned = false;
    held.face = 1 - held.face;
    if (!this.way) this.quarter(1);
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

  /** The next place along the rim, or the one before: for fingers that are larger than places. */
  step(by: number): void {
    const { targets } = this.choices;
    const at = targets.findIndex(({ action }) => action === this.target?.action);
    const next = at < 0 ? (by > 0 ? 0 : targets.length - 1) : (at + by + targets.length) % targets.length;
    this.held = null;
    this.target = targets[next] ?? null;
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
