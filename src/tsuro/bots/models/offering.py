"""Models with names of their own, for a server that offers them to everybody."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tsuro.bots.base import Bot
from tsuro.bots.models.bot import ModelBot
from tsuro.bots.registry import BotInfo, offer_bot
from tsuro.errors import UnknownBot


@dataclass(frozen=True)
class Offered:
    """Makes the player; whoever asks for it by its name can set nothing."""

    file: str

    def __call__(self) -> Bot:
        return ModelBot(self.file)


def offer_models(models: Iterable[str]) -> None:
    """Make bots known: each as `NAME=FILE`. A file that cannot be read is refused at once."""
    for text in models:
        name, equals, file = text.partition("=")
        if not equals:
            raise UnknownBot(f"A model is offered as NAME=FILE, not {text!r}.")
        _ = ModelBot(file).policy
        offer_bot(BotInfo(name, "plays what it has learned", Offered(file)))
