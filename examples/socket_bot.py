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


def choose(options: list[str], ghosts: dict[str, Any]) -> str:
    """The option whose ghost travels furthest and survives."""

    def worth(option: str) -> int:
        moves = ghosts[option]["moves"]
        return sum(-100 if "fate" in move else len(move["route"]) for move in moves[:1])

    return max(options, key=worth)


def play(origin: str, table: str, token: str) -> list[int]:
    """Play to the end and name the winners."""
    with connect(f"ws{origin.removeprefix('http')}/ws/{table}", max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "protocol": 2, "token": token}))
        asks: dict[str, Any] = {}
        for text in socket:
            message = json.loads(text)
            told = message.get("shown", message)
            result = told.get("view", told.get("change", {})).get("result")
            if result:
                return list(result["winners"])
            if "options" in told.get("asks", {}):
                asks = told["asks"]
                socket.send(json.dumps({"type": "foresee", "version": told["version"]}))
            if message["type"] == "ghosts":
                options = [option["notation"] for option in asks["options"]]
                version, action = message["version"], choose(options, message["ghosts"])
                act = {"type": "act", "id": f"bot {version}", "version": version}
                socket.send(json.dumps(act | {"seat": asks["seat"], "action": action}))
    return []


if __name__ == "__main__":
    link = urlsplit(sys.argv[1])
    origin = f"{link.scheme}://{link.netloc}"
    table = (link.fragment or link.path).split("/")[-1]
    seat = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print("winners:", play(origin, table, claim(origin, table, seat)))
