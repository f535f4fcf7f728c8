"""An outside program takes a seat and plays: `python examples/socket_bot.py LINK [SEAT]`.

LINK is that of a table with an open seat. The token it is given belongs to the program alone.
"""

from __future__ import annotations

import json
import sys
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def claim(origin: str, table: str, seat: int) -> str:
    """Take an open seat; the token is shown only this once."""
    url = f"{origin}/api/tables/{table}/seats/{seat}/claim"
    body = json.dumps({"name": "Socket bot", "token": True}).encode()
    with urlopen(Request(url, body, {"content-type": "application/json"})) as answer:
        return str(json.load(answer)["token"])


def choose(asks: dict[str, Any]) -> str:
    """The option whose ghost travels furthest and survives."""

    def worth(option: dict[str, Any]) -> int:
        moves = option["preview"]["moves"]
        return sum(-100 if move["fate"] else len(move["route"]) for move in moves[:1])

    return str(max(asks["options"], key=worth)["action"])


def play(origin: str, table: str, token: str) -> list[int]:
    """Play to the end and name the winners."""
    with connect(f"ws{origin.removeprefix('http')}/ws/{table}", max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "protocol": 1, "token": token}))
        for text in socket:
            message = json.loads(text)
            asks = message.get("asks") or {}
            if "options" in asks:
                version = message["version"]
                act = {"type": "act", "id": f"bot {version}", "version": version}
                socket.send(json.dumps(act | {"seat": asks["seat"], "action": choose(asks)}))
            if message["type"] == "ended":
                return list(message["result"]["winners"])
    return []


if __name__ == "__main__":
    link = urlsplit(sys.argv[1])
    origin = f"{link.scheme}://{link.netloc}"
    table = (link.fragment or link.path).split("/")[-1]
    seat = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print("winners:", play(origin, table, claim(origin, table, seat)))
