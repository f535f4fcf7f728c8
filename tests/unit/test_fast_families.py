"""Which kernel plays which edition, and what every one of them must offer."""

from __future__ import annotations

import doctest
from dataclasses import replace
from typing import Any

import pytest

import tsuro.fast
from tests.support.strangers import register
from tsuro.core.state import Fate
from tsuro.editions.registry import EDITIONS, MIN_SEATS, build_edition
from tsuro.errors import KernelError
from tsuro.fast import Kernel, has_kernel, kernel_of
from tsuro.fast.contract import OFFERED, check
from tsuro.fast.families import FAMILIES, family_named, family_of, with_kernel
from tsuro.fast.shared.endings import FATES, REASONS
from tsuro.rules.hands import DealPhase

CLASSIC = build_edition("classic", seats=3)


def test_the_first_example_runs() -> None:
    outcome = doctest.testmod(tsuro.fast)
    assert (outcome.attempted, outcome.failed) == (9, 0)


@pytest.mark.parametrize("name", FAMILIES)
def test_every_family_keeps_the_contract(name: str) -> None:
    family = family_named(name)
    assert check(family) is family
    assert family.name == name
    assert all(family.function(offered).__name__ == offered for offered in OFFERED)


def test_a_family_that_lacks_something_is_refused() -> None:
    family = family_named("tiles")
    with pytest.raises(KernelError, match="The nowhere kernel does not keep the contract"):
        check(replace(family, name="nowhere"))
    with pytest.raises(KernelError, match="lacks alive, exit_fate"):
        check(replace(family, record=object))


def test_a_function_with_other_parameters_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tsuro.fast.tiles.options.legal", lambda g: 0)
    monkeypatch.delattr("tsuro.fast.tiles.play.outcomes")
    with pytest.raises(KernelError, match="it lacks legal, outcomes, or they are called"):
        check(family_named("tiles"))


def test_editions_name_their_kernel() -> None:
    kernels = {name: build_edition(name, seats=MIN_SEATS).kernel for name in EDITIONS}
    assert kernels == {
        "classic": "tiles",
        "kosmos": "tiles",
        "pocket": "tiles",
        "seas": "seas",
        "phoenix": "phoenix",
    }
    assert with_kernel() == list(EDITIONS)


def test_an_edition_without_a_kernel_has_none(without_kernel: str) -> None:
    edition = build_edition(without_kernel, seats=3)
    assert not has_kernel(edition)
    assert without_kernel not in with_kernel()
    for ask in (family_of, kernel_of):
        with pytest.raises(KernelError, match="needs a compiled kernel, and Our Tsuro has none"):
            ask(edition)
    with pytest.raises(KernelError, match="Whoever needs a compiled kernel, and Our Tsuro"):
        with_kernel(["classic", without_kernel], who="Whoever")


def test_a_changed_edition_never_gets_the_kernel_of_the_registered_one() -> None:
    """Not even one that was made before: its id is that of the other."""
    before = kernel_of(CLASSIC, ready="plain")
    for changed in (
        replace(CLASSIC, hand_size=2),
        replace(CLASSIC, bag=CLASSIC.bag[1:]),
        replace(CLASSIC, info=replace(CLASSIC.info, title="Classic Tsuro, house rules")),
        replace(CLASSIC, setup=(DealPhase(2, rule="CL-3"), *CLASSIC.setup[1:])),
    ):
        with pytest.raises(KernelError, match="is registered as 'classic': kernels play what"):
            kernel_of(changed, ready="plain")
        with pytest.raises(KernelError, match="under an id of its own"):
            Kernel(changed, compiled=False)
    assert kernel_of(CLASSIC, ready="plain") is before


def test_an_edition_that_nobody_knows_is_refused() -> None:
    with pytest.raises(KernelError, match="is registered as 'house'"):
        kernel_of(replace(CLASSIC, info=replace(CLASSIC.info, id="house")))
    with pytest.raises(KernelError, match="is registered as 'classic'"):
        kernel_of(replace(CLASSIC, switches={"ban": "everything"}))


def test_an_edition_of_somebody_else_is_played_by_the_kernel_it_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    register(monkeypatch, "ours_tiles")
    edition = build_edition("ours_tiles", seats=3)
    kernel, classic = kernel_of(edition, ready="plain"), kernel_of(CLASSIC, ready="plain")
    rows = kernel.new_rows(3, seed=1)
    assert kernel.logged_batch(rows) == classic.logged_batch(classic.new_rows(3, seed=1))
    assert kernel.edition is edition


def test_a_kernel_that_there_is_not_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, "ours_waves", kernel="waves")
    with pytest.raises(KernelError, match="called 'waves'; there are: tiles, seas, phoenix"):
        kernel_of(build_edition("ours_waves", seats=2))


class OtherDeal(DealPhase):
    """A phase of the same name that may do anything."""


def test_a_composition_that_the_named_kernel_does_not_play_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    changes: dict[str, dict[str, Any]] = {
        "ours_seas": {"kernel": "seas"},
        "ours_phoenix": {"kernel": "phoenix"},
        "ours_hand": {"hand_size": 2},
        "ours_deal": {"setup": (OtherDeal(3, rule="CL-3"), *CLASSIC.setup[1:])},
        "ours_turn": {"turn": CLASSIC.turn[:-1]},
        "ours_pawns": {"pawns_per_seat": 3},
    }
    for name, change in changes.items():
        register(monkeypatch, name, **change)
        with pytest.raises(KernelError, match="kernel cannot play Our Tsuro as it is composed"):
            kernel_of(build_edition(name, seats=3))


def test_fates_and_reasons_have_the_numbers_of_the_reference() -> None:
    assert tuple(Fate) == FATES
    assert REASONS[0] is None
    assert [reason.value for reason in REASONS[1:] if reason] == [
        *("last_standing", "all_out", "tiles_out", "board_full", "stars")
    ]
