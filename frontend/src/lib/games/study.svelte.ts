/** Analysis of a game: the whole game at a glance, and the position on show ever more closely. */

import { api, Refusal, type Source } from "../wire/api";
import type { Scanned, Studied } from "../wire/protocol";
import { whyOf } from "../words/refusal";

/** Milliseconds a position must stay on show before it is looked into. */
const SETTLED = 200;
/** What must be given away for a move to be marked, and by how many standard errors. */
const WORTH_A_MARK = 0.06;
const CERTAIN = 1.5;
const MARKS = 6;

export interface Mistake {
  at: number;
  seat: number;
  loss: number;
}

export class Study {
  on = $state(false);
  /** By the number of steps before the decision. */
  scans: Record<number, Scanned> = $state.raw({});
  /** By the step that was asked for. */
  reports: Record<number, Studied> = $state.raw({});
  scanned = $state(0);
  problem = $state("");
  /** The option whose ghost is drawn in full. */
  chosen: string | null = $state(null);
  private scanning: AbortController | null = null;
  private looking: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly source: Source) {}

  /** Begins, or goes on with, the look at the whole game. */
  open(): void {
    this.on = true;
    if (this.scanning || this.scanned === 1) return;
    this.scanning = new AbortController();
    void this.scan(this.scanning.signal);
  }

  close(): void {
    this.on = false;
    this.scanning?.abort();
    this.scanning = null;
    this.leave();
  }

  /** Looks into a position until the next call; null means the present one of a running game. */
  look(at: number | null): void {
    this.leave();
    this.chosen = null;
    if (this.reports[at ?? -1]?.progress === 1) return;
    const looking = (this.looking = new AbortController());
    this.timer = setTimeout(() => void this.refine(at, looking.signal), at === null ? 0 : SETTLED);
  }

  /** Stops looking: the server stops thinking as soon as it notices. */
  leave(): void {
    clearTimeout(this.timer);
    this.looking?.abort();
    this.looking = null;
  }

  forget(): void {
    this.leave();
    this.chosen = null;
    this.problem = "";
    this.reports = {};
  }

  report(at: number | null): Studied | null {
    return this.reports[at ?? -1] ?? null;
  }

  /** The win shares at a step: as studied, else those of the next decision that was scanned. */
  sharesAt(at: number): number[] | null {
    const studied = this.reports[at];
    if (studied) return studied.shares;
    const next = Object.values(this.scans).find((each) => each.at >= at);
    return next?.shares ?? null;
  }

  /** The moves that cost most, dearest first. */
  get mistakes(): Mistake[] {
    return Object.values(this.scans)
      .filter((scan) => scan.confirmed)
      .map((scan) => {
        const closer = this.reports[scan.at];
        const better = closer?.at === scan.at && closer.loss !== undefined && closer.progress === 1 ? closer : scan;
        return { at: scan.at, seat: scan.seat, loss: better.loss ?? 0, error: better.error ?? 0 };
      })
      .filter(({ loss, error }) => loss >= WORTH_A_MARK && loss >= CERTAIN * error)
      .sort((a, b) => b.loss - a.loss)
      .slice(0, MARKS);
  }

  private async scan(signal: AbortSignal): Promise<void> {
    await this.attempt(signal, async () => {
      for await (const line of api.study(this.source, { scan: true }, signal)) {
        if (line.type === "failed") throw new Refusal(line.code, line.message);
        if (line.type !== "scanned" || signal.aborted) continue;
        this.scans = { ...this.scans, [line.at]: line };
        this.scanned = line.progress;
      }
      this.scanned = 1;
    });
    if (!signal.aborted) this.scanning = null;
  }

  private async refine(at: number | null, signal: AbortSignal): Promise<void> {
    await this.attempt(signal, async () => {
      for await (const line of api.study(this.source, { at: at ?? undefined }, signal)) {
        if (line.type === "failed") throw new Refusal(line.code, line.message);
        if (line.type === "studied" && !signal.aborted) this.reports = { ...this.reports, [at ?? -1]: line };
      }
    });
  }

  private async attempt(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    try {
      this.problem = "";
      await work();
    } catch (error) {
      if (!signal.aborted) this.problem = whyOf(error);
    }
  }
}
