/** One table as this browser sees it: messages in, choices out. */

import { playEvents } from "./animate";
import { play } from "./sound";
import { TableSocket, type LinkState } from "./socket";
import { Stage } from "./stage.svelte";
import type {
  Asks,
  Catalogue,
  Clock,
  GameInfo,
  LogLine,
  Looked,
  ServerMessage,
  StepMessage,
  TableInfo,
  Undone,
  Welcome,
} from "./wire";

/** More steps than this are shown at once: nobody wants to watch a minute of catching up. */
const PATIENCE = 8;

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
  clock: (Clock & { received: number }) | null = $state.raw(null);
  canUndo = $state(false);
  /** An action has been sent and not yet answered. */
  waiting = $state(false);
  busy = $state(false);
  refusal: { message: string; rule: string | null } | null = $state.raw(null);
  rematch: string | null = $state(null);
  ready = $state(false);
  readonly stage = new Stage();
  private readonly socket: TableSocket;
  private queue: (StepMessage | Looked | Undone)[] = [];
  private pending: { id: string; message: object } | null = null;
  private awaited: number | null = null;
  private count = 0;

  constructor(readonly id: string) {
    this.socket = new TableSocket(id, {
      message: (message) => this.receive(message),
      state: (state) => (this.link = state),
    });
  }

  get finished(): boolean {
    return this.ready && this.stage.view.result !== null;
  }

  /** The own decision that is asked now; null while things still move. */
  get mine(): Asks | null {
    const asks = this.asks;
    return asks?.options && !this.busy && !this.waiting ? asks : null;
  }

  act(action: string): void {
    const asks = this.mine;
    if (!asks) return;
    this.sendOnce({ type: "act", version: this.version, seat: asks.seat, action });
  }

  undo(): void {
    const seat = this.looking ?? this.you[0];
    if (seat !== undefined) this.sendOnce({ type: "undo", version: this.version, seat });
  }

  look(seat: number | null): void {
    this.socket.send({ type: "look", seat });
  }

  guess(seat: number): void {
    this.socket.send({ type: "guess", seat });
  }

  close(): void {
    this.socket.close();
  }

  /** A message with an id: sent again after a reconnect, the server plays it only once. */
  private sendOnce(body: object): void {
    const id = `${Date.now().toString(36)}-${++this.count}`;
    this.pending = { id, message: { ...body, id } };
    this.waiting = true;
    this.refusal = null;
    this.socket.send(this.pending.message);
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        return this.welcome(message);
      case "step":
      case "undone":
      case "looked":
        this.queue.push(message);
        void this.work();
        return;
      case "table":
        this.info = message.table;
        this.you = message.table.seats.flatMap((seat, n) => (seat.yours ? [n] : []));
        this.rematch ??= message.table.rematch ?? null;
        return;
      case "ack":
        return this.accepted(message.id, message.version);
      case "error":
        this.refusal = { message: message.message, rule: message.rule ?? null };
        return this.settle(message.id);
      case "rematch":
        this.rematch = message.table;
        return;
    }
  }

  /** Until the step has been shown, the old question must not be offered again. */
  private accepted(id: string, version: number): void {
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

  private settle(id: string | null): void {
    if (this.pending && (id === null || id === this.pending.id)) {
      this.pending = null;
      this.waiting = false;
    }
  }

  private welcome(message: Welcome): void {
    this.queue = [];
    this.info = message.table;
    this.you = message.you;
    this.looking = message.looking;
    this.game = message.game;
    this.tiles = message.tiles;
    this.version = message.version;
    this.stage.show(message.view);
    this.asks = message.asks;
    this.log = message.log;
    this.setClock(message.clock);
    this.canUndo = message.undo ?? false;
    this.rematch = message.table.rematch ?? null;
    this.ready = true;
    this.catchUp();
    if (this.pending) this.socket.send(this.pending.message);
  }

  private setClock(clock: Clock | null): void {
    this.clock = clock ? { ...clock, received: performance.now() } : null;
  }

  private async work(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      for (let next = this.queue.shift(); next; next = this.queue.shift()) await this.take(next);
    } finally {
      this.busy = false;
    }
  }

  private async take(message: StepMessage | Looked | Undone): Promise<void> {
    if (message.type === "step") {
      const hurry = this.queue.length > PATIENCE || document.hidden;
      if (!hurry) await playEvents(this.stage, message.events);
      this.log = [...this.log, ...message.log];
    }
    if (message.type === "undone") this.log = message.log;
    if (message.type === "looked") this.looking = message.looking;
    else this.setClock(message.clock);
    this.version = message.version;
    this.stage.show(message.view);
    this.asks = message.asks;
    this.catchUp();
    this.canUndo = message.undo ?? false;
    if (message.asks?.options && message.type === "step") play("yours");
  }
}
