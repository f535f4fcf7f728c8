/** What the server sends and accepts (docs/protocol.md, version 1). */

export type Cell = [number, number];
export type Crossing = [number, number, number, number];
export type Fate = "edge" | "collision" | "loop" | "daikaiju" | "stranded" | "withdrawn";

export interface LaidTile {
  cell: Cell;
  tile: string;
  rotation: number;
  face: number;
}

export interface PawnView {
  seat: number;
  /** Number among all pawns, seat by seat. */
  index: number;
  status: "on" | "waiting" | "off" | "lost" | "unset";
  stop: [number, number, number] | null;
  behind: Cell | null;
  beside: [number, number, number] | null;
  trail: Crossing[];
}

export interface Result {
  winners: number[];
  reason: string;
}

export interface View {
  edition: string;
  size: number;
  turn: { seat: number; number: number; half: number; pawn: number | null; cell: Cell | null };
  phase: string;
  first: number;
  board: LaidTile[];
  pawns: PawnView[];
  hands: string[][];
  pile: { count: number; heaps: number[] | null };
  exits: { seat: number; turn: number; fate: Fate }[];
  result: Result | null;
  parts: Record<string, Record<string, unknown>>;
}

export interface GameEvent {
  type: string;
  [field: string]: unknown;
}

export interface Move {
  pawn: number;
  route: Crossing[];
  stop: [number, number, number] | null;
  fate: Fate | null;
}

export interface Preview {
  moves: Move[];
  events: GameEvent[];
}

export interface Option {
  action: string;
  kind: string;
  data: Record<string, unknown>;
  preview: Preview | null;
}

export interface Barred {
  action: string;
  kind?: string;
  data?: Record<string, unknown>;
  rule: string;
  reason: Bilingual;
  preview: Preview | null;
  nearest: string | null;
}

export interface Asks {
  seat: number;
  kind?: string;
  rule?: string;
  options?: Option[];
  barred?: Barred[];
}

/** A text in every language of the page. */
export interface Bilingual {
  en: string;
  de: string;
}

/** Sentences that follow each other. */
export interface BilingualTexts {
  en: string[];
  de: string[];
}

/** How the page looks while an edition is played; colours by what they are for. */
export interface PageTheme {
  motif: string;
  /** The board is dark by day, too. */
  night: boolean;
  pawn: "pawn" | "ship";
  light: Record<string, string>;
  dark: Record<string, string>;
}

/** What is printed for daikaiju, on the board and on their tiles. */
export interface SeaPrint {
  columns: number[];
  rows: number[];
  arrows: Record<string, string[]>;
}

/** An edition as it is played at a table. */
export interface GameInfo {
  heading: Bilingual;
  /** How one wins; empty if nothing is said of it. */
  goal: Bilingual;
  lesson: BilingualTexts;
  theme: PageTheme;
  /** Pawns start beside outer cells, not on marks. */
  starts_beside: boolean;
  sea: SeaPrint | null;
}

export interface LogLine {
  n: number;
  seat: number | null;
  text: Bilingual;
  rule: string | null;
}

export interface FaceInfo {
  pairs: [number, number][];
  glowing?: boolean;
}

export interface TileInfo {
  faces: FaceInfo[];
  lantern: string | null;
}

export type Catalogue = Record<string, TileInfo>;

export interface SeatInfo {
  n?: number;
  kind: string;
  name: string;
  bot?: string | null;
  yours?: boolean;
  connected?: boolean;
  reclaimable?: boolean;
  hotseat?: boolean;
}

export interface TableInfo {
  id: string;
  edition: string;
  heading: Bilingual;
  switches: Record<string, string>;
  seats: SeatInfo[];
  state?: "waiting" | "playing" | "finished";
  creator?: boolean;
  public?: boolean;
  branched_from?: { table: string | null; at: number } | null;
  can_branch?: boolean;
  can_study?: boolean;
  rematch?: string | null;
  guesses?: number[];
  spectators?: number;
}

export interface Clock {
  seat: number;
  seconds: number;
  left: number;
}

export interface Welcome {
  type: "welcome";
  protocol: number;
  table: TableInfo;
  you: number[];
  looking: number | null;
  seq: number;
  version: number;
  game: GameInfo;
  tiles: Catalogue;
  view: View;
  asks: Asks | null;
  log: LogLine[];
  clock: Clock | null;
  undo?: boolean;
}

export interface StepMessage {
  type: "step";
  seq: number;
  version: number;
  actor: { kind: string; seat?: number };
  action: string | null;
  events: GameEvent[];
  view: View;
  asks: Asks | null;
  log: LogLine[];
  clock: Clock | null;
  undo?: boolean;
}

export interface Looked {
  type: "looked";
  looking: number | null;
  version: number;
  view: View;
  asks: Asks | null;
  undo?: boolean;
}

export interface Undone {
  type: "undone";
  seq: number;
  version: number;
  view: View;
  asks: Asks | null;
  log: LogLine[];
  clock: Clock | null;
  undo?: boolean;
}

export type ServerMessage =
  | Welcome
  | StepMessage
  | Looked
  | Undone
  | { type: "table"; table: TableInfo }
  | { type: "ack"; id: string; version: number }
  | { type: "error"; id: string | null; code: string; message: string; rule: string | null }
  | { type: "ended"; result: Result }
  | { type: "rematch"; table: string }
  | { type: "pong" };

export interface SwitchInfo {
  name: string;
  values: string[];
  rule: string;
  meaning: Bilingual;
  /** The values in words. */
  choices: Bilingual[];
}

export interface EditionInfo {
  id: string;
  seats: [number, number];
  switches: SwitchInfo[];
  name: Bilingual;
  /** What makes somebody want to play it. */
  blurb: Bilingual;
  theme: PageTheme;
  /** Specifications of who can play it. */
  bots: string[];
}

export interface BotInfo {
  spec: string;
  name: string;
  /** Meant for people, with a name of its own. */
  level: boolean;
  character: string;
}

/** What is thought of one option. */
export interface Estimate extends Option {
  preview: Preview;
  shares: number[];
  errors: number[];
  visits: number;
  survival: number;
  line: string[];
}

/** A position as far as it has been looked into. */
export interface Studied {
  type: "studied";
  at: number;
  seat: number | null;
  shares: number[];
  options: Estimate[];
  played: Estimate | null;
  loss: number | null;
  error: number | null;
  visits: number;
  note: string;
  progress: number;
}

/** A decision of the game, looked at for a moment. */
export interface Scanned {
  type: "scanned";
  at: number;
  seat: number;
  shares: number[];
  played: string | null;
  best: string | null;
  loss: number | null;
  error: number | null;
  /** Found again by a second look. */
  confirmed: boolean;
  progress: number;
}

export type StudyLine = Studied | Scanned | { type: "failed"; code: string; message: string };

export interface RuleText {
  id: string;
  title: string;
  status: string;
  html: string;
}

export interface ReplayStep {
  n: number;
  action: string | null;
  seat: number | null;
  events: GameEvent[];
  view: View;
  log?: LogLine[];
}

export interface ReplayData {
  table: TableInfo | null;
  game: GameInfo;
  seats: SeatInfo[];
  tiles: Catalogue;
  /** Whether everything is told: the game is over. */
  complete: boolean;
  steps: ReplayStep[];
}
