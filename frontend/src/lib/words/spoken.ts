/** Tiles, ways, cells and players in words, for those who do not see them. Ways are those the server foresaw. */

import { named, t } from "../../i18n";
import type { Held, Way } from "../choosing/choice";
import { FACE_LETTERS } from "../place/colours";
import { fateName, foretold } from "./fate";
import { turnPairs } from "../place/geometry";
import { sameCell } from "../place/position";
import type { Cell, Crossing, Ghost, GhostMove, SeatInfo, Stop, View } from "../wire/protocol";
import { ordinal, seatName, seatStates } from "./seats";
import { cellName } from "./squares";
import { laidAt, type Catalogue } from "../place/tiles";
import { trailsOf } from "../place/trails";

/** Who looks on: their seats, and the names of all. */
export interface Listener {
  view: View;
  seats: SeatInfo[];
  yours: number[];
  tiles: Catalogue;
}

const portName = (port: number): string => named("port", String(port));
const TURNS = ["back", "left", "ahead", "right"] as const;

/** Where a path leads as whoever comes along it sees it. */
export function turnWords(entry: number, exit: number): string {
  if (entry > 7 || exit > 7) return t("turn.corner", { port: portName(exit) });
  const turn = TURNS[((exit >> 1) - (entry >> 1) + 4) % 4]!;
  return t(`turn.${turn}`, { half: t(exit % 2 ? "half.1" : "half.0") });
}

function pawnName({ view, seats }: Listener, pawn: number): string {
  const { seat } = view.pawns[pawn]!;
  const name = seatName(seats, seat);
  return hasTwo(view) ? `${name} ${FACE_LETTERS[ordinal(view, pawn)]}` : name;
}

const hasTwo = (view: View): boolean => view.pawns.length > view.hands.length;

/** All paths of a tile as it is turned. */
export function pathsWords(
  tiles: Catalogue,
  { tile, rotation, face }: Pick<Held, "tile" | "rotation" | "face">,
): string {
  const pairs = turnPairs(tiles[tile]?.faces[face]?.pairs ?? [], rotation);
  const paths = pairs.map(([from, to]) => t("way.path", { from: portName(from), to: portName(to) }));
  return t("way.paths", { paths: paths.join("; ") });
}

/** Where a tile would lead the pawn before which it is laid; all its paths if the pawn has no line yet. */
export function tileWords(listener: Listener, held: Held, seat: number): string {
  const { view, tiles } = listener;
  const facts = [turnedWords(tiles, held)];
  const pawn = view.pawns.filter((each) => each.seat === seat)[held.pawn ?? 0];
  const entry = pawn?.stop?.[2];
  const pair = turnPairs(tiles[held.tile]?.faces[held.face]?.pairs ?? [], held.rotation).find((each) =>
    each.includes(entry ?? -1),
  );
  if (entry === undefined || !pair) return [pathsWords(tiles, held), ...facts].join(", ");
  const way = turnWords(entry, pair[0] === entry ? pair[1] : pair[0]);
  return [lineWords(view, held.pawn, way), ...facts].join(", ");
}

const lineWords = (view: View, pawn: number | undefined, way: string): string =>
  hasTwo(view) ? t("way.pawn", { pawn: FACE_LETTERS[pawn ?? 0] ?? "", way }) : t("way.mine", { way });

function turnedWords(tiles: Catalogue, { tile, rotation, face }: Held): string {
  const turned = t("tile.turned", { n: rotation + 1 });
  const twoFaced = (tiles[tile]?.faces.length ?? 1) > 1;
  return twoFaced ? `${t("tile.face", { face: FACE_LETTERS[face] ?? "" })}, ${turned}` : turned;
}

/** What an option would do to every pawn that it moves. */
export function ghostWords(listener: Listener, ghost: Ghost): string {
  if (!ghost.moves.length) return t("way.nothing");
  return ghost.moves.map((move) => moveWords(listener, move, ghost)).join(". ");
}

function moveWords(listener: Listener, move: GhostMove, ghost: Ghost): string {
  const { view, yours, seats } = listener;
  const { seat } = view.pawns[move.pawn]!;
  const own = yours.includes(seat);
  const fate = `${own ? t("fate.you") : seatName(seats, seat)}: ${foretold(move, ghost, view)}`;
  const way = routeWords(move.route, move.fate ? undefined : move.stop);
  if (!way) return fate;
  const line = own
    ? lineWords(view, ordinal(view, move.pawn), way)
    : t("way.other", { name: pawnName(listener, move.pawn), way });
  return `${line}. ${fate}`;
}

/** The first tile by the turn it takes, the others by their names. */
function routeWords([first, ...rest]: readonly Crossing[], stop: Stop | undefined): string {
  if (!first) return "";
  const then = rest.length ? t("way.then", { cells: rest.map(([col, row]) => cellName(col, row)).join(", ") }) : "";
  const facing = stop ? t("way.facing", { cell: cellName(stop[0], stop[1]) }) : "";
  return turnWords(first[2], first[3]) + then + facing;
}

/** What is held up: why it is not allowed, or what it would do; empty until that is known. */
export function heldWords(listener: Listener, held: Held, way: Way | null, ghost: Ghost | null): string {
  const turned = `${turnedWords(listener.tiles, held)}. `;
  if (!way) return turned + t("way.none");
  if (way.barred) return `${turned}${t("barred.title")}: ${way.barred.why}`;
  return ghost ? turned + ghostWords(listener, ghost) : "";
}

/** A cell: its paths and whose they are, who waits there, and what else lies on it. */
export function cellWords(listener: Listener, cell: Cell, trails: Crossing[][]): string {
  const { view, tiles } = listener;
  const name = cellName(...cell);
  const laid = laidAt(view, cell);
  const facts = laid
    ? [t("cell.tile", { cell: name, paths: laidWords(listener, cell, trails) })]
    : [t("cell.empty", { cell: name })];
  if (laid && tiles[laid[0]]?.faces[laid[2]]?.glowing) facts.push(t("cell.glowing"));
  view.pawns.forEach(({ stop, beside }, pawn) => {
    const who = { name: pawnName(listener, pawn) };
    if (stop && sameCell(stop, cell)) facts.push(t("cell.pawn", { ...who, port: portName(stop[2]) }));
    else if (beside && sameCell(beside, cell))
      facts.push(t("cell.beside", { ...who, side: named("side", String(beside[2])) }));
  });
  if (view.parts.lanterns?.stars.some((each) => sameCell(each, cell))) facts.push(t("cell.star"));
  if (view.parts.lanterns?.markers.some(([each]) => sameCell(each, cell))) facts.push(t("cell.lantern"));
  if (view.parts.sea?.on_board.some((each) => sameCell(each.cell, cell))) facts.push(t("cell.daikaiju"));
  return facts.join(". ");
}

function laidWords(listener: Listener, cell: Cell, trails: Crossing[][]): string {
  const [tile, rotation, face] = laidAt(listener.view, cell)!;
  const pairs = turnPairs(listener.tiles[tile]?.faces[face]?.pairs ?? [], rotation);
  const paths = pairs.map(([from, to]) => {
    const path = t("way.path", { from: portName(from), to: portName(to) });
    const goes = ([col, row, entry]: Crossing): boolean =>
      sameCell([col, row], cell) && (entry === from || entry === to);
    const owners = trails.flatMap((trail, pawn) => (trail.some(goes) ? [pawnName(listener, pawn)] : []));
    return owners.length ? t("way.whose", { path, names: owners.join(", ") }) : path;
  });
  return t("way.paths", { paths: paths.join("; ") });
}

/** Every cell in words, row by row. */
export function boardWords(listener: Listener, size: number): { cell: Cell; text: string }[][] {
  const trails = trailsOf(listener.view, listener.tiles);
  const line = Array.from({ length: size }, (_, n) => n);
  return line.map((row) =>
    line.map((col) => ({ cell: [col, row] as Cell, text: cellWords(listener, [col, row], trails) })),
  );
}

/** Every player in a sentence: where they stand, what they hold, whose turn it is. */
export function playersWords({ view, seats, yours }: Listener, toAct: number | null): string {
  return seatStates(view, seats)
    .map((state) => {
      const name = yours.includes(state.seat) ? `${state.name} (${t("common.you")})` : state.name;
      const facts = state.out
        ? [t("state.out", { n: state.outTurn, fate: fateName(state.fate, view) })]
        : [...whereWords(view, state.seat), t("info.hand", { count: state.hand.length })];
      if (toAct === state.seat) facts.unshift(t("state.turn"));
      if (state.stars !== null) facts.push(t("info.stars", { count: state.stars }));
      if (!state.out && state.life !== null) facts.push(t(state.life ? "info.life" : "info.noLife"));
      if (state.dragon) facts.push(t("info.dragon"));
      if (state.phoenixTile) facts.push(t("info.phoenixTile"));
      return t("state.line", { name, facts: facts.join(", ") });
    })
    .join(" ");
}

function whereWords(view: View, seat: number): string[] {
  return view.pawns.flatMap((pawn, n) => {
    if (pawn.seat !== seat) return [];
    const place = pawn.stop ?? pawn.beside;
    const cell = place ? cellName(place[0], place[1]) : "";
    const where = pawn.stop
      ? t("state.facing", { cell, port: portName(pawn.stop[2]) })
      : named("a11y", pawn.status, { cell });
    return [hasTwo(view) ? t("state.pawn", { pawn: FACE_LETTERS[ordinal(view, n)] ?? "", where }) : where];
  });
}
