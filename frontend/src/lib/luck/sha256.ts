/** SHA-256 and HMAC, for pages that were not loaded by https: there the browser offers none of its own. */

const PRIMES = [2];
for (let n = 3; PRIMES.length < 64; n += 2) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
/** The first 32 bits behind the point. */
const fraction = (number: number): number => Math.floor((number % 1) * 2 ** 32) >>> 0;
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const BLOCK = 64;

const turned = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

function mixed(state: number[], block: DataView): number[] {
  const words = Array.from({ length: 16 }, (_, n) => block.getUint32(4 * n));
  for (let n = 16; n < 64; n++) {
    const early = words[n - 15]!;
    const late = words[n - 2]!;
    const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words.push((words[n - 16]! + small + words[n - 7]! + large) | 0);
  }
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let n = 0; n < 64; n++) {
    const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[n]! + words[n]!;
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, n) => (word + state[n]!) >>> 0);
}

export function sha256(data: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((data.length + 9) / BLOCK) * BLOCK);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(padded.length - 4, data.length << 3);
  let state = START;
  for (let at = 0; at < padded.length; at += BLOCK) state = mixed(state, new DataView(padded.buffer, at, BLOCK));
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => hash.setUint32(4 * n, word));
  return new Uint8Array(hash.buffer);
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const short = key.length > BLOCK ? sha256(key) : key;
  const padded = (filling: number): Uint8Array =>
    Uint8Array.from({ length: BLOCK }, (_, n) => (short[n] ?? 0) ^ filling);
  return sha256(joined(padded(0x5c), sha256(joined(padded(0x36), message))));
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
