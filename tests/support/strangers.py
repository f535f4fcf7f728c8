"""Editions that somebody else has registered: a classic game under another name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from tsuro.editions import registry
from tsuro.editions.edition import Edition, EditionInfo
from tsuro.editions.registry import EDITIONS, build_edition


def register(
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    *,
    sections: Mapping[str, Mapping[str, Any]] | None = None,
    **changes: Any,
) -> EditionInfo:
    """Make an edition known for one test; its name must not be used for another composition."""

    def build(seats: int, switches: Mapping[str, str]) -> Edition:
        classic = build_edition("classic", seats=seats, switches=switches)
        return replace(classic, info=info, **changes)

    classic = EDITIONS["classic"]
    info = replace(
        classic, id=name, title="Our Tsuro", home="", build=build, sections=sections or {}
    )
    monkeypatch.setitem(registry._registered, name, info)
    return info


@pytest.fixture
def without_kernel(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of an edition that only the reference plays."""
    return register(monkeypatch, "ours_without", kernel="").id
