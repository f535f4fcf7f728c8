/** A game that has been played, one decision at a time; luck comes with the decision before it. */

import { playEvents } from "../stage/animate";
import type { LogLine, Replay as ReplayData } from "../wire/protocol";
import { nameSquaresBy } from "../words/squares";
import { Stage } from "../stage/stage.svelte";

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
    nameSquaresBy(data.game.sea);
    this.stage.show(data.steps[0]!.view);
  }

  get last(): number {
    return this.data.steps.length - 1;
  }

  /** Where somebody decides next, from the first placement on; and the end. */
  get stops(): number[] {
    const { steps } = this.data;
    const stops = steps.flatMap((_, i) => (i === this.last || steps[i + 1]!.seat !== undefined ? [i] : []));
    const opened = stops.filter((i) => steps[i]!.view.turn.number > 0);
    return opened.length ? opened : stops;
  }

  /** The first position that is shown: pawns are set up, and nobody has laid a tile. */
  get first(): number {
    return this.stops[0] ?? 0;
  }

  /** Which move led to a step, as people count: by turns, from 1 on; 0 before the first. */
  moveOf(step: number): number {
    return step <= this.first ? 0 : this.data.steps[step - 1]!.view.turn.number;
  }

  /** Which move is made next. */
  moveAfter(step: number): number {
    return this.data.steps[step]!.view.turn.number;
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
    const to = this.eliminations.find((step) => step > this.at) ?? this.eliminations[0] ?? this.last;
    this.jump(this.stops.find((stop) => stop >= to) ?? this.last);
  }

  back(): void {
    this.jump(this.stops.findLast((stop) => stop < this.at) ?? this.first);
  }

  /** One decision on, animated. */
  async forward(): Promise<void> {
    const run = ++this.run;
    const to = this.stops.find((stop) => stop > this.at) ?? this.last;
    while (run === this.run && this.at < to) await this.advance(run);
  }

  async toggle(): Promise<void> {
    this.playing = !this.playing;
    const run = ++this.run;
    if (this.playing && this.at >= this.last) this.set(this.first);
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
    this.at = this.stops.findLast((stop) => stop <= to) ?? this.first;
    this.stage.fresh = null;
    this.stage.effects = [];
    this.stage.show(this.data.steps[this.at]!.view);
  }
}
