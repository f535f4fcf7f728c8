/** Plays the engine's events on the stage. All durations of the page live here. */

import { besideOf, centreOf, heading, inwardAt, pointOf, Track } from "../place/geometry";
import type {
  Cell,
  Daikaiju,
  Event as GameEvent,
  Laid,
  PawnInfo,
  PawnLeft,
  PawnLost,
  PawnMoved,
} from "../wire/protocol";
import { paced } from "../page/settings.svelte";
import { play } from "./sound";
import type { Place, Stage } from "./stage.svelte";

const SHORTEST_WAY = 260;
const LONGEST_WAY = 900;
const PER_TILE = 170;
/** The move that ends the game is shown so much more slowly. */
const DECISIVE = 1.9;
const WAIT = {
  lay: 240,
  centre: 60,
  turn: 420,
  sink: 260,
  enter: 140,
  lost: 900,
  rise: 600,
  prowl: 380,
  roll: 620,
  lantern: 480,
};

/** How far a pawn stands behind the line it will cross next, and off the board on its start mark. */
const BACK = 5;
const OUTSIDE = 16;

export const wait = (milliseconds: number): Promise<void> => {
  const time = paced(milliseconds);
  return time <= 0 ? Promise.resolve() : new Promise((done) => setTimeout(done, time));
};

/** Where a pawn stands on the drawn board; null if it is not on or beside it. */
export function standing(pawn: PawnInfo): Place | null {
  if (pawn.status === "on" && pawn.stop) {
    const at = pointOf(...pawn.stop);
    const into = inwardAt(pawn.stop[2]);
    const back = pawn.behind ? BACK : OUTSIDE;
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
  const slowness = events.some(({ type }) => type === "game_ended") ? DECISIVE : 1;
  for (let i = 0; i < events.length; i++) {
    const event = events[i]!;
    if (event.type === "pawn_moved") {
      const together = [travel(stage, event, slowness)];
      for (let next = events[i + 1]; next?.type === "pawn_moved"; next = events[i + 1]) {
        together.push(travel(stage, next, slowness));
        i++;
      }
      await Promise.all(together);
    } else {
      await show(stage, event);
    }
  }
}

async function travel(stage: Stage, { pawn, route, stop }: PawnMoved, slowness: number): Promise<void> {
  if (route.length) {
    const track = new Track(route);
    stage.growing.push({ pawn, route, share: 0 });
    const growing = stage.growing.at(-1)!;
    play("move");
    await run(slowness * travelTime(route.length), (share) => {
      const [at, ahead] = [track.at(share), track.at(share + 0.02)];
      const way = { x: ahead.x - at.x, y: ahead.y - at.y };
      stage.moving[pawn] = { ...at, angle: way.x || way.y ? heading(way) : (stage.moving[pawn]?.angle ?? null) };
      growing.share = share;
    });
    stage.growing = stage.growing.filter((each) => each.pawn !== pawn);
  }
  delete stage.moving[pawn];
  const last = route.at(-1);
  const moved: Partial<PawnInfo> = last ? { behind: [last[0], last[1]] } : {};
  stage.pawn(pawn, { status: "on", stop, beside: undefined, ...moved });
}

async function lay(stage: Stage, cell: Cell, laid: Laid, time: number): Promise<void> {
  stage.fresh = cell;
  stage.tile(cell, laid);
  play("place");
  await wait(time);
}

async function lose(stage: Stage, { type, pawn: index, fate }: PawnLost | PawnLeft): Promise<void> {
  const pawn = stage.view.pawns[index]!;
  const at = standing(pawn);
  const end = at ? stage.effect("lost", at, pawn.seat, fate) : null;
  play("lost");
  await wait(WAIT.lost);
  const gone = { stop: undefined, behind: undefined, beside: undefined };
  stage.pawn(index, type === "pawn_left" ? { ...gone, status: "off" } : { ...gone, status: "lost", end: pawn.stop });
  end?.();
}

async function prowl(stage: Stage, name: string, change: Partial<Daikaiju> | null): Promise<void> {
  stage.prowl(name, change);
  await wait(WAIT.prowl);
}

/** What others' editions add is passed over: the position that follows tells what came of it. */
async function show(stage: Stage, event: GameEvent): Promise<void> {
  switch (event.type) {
    case "tile_placed":
      return lay(stage, event.cell, event.laid, WAIT.lay);
    case "centre_laid":
      return lay(stage, event.cell, event.laid, WAIT.centre);
    case "tile_turned":
    case "tile_flipped":
      stage.fresh = null;
      stage.tile(event.cell, event.after);
      play("turn");
      return wait(WAIT.turn);
    case "tile_sunk": {
      const end = stage.effect("splash", centreOf(...event.cell), null);
      stage.tile(event.cell, null);
      await wait(WAIT.sink);
      return end();
    }
    case "pawn_lost":
    case "pawn_left":
      return lose(stage, event);
    case "start_taken":
      stage.pawn(event.pawn, { status: event.mark ? "on" : "waiting", stop: event.mark, beside: event.beside });
      return wait(WAIT.enter);
    case "pawn_entered":
      stage.pawn(event.pawn, { status: "on", stop: event.stop, beside: undefined });
      return wait(WAIT.enter);
    case "ship_relocated":
      stage.pawn(event.pawn, { status: "on", stop: event.mark, behind: undefined });
      return wait(WAIT.prowl);
    case "pawn_rose": {
      stage.pawn(event.pawn, { status: "waiting", beside: event.beside, stop: undefined, behind: undefined });
      const end = stage.effect("rise", besideOf(...event.beside), stage.view.pawns[event.pawn]!.seat);
      play("star");
      await wait(WAIT.rise);
      return end();
    }
    case "daikaiju_placed":
      return prowl(stage, event.daikaiju, { cell: event.cell, rotation: event.rotation });
    case "daikaiju_turned":
      return prowl(stage, event.daikaiju, { rotation: event.rotation });
    case "daikaiju_moved":
      return prowl(stage, event.daikaiju, { cell: event.cell });
    case "daikaiju_left":
    case "daikaiju_destroyed":
      return prowl(stage, event.daikaiju, null);
    case "dice_rolled":
      stage.roll({ gold: event.gold, blue: event.blue });
      play("dice");
      return wait(WAIT.roll);
    case "cell_rolled":
      stage.roll({ gold: event.gold, blue: event.blue, naming: true });
      return wait(WAIT.enter);
    case "die_rolled":
      stage.roll({ die: event.die });
      play("dice");
      return wait(WAIT.roll);
    case "lantern_placed":
      return stage.addMarker(event.cell, event.colour);
    case "lantern_moved":
      stage.moveMarker(event.origin, event.target);
      return wait(WAIT.lantern);
    case "star_created": {
      const end = stage.effect("star", centreOf(...event.cell), null);
      play("star");
      await wait(WAIT.lantern);
      return end();
    }
    case "game_ended":
      return play("win");
  }
}
