"""The result file: JSON lines, a header with the settings and then one line a game."""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tsuro.arena.playing import GameResult
from tsuro.arena.settings import ArenaError, Settings

FORMAT = "tsuro arena 1"


class Journal:
    """Appends results as they come; an interrupted file is continued where it stopped."""

    def __init__(self, path: Path, settings: Settings) -> None:
        """Open or make the file; one of other settings is refused, a half line dropped."""
        self.path = path
        self.results: list[GameResult] = []
        try:
            if path.exists() and path.stat().st_size:
                self._resume(settings)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(_line(_header(settings)), encoding="utf-8")
            self._file = path.open("a", encoding="utf-8")
        except OSError as error:
            raise ArenaError(f"{path} cannot be used: {error.strerror}.") from None

    def add(self, result: GameResult) -> None:
        self._file.write(_line(result.to_json()))
        self._file.flush()
        self.results.append(result)

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _resume(self, settings: Settings) -> None:
        header, self.results, length = _read(self.path)
        wanted = _header(settings)
        if header != wanted:
            names = [name for name in wanted if header.get(name) != wanted[name]]
            first = names[0] if names else "format"
            raise ArenaError(
                f"{self.path} holds an arena of other settings: its {first} is "
                f"{header.get(first)!r}, not {wanted.get(first)!r}."
            )
        with self.path.open("rb+") as file:
            file.truncate(length)


def read_journal(path: Path) -> tuple[Settings, list[GameResult]]:
    """The settings and results of a file, without changing it."""
    try:
        header, results, _ = _read(path)
        return Settings.from_json(header), results
    except OSError as error:
        raise ArenaError(f"{path} cannot be read: {error.strerror}.") from None
    except (KeyError, TypeError, ValueError):
        raise ArenaError(f"{path}: the header lacks a setting, or has a senseless one.") from None


def _header(settings: Settings) -> dict[str, Any]:
    return {"format": FORMAT, **settings.to_json()}


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False) + "\n"


def _read(path: Path) -> tuple[dict[str, Any], list[GameResult], int]:
    """Header, results, and how many bytes of the file are whole lines."""
    content = path.read_bytes()
    length = content.rfind(b"\n") + 1
    header, *lines = content[:length].splitlines() or [b""]
    settings = _parsed(header)
    if "options" in settings:
        # Older files call the switches so.
        settings["switches"] = settings.pop("options")
    if settings.get("format") != FORMAT:
        raise ArenaError(f"{path} is not a result file of an arena.")
    results = {}
    for number, line in enumerate(lines, 2):
        try:
            result = GameResult.from_json(_parsed(line))
        except (KeyError, TypeError, ValueError):
            raise ArenaError(f"{path}, line {number}: this is not the result of a game.") from None
        results[result.deal, result.rotation] = result
    return settings, list(results.values()), length


def _parsed(line: bytes) -> dict[str, Any]:
    """The object of a line; nothing if it is none."""
    try:
        value = json.loads(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
