/** Quiet music of the mood that is on show, made on the spot; silent unless switched on. */

import { settings } from "../page/settings.svelte";

type Sound = "place" | "move" | "turn" | "lost" | "dice" | "star" | "win" | "yours";

/** An instrument: the partials of its tone with their strength, how it begins, and how long it rings. */
interface Voice {
  partials: readonly (readonly [ratio: number, level: number])[];
  attack: number;
  ring: number;
}

interface Palette {
  voice: Voice;
  /** The lowest tone in Hertz, and the steps of the scale above it in semitones. */
  root: number;
  scale: readonly number[];
}

const KOTO: Voice = {
  partials: [
    [1, 1],
    [2, 0.45],
    [3, 0.2],
    [4, 0.08],
  ],
  attack: 0.004,
  ring: 0.7,
};
const GLASS: Voice = {
  partials: [
    [1, 1],
    [2.01, 0.3],
    [3.98, 0.12],
  ],
  attack: 0.09,
  ring: 1.7,
};
const MARIMBA: Voice = {
  partials: [
    [1, 1],
    [3.93, 0.28],
    [9.2, 0.06],
  ],
  attack: 0.002,
  ring: 0.42,
};
const WATER: Voice = {
  partials: [
    [1, 1],
    [2, 0.16],
  ],
  attack: 0.035,
  ring: 0.9,
};
const BELL: Voice = {
  partials: [
    [1, 1],
    [2.76, 0.4],
    [5.4, 0.18],
    [8.93, 0.06],
  ],
  attack: 0.002,
  ring: 1.5,
};

/** By the motif of the board, so that an edition from outside sounds as it looks. */
const PALETTES: Record<string, Palette> = {
  enso: { voice: KOTO, root: 220, scale: [0, 1, 5, 7, 8] },
  orbits: { voice: GLASS, root: 196, scale: [0, 2, 4, 6, 9] },
  grain: { voice: MARIMBA, root: 262, scale: [0, 2, 4, 7, 9] },
  waves: { voice: WATER, root: 175, scale: [0, 3, 5, 7, 10] },
  stars: { voice: BELL, root: 247, scale: [0, 2, 5, 7, 9] },
};

/** Steps of the scale, seconds between them, and how loud. */
const TUNES: Record<Sound, { steps: number[]; apart: number; level: number }> = {
  place: { steps: [0], apart: 0, level: 0.2 },
  move: { steps: [2, 3, 4], apart: 0.09, level: 0.09 },
  turn: { steps: [1], apart: 0, level: 0.09 },
  lost: { steps: [4, 2, 1, 0], apart: 0.17, level: 0.12 },
  dice: { steps: [5, 3, 5], apart: 0.07, level: 0.08 },
  star: { steps: [5, 7, 9], apart: 0.1, level: 0.1 },
  win: { steps: [0, 2, 4, 5, 7, 9, 10], apart: 0.15, level: 0.13 },
  yours: { steps: [5, 7], apart: 0.12, level: 0.09 },
};

/** Nobody asked for the sounds of a game that plays itself. */
export const silence = { on: false };

let palette = PALETTES.enso!;
let context: AudioContext | null = null;

/** From now on it sounds as a board with this motif does. */
export function tuneTo(motif: string): void {
  palette = PALETTES[motif] ?? PALETTES.enso!;
}

/** The pitch of a step, which may lie in a higher octave of the scale. */
export function pitchOf(step: number, { root, scale }: Pick<Palette, "root" | "scale"> = palette): number {
  const octave = Math.floor(step / scale.length);
  return root * 2 ** (octave + scale[step % scale.length]! / 12);
}

export function play(sound: Sound): void {
  if (silence.on || !settings.sound) return;
  context ??= new AudioContext();
  const { steps, apart, level } = TUNES[sound];
  steps.forEach((step, i) => strike(context!, pitchOf(step), i * apart, level));
}

function strike(audio: AudioContext, pitch: number, delay: number, level: number): void {
  const { partials, attack, ring } = palette.voice;
  const start = audio.currentTime + delay;
  for (const [ratio, share] of partials) {
    // Higher partials die away sooner, as they do on strings, bars and bells.
    const end = start + attack + ring / Math.sqrt(ratio);
    const voice = audio.createOscillator();
    const gain = audio.createGain();
    voice.frequency.value = pitch * ratio;
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(level * share, start + attack);
    gain.gain.exponentialRampToValueAtTime(0.0001, end);
    voice.connect(gain).connect(audio.destination);
    voice.start(start);
    voice.stop(end);
  }
}
