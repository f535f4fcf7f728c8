"""What a client does with the changes it is told of."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def applied(view: Json, change: Json) -> Json:
    """The position after a change: what it does not name is as it was."""
    plain = ("turn", "phase", "pile", "exits", "result")
    new = {**view, **{name: change[name] for name in plain if name in change}}
    squares = {tuple(square[:2]): square for square in view["board"]}
    squares |= {tuple(square[:2]): square for square in change.get("laid", [])}
    for cell in change.get("gone", []):
        del squares[tuple(cell)]
    new["board"] = sorted(squares.values(), key=lambda square: (square[1], square[0]))
    for name in ("pawns", "hands"):
        told = change.get(name, {})
        new[name] = [told.get(str(n), old) for n, old in enumerate(view[name])]
    new["parts"] = {**view["parts"], **change.get("parts", {})}
    return new
