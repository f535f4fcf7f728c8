"""What a search tree is made of: nodes in one pool, and numbers that steer the search."""

from __future__ import annotations

from typing import Annotated, Final

from tsuro.fast.shared.layout import Layout, Stored

OPEN, WON, LOST = range(3)
"""What is proved about a node, for the seat whose decision leads to it."""
DEEPEST: Final = 60
"""Decisions below the root that a tree can keep."""


class Node:
    """A sequence of decisions from the root, whatever luck came between; node 0 is the root."""

    value: Annotated[int, Stored("i8")]
    """Wins, in parts of `wins.WHOLE_WIN`, of the seat that decided for this node."""
    parent: Annotated[int, Stored("u4")]
    visits: Annotated[int, Stored("u4")]
    offered: Annotated[int, Stored("u4")]
    """How often the decision was possible when its parent was visited: hands differ."""
    hope: Annotated[float, Stored("f4")]
    """What the greedy judgement expects, from 0 to 1."""
    action: Annotated[int, Stored("u2")]
    seat: Annotated[int, Stored("u1")]
    """Who decided for this node."""
    proof: Annotated[int, Stored("u1")]


class Gauge:
    """Counters and constants of one search."""

    used: Annotated[int, Stored("i8")]
    """Nodes in use."""
    room: Annotated[int, Stored("i8")]
    """Nodes there are; with none left the tree grows no more."""
    mask: Annotated[int, Stored("i8")]
    """Length of the index, a power of two, less one."""
    iterations: Annotated[int, Stored("i8")]
    deepest: Annotated[int, Stored("i8")]
    """Decisions below the root that are kept in the tree at most."""
    viewer: Annotated[int, Stored("i8")]
    """The seat that thinks."""
    number: Annotated[int, Stored("i8")]
    """The turn at the root."""
    hidden: Annotated[int, Stored("i8")]
    """1 if there is something the viewer cannot see."""
    certain: Annotated[int, Stored("i8")]
    """1 while no luck has come since the root, in the present iteration."""
    returned: Annotated[int, Stored("i8")]
    """1 once the viewer has had another turn, in the present iteration."""
    horizon: Annotated[int, Stored("i8")]
    """Decisions after which a playout is judged instead of played on."""
    deals: Annotated[int, Stored("i8")]
    """Playouts of an iteration, each over another deal of what the viewer cannot see."""
    exploration: Annotated[float, Stored("f8")]
    bias: Annotated[float, Stored("f8")]
    urgency: Annotated[float, Stored("f8")]
    """What an untried decision is taken to be worth."""
    trust: Annotated[float, Stored("f8")]
    """How sharply that judgement tells the seats apart."""
    careful: Annotated[float, Stored("f8")]
    """How often a seat avoids its own loss in a playout, in parts of 256."""


SUMS: Final = 3
"""Lines of sums for each option of the root: every seat's parts of wins, their squares, and how
often the viewer came to its next turn."""
NODES: Final = Layout.of(Node, {})
GAUGES: Final = Layout.of(Gauge, {})
