"""A board to play on in Jupyter and marimo: the page's own board, fed by the game in the notebook.

```python
import tsuro
from tsuro.notebook import Board

Board(tsuro.Game("classic", seats=3), bots={1: "cautious", 2: "cautious"})
```

It needs the extra `notebook` (`pip install 'tsuro[notebook]'`). There is no server: the notebook's
kernel holds the game, and `board.game` is that game, to be looked at in the next cell.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any, Final

import anywidget
import traitlets

from tsuro.bots.base import Bot, require_fit
from tsuro.bots.registry import make_bot
from tsuro.core.ids import Seat
from tsuro.errors import BadSetting, TsuroError
from tsuro.formats.prose import EnglishNarrator
from tsuro.formats.wire.values import to_wire
from tsuro.game import Game
from tsuro.telling.asking import asks_of
from tsuro.telling.foresight import Foresight
from tsuro.telling.introducing import introduced
from tsuro.telling.position import Ends, ends_after, view_of
from tsuro.telling.viewers import EVERYTHING, Viewer

__all__ = ["Board"]

BUILT: Final = Path(str(files("tsuro"))) / "web" / "widget"
"""Where the page's board is, once it has been built."""


class Board(anywidget.AnyWidget):
    """A game to be played by clicking; bots decide for the seats that they are given."""

    _esm = traitlets.Unicode().tag(sync=True)
    _css = traitlets.Unicode().tag(sync=True)
    scene = traitlets.Dict().tag(sync=True)
    """All that is to be seen; replaced after every decision."""

    def __init__(self, game: Game, *, bots: Mapping[int, str | Bot] | None = None) -> None:
        """`bots` are specifications such as `cautious`, or objects, by seat; people have others."""
        if not (BUILT / "board.js").is_file():
            raise BadSetting("The board has not been built: run `make play` once in the clone.")
        script, style = ((BUILT / name).read_text("utf-8") for name in ("board.js", "board.css"))
        self.game = game
        self._bots = _seated(game, bots or {})
        self._ghosts: Foresight | None = None
        self._bots_play()
        super().__init__(scene=self._scene(), _esm=script, _css=style)
        self.on_msg(self._receive)

    def play(self, action: str) -> None:
        """Decide as the person whose turn it is, then let the bots answer."""
        self.game.play(action)
        self._bots_play()
        self._ghosts = None
        self.scene = self._scene()

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(
            Seat(seat) for seat in range(self.game.edition.seats) if seat not in self._bots
        )

    def _bots_play(self) -> None:
        game = self.game
        while (seat := game.to_act) is not None and seat in self._bots:
            luck = Random(f"tsuro {game.seed} bot {seat} {len(game.actions)}")
            game.play(self._bots[seat].choose(game.view(seat), game.options, luck))

    def _receive(self, _widget: object, content: Mapping[str, Any], _buffers: object) -> None:
        """What a click asks for; what cannot be done is told where it was clicked."""
        action = str(content.get("action"))
        try:
            if content.get("type") == "act":
                self.play(action)
            elif content.get("type") == "foresee":
                self._foresee(action)
        except TsuroError as error:
            self.send({"type": "refused", "message": error.message})

    def _foresee(self, action: str) -> None:
        game = self.game
        if self._ghosts is None:
            self._ghosts = Foresight.of(game.edition, game.state, game.decide)
        if action not in self._ghosts.actions:
            return  # The decision has been made meanwhile.
        ghost = to_wire(self._ghosts.ghost(action))
        version = len(game.actions)
        self.send({"type": "ghost", "version": version, "action": action, "ghost": ghost})

    def _viewer(self) -> Viewer:
        """One person sees the own tiles; of several, whoever decides. In the end all is open."""
        if self.game.over:
            return EVERYTHING
        return self.people[0] if len(self.people) == 1 else self.game.to_act

    def _scene(self) -> dict[str, Any]:
        game, viewer = self.game, self._viewer()
        info, catalogue = introduced(game.edition)
        ends: Ends = ends_after({}, game.events)
        phase = game.state.cursor.phase
        asks = None if game.over else asks_of(game.decide, phase, viewer, "en")
        return {
            "version": len(game.actions),
            "game": to_wire(info),
            "tiles": to_wire(catalogue),
            "view": to_wire(view_of(game.state, viewer, ends)),
            "asks": to_wire(asks),
            "names": self._names(),
            "yours": list(self.people),
            "told": self._told(),
        }

    def _told(self) -> str:
        game = self.game
        if game.result is not None:
            return f"{EnglishNarrator(game.edition, self._names()).result(game.result)}."
        assert game.to_act is not None
        return f"{self._names()[game.to_act]} decides, turn {game.state.turn.number}."

    def _names(self) -> list[str]:
        """Counted from 1, as the board numbers its pawns."""
        return [f"Seat {seat + 1}" for seat in range(self.game.edition.seats)]


def _seated(game: Game, bots: Mapping[int, str | Bot]) -> dict[int, Bot]:
    seated: dict[int, Bot] = {}
    for seat, bot in bots.items():
        if type(seat) is not int or not 0 <= seat < game.edition.seats:
            raise BadSetting(f"There is no seat {seat!r} for a bot: 0 to {game.edition.seats - 1}.")
        seated[seat] = make_bot(bot) if isinstance(bot, str) else bot
        require_fit(seated[seat], game.edition)
    return seated
