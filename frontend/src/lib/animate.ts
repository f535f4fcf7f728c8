/** Plays the engine's events on the stage. All durations of the page live here. */

import { besideOf, centreOf, heading, inwardAt, pointOf, Track } from "./geometry";
import { paced } from "./settings.svelte";
import { play } from "./sound";
import type { Place, Stage } from "./stage.svelte";
import { asNumber, asText, cellOf, laidOf, routeOf, stopOf } from "./values";
import type { GameEvent, PawnView } from "./wire";

const SHORTEST_WAY = 260;
const LONGEST_WAY = 900;
const PER_TILE = 170;
const WAIT = { lay: 240, turn: 420, sink: 260, enter: 140, lost: 900, rise: 600, prowl: 380, roll: 620, lantern: 480 };

/** How far a pawn stands behind the line it will cross next, and off the board on its start mark. */
const BACK = 5;
const OUTSIDE = 16;

export const wait = (milliseconds: number): Promise<void> => {
  const time = paced(milliseconds);
  return time <= 0 ? Promise.resolve() : new Promise((done) => setTimeout(done, time));
};

/** Where a pawn stands on the drawn board; null if it is not on or beside it. */
export function standing(pawn: PawnView): Place | null {
  if (pawn.status === "on" && pawn.stop) {
    const at = pointOf(...pawn.stop);
    const into = inwardAt(pawn.stop[2]);
    const back = pawn.behind || pawn.trail.length ? BACK : OUTSIDE;
    return { x: at.x - into.x * back, y: at.y - into.y * back, angle: heading(into) };
  }
  if (pawn.status === "waiting" && pawn.beside) {
    return { ...besideOf(...pawn.beside), angle: 180 + 90 * pawn.beside[2] };
  }
  return null;
}

export function travelTime(tiles: number): number {
  return Math.min(LONGEST_WAY, Math.max(SHORTEST_WAY, tiles * PER_TILE));
}

/** Runs `frame` with a share that eases from 0 to 1. */
function run(milliseconds: number, frame: (share: number) => void): Promise<void> {
  const time = paced(milliseconds);
  if (time <= 0) {
    frame(1);
    return Promise.resolve();
  }
  return new Promise((done) => {
    const start = performance.now();
    // Frames stop while a page is hidden; the motion must end all the same.
    const fallback = setTimeout(finish, time + 400);
    let over = false;
    function finish(): void {
      if (over) return;
      over = true;
      clearTimeout(fallback);
      frame(1);
      done();
    }
    function next(now: number): void {
      if (over) return;
      const share = (now - start) / time;
      if (share >= 1) return finish();
      frame(softened(Math.max(share, 0)));
      requestAnimationFrame(next);
    }
    requestAnimationFrame(next);
  });
}

/** Constant speed but for a soft start and end. */
export function softened(share: number): number {
  const soft = 0.15;
  const speed = 1 / (1 - soft);
  if (share < soft) return (speed * share * share) / (2 * soft);
  if (share > 1 - soft) return 1 - softened(1 - share);
  return speed * (share - soft / 2);
}

export async function playEvents(stage: Stage, events: readonly GameEvent[]): Promise<void> {
  for (let i = 0; i < events.length; i++) {
    const event = events[i]!;
    if (event.type === "PawnMoved") {
      const together = [event];
      while (events[i + 1]?.type === "PawnMoved") together.push(events[++i]!);
      await Promise.all(together.map((moved) => travel(stage, moved)));
    } else {
      await HANDLERS[event.type]?.(stage, event);
    }
  }
}

async function travel(stage: Stage, event: GameEvent): Promise<void> {
  const pawn = asNumber(event.pawn) ?? 0;
  const route = routeOf(event.route);
  const stop = stopOf(event.stop);
  const before = stage.view.pawns[pawn];
  if (!before) return;
  if (route.length) {
    const track = new Track(route);
    const trail = { pawn, route, share: 0 };
    stage.growing.push(trail);
    const growing = stage.growing[stage.growing.length - 1]!;
    play("move");
    await run(travelTime(route.length), (share) => {
      const [at, ahead] = [track.at(share), track.at(share + 0.02)];
      const way = { x: ahead.x - at.x, y: ahead.y - at.y };
      stage.moving[pawn] = { ...at, angle: way.x || way.y ? heading(way) : (stage.moving[pawn]?.angle ?? null) };
      growing.share = share;
    });
    stage.growing = stage.growing.filter((each) => each.pawn !== pawn);
  }
  delete stage.moving[pawn];
  stage.pawn(pawn, { status: "on", stop, beside: null, trail: [...before.trail, ...route] });
}

type Handler = (stage: Stage, event: GameEvent) => Promise<void>;

const lay: Handler = async (stage, event) => {
  const cell = cellOf(event.cell);
  const laid = laidOf(event.laid);
  if (!cell || !laid) return;
  stage.fresh = cell;
  stage.tile(cell, laid);
  play("place");
  await wait(event.type === "CentreLaid" ? 60 : WAIT.lay);
};

const turn: Handler = async (stage, event) => {
  const cell = cellOf(event.cell);
  const laid = laidOf(event.after);
  if (!cell || !laid) return;
  stage.fresh = null;
  stage.tile(cell, laid);
  play("turn");
  await wait(WAIT.turn);
};

const sink: Handler = async (stage, event) => {
  const cell = cellOf(event.cell);
  if (!cell) return;
  const end = stage.effect("splash", centreOf(...cell), null);
  stage.tile(cell, null);
  await wait(WAIT.sink);
  end();
};

const lose: Handler = async (stage, event) => {
  const index = asNumber(event.pawn) ?? 0;
  const pawn = stage.view.pawns[index];
  if (!pawn) return;
  const at = standing(pawn);
  const off = event.type === "PawnLeft";
  const end = at ? stage.effect("lost", at, pawn.seat, asText(event.fate)) : null;
  play("lost");
  await wait(WAIT.lost);
  stage.pawn(index, { status: off ? "off" : "lost", stop: null, beside: null, trail: off ? [] : pawn.trail });
  end?.();
};

const prowl =
  (change: (event: GameEvent) => Parameters<Stage["prowl"]>[1]): Handler =>
  async (stage, event) => {
    stage.prowl(asText(event.daikaiju), change(event));
    await wait(WAIT.prowl);
  };

const HANDLERS: Record<string, Handler> = {
  TilePlaced: lay,
  CentreLaid: lay,
  TileTurned: turn,
  TileFlipped: turn,
  TileSunk: sink,
  PawnLost: lose,
  PawnLeft: lose,
  StartTaken: async (stage, event) => {
    const mark = stopOf(event.mark);
    const beside = stopOf(event.beside);
    stage.pawn(asNumber(event.pawn) ?? 0, { status: mark ? "on" : "waiting", stop: mark, beside });
    await wait(WAIT.enter);
  },
  PawnEntered: async (stage, event) => {
    stage.pawn(asNumber(event.pawn) ?? 0, { status: "on", stop: stopOf(event.stop), beside: null });
    await wait(WAIT.enter);
  },
  ShipRelocated: async (stage, event) => {
    stage.pawn(asNumber(event.pawn) ?? 0, { status: "on", stop: stopOf(event.mark), trail: [] });
    await wait(WAIT.prowl);
  },
  PawnRose: async (stage, event) => {
    const index = asNumber(event.pawn) ?? 0;
    const beside = stopOf(event.beside);
    stage.pawn(index, { status: "waiting", beside, stop: null, trail: [] });
    const seat = stage.view.pawns[index]?.seat ?? null;
    const end = beside ? stage.effect("rise", besideOf(...beside), seat) : null;
    play("star");
    await wait(WAIT.rise);
    end?.();
  },
  DaikaijuPlaced: prowl((e) => ({ cell: cellOf(e.cell) ?? [0, 0], rotation: asNumber(e.rotation) ?? 0 })),
  DaikaijuTurned: prowl((e) => ({ rotation: asNumber(e.rotation) ?? 0 })),
  DaikaijuMoved: prowl((e) => ({ cell: cellOf(e.cell) ?? [0, 0] })),
  DaikaijuLeft: prowl(() => null),
  DaikaijuDestroyed: prowl(() => null),
  DiceRolled: async (stage, event) => {
    stage.roll({ gold: asNumber(event.gold), blue: asNumber(event.blue) });
    play("dice");
    await wait(WAIT.roll);
  },
  CellRolled: async (stage, event) => {
    stage.roll({ gold: asNumber(event.gold), blue: asNumber(event.blue), naming: true });
    await wait(WAIT.enter);
  },
  DieRolled: async (stage, event) => {
    stage.roll({ die: asNumber(event.die) });
    play("dice");
    await wait(WAIT.roll);
  },
  LanternPlaced: async (stage, event) => {
    const cell = cellOf(event.cell);
    if (cell) stage.addMarker(cell, asText(event.colour));
  },
  LanternMoved: async (stage, event) => {
    const [origin, target] = [cellOf(event.origin), cellOf(event.target)];
    if (!origin || !target) return;
    stage.moveMarker(origin, target);
    await wait(WAIT.lantern);
  },
  StarCreated: async (stage, event) => {
    const cell = cellOf(event.cell);
    if (!cell) return;
    const end = stage.effect("star", centreOf(...cell), null);
    play("star");
    await wait(WAIT.lantern);
    end();
  },
  GameEnded: async () => play("win"),
};
