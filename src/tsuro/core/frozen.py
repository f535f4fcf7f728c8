"""Mappings that are shared by everybody and therefore changed by nobody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


class FrozenMap(Mapping[KeyT, ValueT]):
    """A copy of a mapping; unlike a `MappingProxyType` it can be hashed and pickled."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[KeyT, ValueT]) -> None:
        self._items = dict(items)

    def __getitem__(self, key: KeyT) -> ValueT:
        return self._items[key]

    def __iter__(self) -> Iterator[KeyT]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return f"FrozenMap({self._items!r})"
