/** Where every tile of the pile is, followed event by event: what luck can bring is what is left. */

import type { Event, View } from "../wire/protocol";
import type { Catalogue } from "../place/tiles";
import type { Outcomes } from "./deriving";

const DIE = [1, 2, 3, 4, 5, 6];
const ROTATIONS = [0, 1, 2, 3];

/** Something happened to a tile where that tile was not. */
export class Impossible extends Error {}

function remove(tiles: string[], tile: string): void {
  const at = tiles.indexOf(tile);
  if (at < 0) throw new Impossible(tile);
  tiles.splice(at, 1);
}

function exchange(tiles: string[], given: string, taken: string): void {
  const at = tiles.indexOf(given);
  if (at < 0) throw new Impossible(given);
  tiles[at] = taken;
}

export class Pile {
  private bag: string[];
  private bottom: string[] = [];
  private readonly hands: string[][];

  /** The seat of every pawn. */
  private readonly pawns: number[];

  constructor(tiles: Catalogue, opening: View) {
    this.bag = Object.entries(tiles).flatMap(([tile, { copies }]) => Array.from({ length: copies }, () => tile));
    this.hands = opening.hands.map((hand) => [...hand]);
    this.pawns = opening.pawns.map(({ seat }) => seat);
  }

  get size(): number {
    return this.bag.length + this.bottom.length;
  }

  /** What can be drawn: any tile of the bag, or the first of those that are known to lie under it. */
  get draws(): string[] {
    return this.bag.length ? this.bag : this.bottom.slice(0, 1);
  }

  /** Whether the hands are those that the page shows. */
  fits(view: View): boolean {
    const listed = (hands: string[][]): string => hands.map((hand) => [...hand].sort().join()).join(";");
    return view.pile === this.size && listed(view.hands) === listed(this.hands);
  }

  follow(event: Event): void {
    switch (event.type) {
      case "tile_drawn":
        return this.draw(event.seat, event.tile!);
      case "tile_placed":
        return remove(this.hand(this.pawns[event.pawn]!), event.laid[0]);
      case "hand_shuffled_in":
        this.bag.push(...this.bottom.splice(0), ...this.hand(event.seat).splice(0));
        return;
      case "hand_buried":
        this.bottom.push(...this.hand(event.seat).splice(0));
        return;
      case "hand_laid_down":
        this.hand(event.seat).length = 0;
        return;
      case "tiles_swapped":
        // In their places: hands go under the pile in order.
        exchange(this.hand(event.seat), event.give!, event.take!);
        return exchange(this.hand(event.loser), event.take!, event.give!);
      case "tile_robbed":
        return this.pass(event.tile!, event.victim, event.seat);
      case "tile_discarded":
        remove(this.hand(event.seat), event.tile!);
        (event.heir === undefined ? this.bottom : this.hand(event.heir)).push(event.tile!);
        return;
      case "tile_sunk":
        if (!event.gone) this.bottom.push(event.tile);
        return;
    }
  }

  private hand(seat: number): string[] {
    const hand = this.hands[seat];
    if (!hand) throw new Impossible(`seat ${seat}`);
    return hand;
  }

  private pass(tile: string, from: number, to: number): void {
    remove(this.hand(from), tile);
    this.hand(to).push(tile);
  }

  private draw(seat: number, tile: string): void {
    if (this.bag.length) remove(this.bag, tile);
    else if (this.bottom.shift() !== tile) throw new Impossible(tile);
    this.hand(seat).push(tile);
  }
}

/** All that luck could have brought instead of an action, by the position before it. */
export function outcomesFor(action: string, before: View, pile: Pile): Outcomes {
  const found: Outcomes = new Map();
  const add = (outcome: string): void => void found.set(outcome, (found.get(outcome) ?? 0) + 1);
  const turned = (names: string[]): void => {
    for (const name of names) for (const rotation of ROTATIONS) add(`*${name}/${rotation}`);
  };
  const { centre, sea } = before.parts;
  if (/^\*g\db\d$/.test(action)) for (const gold of DIE) for (const blue of DIE) add(`*g${gold}b${blue}`);
  else if (/^\*d\d$/.test(action)) for (const die of DIE) add(`*d${die}`);
  else if (!action.includes("/")) pile.draws.forEach((tile) => add(`*${tile}`));
  else if (sea) turned(sea.bag.length ? sea.bag : sea.bottom.slice(0, 1));
  else turned(centre?.undrawn ?? []);
  return found;
}
