"""Specifications of what lies on one's own machine: `exec:./mybot.py`, `python:file.py:Bot`,
`model:policy.onnx,temperature=0.5`.

Kept apart from the registry, because a specification that comes over the network must never
reach them: the server uses `tsuro.bots.registry.make_bot` only.
"""

from __future__ import annotations

import importlib.util
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from tsuro.bots.base import Bot
from tsuro.bots.foreign import FAILURES, failure_with_place
from tsuro.bots.registry import checked, make_bot, settings_of
from tsuro.errors import UnknownBot


def make_local_bot(spec: str) -> Bot:
    """The bot a specification asks for, programs and Python files included."""
    kind, _, rest = spec.partition(":")
    if kind == "exec":
        from tsuro.bots.exec_bot import ExecBot

        return ExecBot(rest)
    if kind == "python":
        return _python_bot(rest)
    if kind == "model":
        return _model_bot(rest)
    return make_bot(spec)


def split_specs(text: str) -> list[str]:
    """The bots of a list such as `mcts:ms=50,threads=2,greedy`.

    A piece between commas that has a `=` and no colon before it is a setting of the bot before
    it; every other piece begins a new bot.
    """
    specs: list[str] = []
    for piece in filter(None, (piece.strip() for piece in text.split(","))):
        head = piece.partition("=")[0]
        if specs and head != piece and ":" not in head:
            specs[-1] += f",{piece}"
        else:
            specs.append(piece)
    return specs


def _python_bot(target: str) -> Bot:
    """The class or function `NAME` of `file.py:NAME` or `package.module:NAME`, called."""
    place, _, name = target.rpartition(":")
    if not place or not name:
        raise UnknownBot(f"python:{target} must name a file and a class: python:file.py:Bot.")
    try:
        bot = getattr(load_module(place), name)()
    except UnknownBot:
        raise
    except FAILURES as error:
        what = failure_with_place(error)
        raise UnknownBot(f"python:{target} cannot be made: {what}.") from error
    return checked(bot, f"python:{target}")


def _model_bot(target: str) -> Bot:
    from tsuro.bots.models import ModelBot

    file, *pairs = target.split(",")
    settings = settings_of("model", ModelBot, ",".join(pairs))
    try:
        return ModelBot(file, **settings)
    except ValueError as error:
        raise UnknownBot(f"model:{target}: {error}.") from None


def load_module(place: str) -> ModuleType:
    if not place.endswith(".py"):
        return import_module(place)
    path = Path(place)
    if not path.is_file():
        raise UnknownBot(f"There is no file {place}.")
    # By its own name, so that dataclasses and pickles of the file find their module again.
    name = f"tsuro_bot_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
