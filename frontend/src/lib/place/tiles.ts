/** Tiles as they are printed and as they lie. */

import { sameCell } from "./position";
import type { Cell, Laid, View, Welcome } from "../wire/protocol";

/** Every tile of an edition by its name. */
export type Catalogue = Welcome["tiles"];

export function laidAt(view: View, cell: Cell): Laid | undefined {
  const square = view.board.find((each) => sameCell(each, cell));
  return square && [square[2], square[3], square[4]];
}
