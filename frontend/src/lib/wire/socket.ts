/** One connection to a table that comes back by itself and resumes where it stopped. */

import { connect, OPENING, REMOTE, type Wire } from "#way";
import type { ClientMessage, Hello, ServerMessage } from "./protocol";

export type LinkState = "connecting" | "open" | "lost" | "missing" | "closed";

export interface SocketHandlers {
  /** How the connection begins, each time anew. */
  hello(): Omit<Hello, "type" | "protocol">;
  message(message: ServerMessage): void;
  state(state: LinkState): void;
}

const PROTOCOL = 2;
const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
/** A dead network closes nothing, it is only silent: noticed after a beat and this silence, in seven seconds. */
const BEAT = 3000;
const SILENCE = 4000;
const NO_SUCH_TABLE = 4404;

export class TableSocket {
  private socket: Wire | null = null;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  /** Runs out when an answer is overdue. */
  private patience: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;

  constructor(
    private readonly table: string,
    private readonly handlers: SocketHandlers,
  ) {
    this.open();
    if (REMOTE) addEventListener("offline", this.offline);
    addEventListener("online", this.online);
    document.addEventListener("visibilitychange", this.seen);
  }

  send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    removeEventListener("offline", this.offline);
    removeEventListener("online", this.online);
    document.removeEventListener("visibilitychange", this.seen);
    this.abandon();
    this.handlers.state("closed");
  }

  /** The device itself says so; nobody has to wait for a beat. */
  private readonly offline = (): void => this.lost();
  private readonly online = (): void => {
    if (this.socket === null) this.again(0);
  };
  /** Timers sleep while nobody looks. */
  private readonly seen = (): void => {
    if (!document.hidden && this.socket?.readyState === WebSocket.OPEN) this.ask();
  };

  private open(): void {
    this.handlers.state("connecting");
    const socket = connect(this.table);
    this.socket = socket;
    this.expect(OPENING);
    socket.onopen = () => {
      this.send({ type: "hello", protocol: PROTOCOL, ...this.handlers.hello() });
      this.beat = setInterval(() => this.ask(), BEAT);
    };
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = (event) => this.lost(event.code);
  }

  /** Is anybody there? Any message is an answer. */
  private ask(): void {
    this.send({ type: "ping" });
    if (this.patience === undefined) this.expect(SILENCE);
  }

  private expect(within: number): void {
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.lost(), within);
  }

  private receive(message: ServerMessage): void {
    clearTimeout(this.patience);
    this.patience = undefined;
    if (message.type === "welcome") {
      this.wait = FIRST_WAIT;
      this.handlers.state("open");
    }
    this.handlers.message(message);
  }

  /** Nothing of a connection that was given up is heard any more, should it come back to life. */
  private abandon(): void {
    clearInterval(this.beat);
    clearTimeout(this.patience);
    this.patience = undefined;
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
  }

  private lost(code?: number): void {
    this.abandon();
    if (this.stopped) return;
    if (code === NO_SUCH_TABLE) return this.handlers.state("missing");
    this.handlers.state("lost");
    this.again(this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private again(wait: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), wait);
  }
}
