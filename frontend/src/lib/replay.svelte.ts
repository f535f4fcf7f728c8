/** A game that has been played, one step at a time. */

import { playEvents } from "./animate";
import type { LogLine, Replay as ReplayData } from "./protocol";
import { Stage } from "./stage.svelte";

const PAUSE = 350;

export class Replay {
  at = $state(0);
  playing = $state(false);
  readonly stage = new Stage();
  /** May be told once more in another language. */
  data: ReplayData = $state.raw(null!);
  private run = 0;

  constructor(data: ReplayData) {
    this.data = data;
    this.stage.show(data.steps[0]!.view);
  }

  get last(): number {
    return this.data.steps.length - 1;
  }

  /** Steps at which somebody was eliminated. */
  get eliminations(): number[] {
    return this.data.steps.flatMap((step, i) => (step.events.some((event) => event.type === "seat_out") ? [i] : []));
  }

  get log(): LogLine[] {
    return this.data.steps.slice(0, this.at + 1).flatMap((step) => step.log);
  }

  jump(to: number): void {
    this.run++;
    this.playing = false;
    this.set(to);
  }

  nextElimination(): void {
    this.jump(this.eliminations.find((step) => step > this.at) ?? this.eliminations[0] ?? this.last);
  }

  /** One step on, animated. */
  async forward(): Promise<void> {
    if (this.at >= this.last) return;
    const run = ++this.run;
    await this.advance(run);
  }

  async toggle(): Promise<void> {
    this.playing = !this.playing;
    const run = ++this.run;
    if (this.playing && this.at >= this.last) this.set(0);
    while (this.playing && run === this.run && this.at < this.last) {
      await this.advance(run);
      if (run === this.run && this.worthAPause()) await new Promise((done) => setTimeout(done, PAUSE));
    }
    if (run === this.run) this.playing = false;
  }

  private worthAPause(): boolean {
    return this.data.steps[this.at]?.seat !== undefined;
  }

  private async advance(run: number): Promise<void> {
    const next = this.data.steps[this.at + 1]!;
    this.at++;
    await playEvents(this.stage, next.events);
    if (run === this.run) this.stage.show(next.view);
  }

  private set(to: number): void {
    this.at = Math.min(Math.max(to, 0), this.last);
    this.stage.fresh = null;
    this.stage.effects = [];
    this.stage.show(this.data.steps[this.at]!.view);
  }
}
