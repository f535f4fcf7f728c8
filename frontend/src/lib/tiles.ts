/** Tiles as they are printed and as they lie. */

import { sameCell } from "./position";
import type { Cell, Square, View, Welcome } from "./protocol";

/** Every tile of an edition by its name. */
export type Catalogue = Welcome["tiles"];

export const squareAt = (view: View, cell: Cell): Square | undefined =>
  view.board.find((square) => sameCell(square, cell));
