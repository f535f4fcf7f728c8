/** A few quiet sounds, made on the spot; silent unless switched on. */

import { settings } from "./settings.svelte";

type Sound = "place" | "move" | "turn" | "lost" | "dice" | "star" | "win" | "yours";

const SHAPES: Record<Sound, { notes: number[]; length: number; type: OscillatorType; level: number }> = {
  place: { notes: [180], length: 0.09, type: "triangle", level: 0.25 },
  move: { notes: [392, 440], length: 0.12, type: "sine", level: 0.08 },
  turn: { notes: [260], length: 0.06, type: "triangle", level: 0.12 },
  lost: { notes: [220, 165, 110], length: 0.2, type: "sawtooth", level: 0.06 },
  dice: { notes: [300, 240, 330], length: 0.05, type: "square", level: 0.04 },
  star: { notes: [784, 988], length: 0.16, type: "sine", level: 0.1 },
  win: { notes: [523, 659, 784, 1047], length: 0.2, type: "triangle", level: 0.12 },
  yours: { notes: [660], length: 0.14, type: "sine", level: 0.08 },
};

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  const { notes, length, type, level } = SHAPES[sound];
  notes.forEach((note, i) => tone(context!, note, i * length * 0.8, length, type, level));
}

function tone(
  audio: AudioContext,
  pitch: number,
  delay: number,
  length: number,
  type: OscillatorType,
  level: number,
): void {
  const start = audio.currentTime + delay;
  const voice = audio.createOscillator();
  const gain = audio.createGain();
  voice.type = type;
  voice.frequency.value = pitch;
  gain.gain.setValueAtTime(level, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  voice.connect(gain).connect(audio.destination);
  voice.start(start);
  voice.stop(start + length);
}
