/** What options would do. The server is asked only for those that somebody looks at, and never twice. */

import type { Ghost, Ghosts } from "../wire/protocol";

export class Foresight {
  private ghosts: Record<string, Ghost> = $state.raw({});
  /** Requests under way, oldest first: the server answers them in turn. */
  private asked: string[][] = $state.raw([]);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- Nothing on show depends on it.
  private known = new Set<string>();
  private likely: string[] = [];
  private version = -1;

  constructor(private readonly ask: (version: number, actions: string[]) => void) {}

  /** What was foreseen holds for one position only. */
  at(version: number): void {
    if (version === this.version) return;
    this.version = version;
    this.forget();
  }

  /** Requests of a connection that was lost are never answered. */
  forget(): void {
    [this.ghosts, this.asked, this.likely] = [{}, [], []];
    this.known.clear();
  }

  /** Asks for what is looked at, and once all that is there for what is likely to be looked at next. */
  look(actions: string[], likely: string[]): void {
    this.likely = likely;
    if (!this.request(actions)) this.prepare();
  }

  of(action: string | undefined): Ghost | null {
    return (action !== undefined && this.ghosts[action]) || null;
  }

  awaits(action: string | undefined): boolean {
    return this.asked.some((actions) => actions.includes(action ?? ""));
  }

  receive({ version, ghosts }: Ghosts): void {
    if (version !== this.version) return;
    this.ghosts = { ...this.ghosts, ...ghosts };
    this.refused();
    this.prepare();
  }

  /** The oldest request is not to be answered otherwise. */
  refused(): void {
    this.asked = this.asked.slice(1);
  }

  private prepare(): void {
    if (!this.asked.length) this.request(this.likely);
  }

  private request(actions: string[]): boolean {
    const fresh = actions.filter((action) => !this.known.has(action));
    if (!fresh.length) return false;
    for (const action of fresh) this.known.add(action);
    this.asked = [...this.asked, fresh];
    this.ask(this.version, fresh);
    return true;
  }
}
