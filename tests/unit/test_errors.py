"""The drawing of all errors is true, and every one of them has a code of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.support.modules import import_all
from tsuro import errors
from tsuro.errors import TsuroError

BRANCH = re.compile(r"^((?:│   |    )*)[├└]── (\w+) +(?:\(([\w.]+)\) )?\S")


def drawn() -> Iterator[tuple[str, str, str]]:
    """Name, parent and module of every error in the drawing."""
    above = ["TsuroError"]
    for line in (errors.__doc__ or "").splitlines():
        if match := BRANCH.match(line):
            depth = len(match[1]) // 4 + 1
            above[depth:] = [match[2]]
            yield match[2], above[depth - 1], f"tsuro.{match[3] or 'errors'}"


def defined(kind: type[TsuroError] = TsuroError) -> Iterator[type[TsuroError]]:
    for child in kind.__subclasses__():
        if child.__module__.startswith("tsuro."):
            yield child
            yield from defined(child)


@pytest.fixture(autouse=True, scope="module")
def everything_is_imported() -> None:
    import_all()


def test_the_drawing_shows_every_error_and_no_other() -> None:
    real = [(kind.__name__, kind.__mro__[1].__name__, kind.__module__) for kind in defined()]
    assert sorted(drawn()) == sorted(real)


def test_every_error_has_a_code_of_its_own() -> None:
    # Refusals of the server and of its storage get their codes when they are raised.
    codes = [kind.code for kind in defined() if "code" in vars(kind)]
    assert len(codes) == len(list(defined())) - 2
    codes.append(TsuroError.code)
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z_]+", code) for code in codes)
