#!/usr/bin/env node
// A bot in JavaScript that speaks the line protocol of docs/bots.md; it needs nothing but Node.js.
//
//   tsuro arena --bots exec:examples/line_bot.mjs,random --games 100
//
// It follows the path that each placement gives its pawn, and takes the longest that stays on the
// board. Every other decision it leaves to luck.

import { createInterface } from "node:readline";

const PLACEMENT = /^(?:([ab]):)?([A-Z]\d\d)([ab])?\/([0-3])$/;
// For each port of a square: where one arrives, as steps in column and row and the port there.
const NEIGHBOURS = [
  [0, -1, 5], [0, -1, 4], [1, 0, 7], [1, 0, 6], [0, 1, 1], [0, 1, 0], [-1, 0, 3], [-1, 0, 2],
  [-1, -1, 10], [1, -1, 11], [1, 1, 8], [-1, 1, 9],
];

let tiles = {};
let seat = 0;

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

const turned = (port, rotation) =>
  port < 8 ? (port + 2 * rotation) % 8 : 8 + ((port - 8 + rotation) % 4);

/** Where a path leaves a tile that it enters at a port. */
function exitOf([tile, rotation, face], port) {
  for (const pair of tiles[tile][face]) {
    const [one, other] = pair.map((end) => turned(end, rotation));
    if (port === one) return other;
    if (port === other) return one;
  }
  return null;
}

/** How many tiles the pawn would cross; -1 if it would leave the board or run in circles. */
function length(state, option) {
  const found = PLACEMENT.exec(option);
  if (!found) return 0;
  const pawn = state.pawns.filter((each) => each.seat === seat)["ab".indexOf(found[1] ?? "a")];
  if (!pawn.stop) return 0;
  const { size } = state.board;
  const squares = [...state.board.squares];
  let [column, row, port] = pawn.stop;
  squares[row * size + column] = [found[2], Number(found[4]), "ab".indexOf(found[3] ?? "a")];
  for (let crossed = 0; crossed < 4 * squares.length; crossed++) {
    if (column < 0 || row < 0 || column >= size || row >= size) return -1;
    const laid = squares[row * size + column];
    const leaving = laid && exitOf(laid, port);
    if (leaving === null) return crossed;
    const [right, down, entered] = NEIGHBOURS[leaving];
    [column, row, port] = [column + right, row + down, entered];
  }
  return -1;
}

/** A small generator of random numbers, so that the same seed gives the same choice. */
function pick(options, seed) {
  let mixed = Math.imul((seed ^ (seed >>> 16)) | 1, 0x45d9f3b);
  mixed ^= mixed >>> 15;
  return options[(mixed >>> 0) % options.length];
}

function choose({ options, view, seed }) {
  const lengths = options.map((option) => length(view.state, option));
  const best = Math.max(...lengths);
  return pick(options.filter((_, number) => lengths[number] === best), seed);
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    say({ type: "hello", protocol: 2, name: "line bot in JavaScript" });
  } else if (message.type === "new_game") {
    ({ tiles, seat } = message);
  } else if (message.type === "choose") {
    say({ type: "choice", id: message.id, action: choose(message) });
  } else if (message.type === "quit") {
    break;
  }
}
process.exit(0);
