/** One connection to a table that comes back by itself and resumes where it stopped. */

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
const BEAT = 20000;
const NO_SUCH_TABLE = 4404;

export class TableSocket {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private stopped = false;

  constructor(
    private readonly table: string,
    private readonly handlers: SocketHandlers,
  ) {
    this.open();
  }

  send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    clearInterval(this.beat);
    this.socket?.close();
    this.handlers.state("closed");
  }

  private open(): void {
    this.handlers.state("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.table}`);
    this.socket = socket;
    socket.onopen = () => {
      this.send({ type: "hello", protocol: PROTOCOL, ...this.handlers.hello() });
      this.beat = setInterval(() => this.send({ type: "ping" }), BEAT);
    };
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = (event) => this.lost(event.code);
  }

  private receive(message: ServerMessage): void {
    if (message.type === "welcome") {
      this.wait = FIRST_WAIT;
      this.handlers.state("open");
    }
    this.handlers.message(message);
  }

  private lost(code: number): void {
    clearInterval(this.beat);
    if (this.stopped) return;
    if (code === NO_SUCH_TABLE) return this.handlers.state("missing");
    this.handlers.state("lost");
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }
}
