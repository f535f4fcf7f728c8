"""The host for a caller in another language: texts go in, texts come out."""

from __future__ import annotations

import json

from tsuro.errors import TsuroError
from tsuro.local.host import Host, problem_of
from tsuro.local.keeping import written


class Bridge:
    """What a Web Worker calls; whatever is more than a name or a number is JSON."""

    def __init__(self) -> None:
        self._host = Host()

    def knows(self, table: str) -> bool:
        return self._host.knows(table)

    def restore(self, table: str, text: str) -> str:
        """Empty if all is well, else what is wrong."""
        try:
            self._host.restore(table, text)
        except TsuroError as error:
            return written(problem_of(error))
        return ""

    def listed(self, texts: str) -> str:
        return written(self._host.listed(json.loads(texts)))

    def forget(self, table: str) -> str:
        return written(self._host.forget(table))

    def connect(self, link: int, table: str) -> None:
        self._host.connect(link, table)

    def disconnect(self, link: int) -> None:
        self._host.disconnect(link)

    def say(self, link: int, text: str) -> str:
        return written(self._host.say(link, text))

    def think(self) -> str:
        """Empty if no bot is awaited."""
        effects = self._host.think()
        return "" if effects is None else written(effects)

    def study(self, number: int, body: str) -> str:
        """Empty if it begins, else the one line that says why not."""
        refused = self._host.study(number, body)
        return "" if refused is None else written(refused)

    def study_on(self, number: int) -> str:
        """Empty if nothing more comes."""
        line = self._host.study_on(number)
        return "" if line is None else written(line)

    def study_off(self, number: int) -> None:
        self._host.study_off(number)

    def request(self, method: str, path: str, query: str, body: str) -> str:
        return written(self._host.request(method, path, json.loads(query), body))
