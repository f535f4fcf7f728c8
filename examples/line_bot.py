#!/usr/bin/env python3
"""A bot that knows nothing of tsuro but the line protocol of docs/bots.md.

tsuro arena --bots exec:examples/line_bot.py,random --games 100

It follows the path that each placement gives its pawn, and takes the longest that stays on the
board. Every other decision it leaves to luck.
"""

from __future__ import annotations

import json
import random
import re
import sys
from typing import Any

PLACEMENT = re.compile(r"(?:([ab]):)?([A-Z]\d\d)([ab])?/([0-3])")
# For each port of a square: where one arrives, as steps in column and row and the port there.
NEIGHBOURS = [
    (0, -1, 5), (0, -1, 4), (1, 0, 7), (1, 0, 6), (0, 1, 1), (0, 1, 0), (-1, 0, 3), (-1, 0, 2),
    (-1, -1, 10), (1, -1, 11), (1, 1, 8), (-1, 1, 9),
]  # fmt: skip


def turned(port: int, rotation: int) -> int:
    return (port + 2 * rotation) % 8 if port < 8 else 8 + (port - 8 + rotation) % 4


class Bot:
    def __init__(self) -> None:
        self.tiles: dict[str, Any] = {}
        self.seat = 0

    def exit_of(self, laid: list[Any], port: int) -> int | None:
        """Where a path leaves a tile that it enters at a port."""
        tile, rotation, face = laid
        for one, other in self.tiles[tile][face]:
            ends = turned(one, rotation), turned(other, rotation)
            if port in ends:
                return ends[1] if ends[0] == port else ends[0]
        return None

    def length(self, state: dict[str, Any], option: str) -> int:
        """How many tiles the pawn would cross; -1 if it would leave the board or run in circles."""
        found = PLACEMENT.fullmatch(option)
        pawns = [pawn for pawn in state["pawns"] if pawn["seat"] == self.seat]
        if found is None:
            return 0
        pawn = pawns["ab".index(found[1] or "a")]
        if "stop" not in pawn:
            return 0
        new = [found[2], int(found[4]), "ab".index(found[3] or "a")]
        size, squares = state["board"]["size"], list(state["board"]["squares"])
        column, row, port = pawn["stop"]
        squares[row * size + column] = new
        for crossed in range(4 * len(squares)):
            if not (0 <= column < size and 0 <= row < size):
                return -1
            laid = squares[row * size + column]
            leaving = None if laid is None else self.exit_of(laid, port)
            if leaving is None:
                return crossed
            right, down, port = NEIGHBOURS[leaving]
            column, row = column + right, row + down
        return -1

    def choose(self, message: dict[str, Any]) -> str:
        rng = random.Random(message["seed"])
        options: list[str] = message["options"]
        lengths = [self.length(message["view"]["state"], option) for option in options]
        return rng.choice(
            [option for option, n in zip(options, lengths, strict=True) if n == max(lengths)]
        )


def main() -> None:
    bot = Bot()
    for line in sys.stdin:
        message = json.loads(line)
        answer = None
        if message["type"] == "hello":
            answer = {"type": "hello", "protocol": 2, "name": "line bot"}
        elif message["type"] == "new_game":
            bot.tiles, bot.seat = message["tiles"], message["seat"]
        elif message["type"] == "choose":
            answer = {"type": "choice", "id": message["id"], "action": bot.choose(message)}
        elif message["type"] == "quit":
            break
        if answer is not None:
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
