/** One table as this browser sees it: messages in, choices out. */

import { playEvents } from "../stage/animate";
import { Foresight } from "../choosing/foresight.svelte";
import { apply } from "../place/position";
import type {
  Ack,
  Act,
  Asks,
  BotRelieved,
  ClockInfo,
  GameInfo,
  Hello,
  LogLine,
  Played,
  Refused,
  ServerMessage,
  Shown,
  TableInfo,
  TimeUp,
  Undo,
  View,
  Welcome,
} from "../wire/protocol";
import { settings, type Settings } from "../page/settings.svelte";
import { TableSocket, type LinkState } from "../wire/socket";
import { play } from "../stage/sound";
import { nameSquaresBy } from "../words/squares";
import { Stage } from "../stage/stage.svelte";
import type { Catalogue } from "../place/tiles";

/** More decisions than this are shown at once: nobody wants to watch a minute of catching up. */
const PATIENCE = 8;
/** Why a decision can no longer be foreseen. */
const PAST = ["stale_version", "not_your_turn"];

export class TableStore {
  link: LinkState = $state("connecting");
  info: TableInfo | null = $state.raw(null);
  you: number[] = $state.raw([]);
  looking: number | null = $state(null);
  version = $state(0);
  game: GameInfo | null = $state.raw(null);
  tiles: Catalogue = $state.raw({});
  asks: Asks | null = $state.raw(null);
  log: LogLine[] = $state.raw([]);
  clock: (ClockInfo & { received: number }) | null = $state.raw(null);
  canUndo = $state(false);
  /** An action has been sent and not yet answered. */
  waiting = $state(false);
  busy = $state(false);
  refusal: Refused | null = $state.raw(null);
  rematch: string | null = $state(null);
  /** For whom somebody else decided last, and why; forgotten with the next own decision, or two rounds later. */
  replaced: TimeUp | BotRelieved | null = $state.raw(null);
  private replacedAt = 0;
  ready = $state(false);
  readonly stage = new Stage();
  readonly foresight = new Foresight((version, actions) => this.socket.send({ type: "foresee", version, actions }));
  private readonly socket: TableSocket;
  /** What is on the stage once nothing moves there. */
  private position: View | null = null;
  private queue: (Played | Shown)[] = [];
  private pending: Act | Undo | null = null;
  private awaited: number | null = null;
  private speech: Pick<Hello, "language" | "exact"> = { language: settings.language, exact: settings.exact };
  private count = 0;

  constructor(readonly id: string) {
    this.socket = new TableSocket(id, {
      hello: () => ({ after: this.ready ? this.version : undefined, ...this.speech }),
      message: (message) => this.receive(message),
      state: (state) => (this.link = state),
    });
  }

  /** The own decision that is asked now; null while things still move. */
  get mine(): Asks | null {
    return this.asks?.options && !this.busy && !this.waiting ? this.asks : null;
  }

  act(action: string): void {
    const asks = this.mine;
    if (asks) this.sendOnce({ type: "act", id: this.nextId(), version: this.version, seat: asks.seat, action });
  }

  undo(): void {
    const seat = this.looking ?? this.you[0];
    if (seat !== undefined) this.sendOnce({ type: "undo", id: this.nextId(), version: this.version, seat });
  }

  look(seat?: number): void {
    this.socket.send({ type: "look", seat });
  }

  /** In which language, and whether with notation, too. */
  speak(language: Settings["language"], exact: boolean): void {
    if (language === this.speech.language && exact === this.speech.exact) return;
    this.speech = { language, exact };
    this.socket.send({ type: "speak", language, exact });
  }

  guess(seat: number): void {
    this.socket.send({ type: "guess", seat });
  }

  close(): void {
    this.socket.close();
  }

  private nextId(): string {
    return `${Date.now().toString(36)}-${++this.count}`;
  }

  /** A message with an id: sent again after a reconnect, the server plays it only once. */
  private sendOnce(message: Act | Undo): void {
    this.pending = message;
    this.waiting = true;
    this.refusal = null;
    this.replaced = null;
    this.socket.send(message);
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        return this.welcome(message);
      case "played":
      case "shown":
        this.queue.push(message);
        void this.work();
        return;
      case "ghosts":
        return this.foresight.receive(message);
      case "table_changed":
        this.info = message.table;
        this.you = message.table.seats.flatMap(({ yours, n }) => (yours ? [n] : []));
        this.rematch ??= message.table.rematch ?? null;
        return;
      case "ack":
        return this.accepted(message);
      case "refused":
        return this.refused(message);
      case "time_up":
      case "bot_relieved":
        [this.replaced, this.replacedAt] = [message, this.version];
        return;
      case "rematch_offered":
        this.rematch = message.table;
        return;
    }
  }

  /** Until what came of it has been shown, the old question must not be offered again. */
  private accepted({ id, version }: Ack): void {
    if (this.pending?.id !== id) return;
    this.pending = null;
    this.awaited = version;
    this.catchUp();
  }

  private catchUp(): void {
    if (this.awaited !== null && this.version >= this.awaited) {
      this.awaited = null;
      this.waiting = false;
    }
  }

  private refused(message: Refused): void {
    // Nobody pressed anything to foresee what now is past.
    if (!message.id && PAST.includes(message.code)) return this.foresight.refused();
    this.refusal = message;
    if (message.id !== this.pending?.id) return;
    this.pending = null;
    this.waiting = false;
  }

  private welcome(message: Welcome): void {
    this.queue = [];
    this.info = message.table;
    this.you = message.you;
    this.game = message.game;
    nameSquaresBy(message.game.sea);
    this.tiles = message.tiles;
    this.rematch = message.table.rematch ?? null;
    this.foresight.forget();
    this.show(message.shown);
    this.ready = true;
    if (this.pending) this.socket.send(this.pending);
  }

  private show(message: Shown): void {
    this.looking = message.looking ?? null;
    this.log = message.log;
    this.settle(message, message.view);
  }

  /** Takes over what a message says of the position it leads to. */
  private settle({ version, asks, clock, undo }: Played | Shown, view: View): void {
    this.version = version;
    if (version > this.replacedAt + 2 * view.hands.length) this.replaced = null;
    this.position = view;
    this.stage.show(view);
    this.foresight.at(version);
    this.asks = asks ?? null;
    this.clock = clock ? { ...clock, received: performance.now() } : null;
    this.canUndo = undo;
    this.catchUp();
  }

  private async work(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      for (let next = this.queue.shift(); next; next = this.queue.shift()) {
        if (next.type === "shown") this.show(next);
        else await this.follow(next);
      }
    } finally {
      this.busy = false;
    }
  }

  private async follow(message: Played): Promise<void> {
    const before = this.position;
    const follows = message.version - message.moves.length === this.version;
    const after = follows && before ? apply(before, message.change) : null;
    if (!after) return this.socket.send({ type: "refresh" });
    const hurry = this.queue.length > PATIENCE || document.hidden;
    if (!hurry)
      await playEvents(
        this.stage,
        message.moves.flatMap(({ events }) => events),
      );
    // A welcome that came in the meantime shows another position, and what followed comes again.
    if (this.position !== before) return this.stage.show(this.position!);
    if (message.id && message.id === this.pending?.id) {
      this.pending = null;
      this.waiting = false;
    }
    this.log = [...this.log, ...message.log];
    this.settle(message, after);
    if (message.asks?.options) play("yours");
  }
}
