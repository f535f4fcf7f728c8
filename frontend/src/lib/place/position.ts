/** The position after a decision, made of the one before it and what has changed. */

import type { Cell, Change, Square, View } from "../wire/protocol";

export const sameCell = (a: readonly unknown[], b: readonly unknown[]): boolean => a[0] === b[0] && a[1] === b[1];

/** Null if the change does not fit the position: then the whole of it has to be told again. */
export function apply(view: View, { laid, gone, pawns, hands, parts, ...rest }: Change): View | null {
  const board = replaced(view.board, laid ?? [], gone ?? []);
  const stand = exchanged(view.pawns, pawns ?? {});
  const held = exchanged(view.hands, hands ?? {});
  return board && stand && held
    ? { ...view, ...rest, board, pawns: stand, hands: held, parts: { ...view.parts, ...parts } }
    : null;
}

function replaced(board: Square[], laid: Square[], gone: Cell[]): Square[] | null {
  if (!gone.every((cell) => board.some((square) => sameCell(square, cell)))) return null;
  const stays = (square: Square): boolean => ![...laid, ...gone].some((each) => sameCell(each, square));
  return laid.length + gone.length ? [...board.filter(stays), ...laid] : board;
}

/** The list with some of its members exchanged, by their number. */
function exchanged<T>(list: T[], changes: Record<string, T>): T[] | null {
  if (!Object.keys(changes).every((number) => number in list)) return null;
  return list.map((each, number) => changes[number] ?? each);
}
