"""The tables of docs/rules/components.md and derivations.md say what the data files say."""

from __future__ import annotations

from pathlib import Path

from tests.support.boxes import printed_data
from tsuro.editions.printed import mirror_pairs
from tsuro.editions.sections import read_section

RULES = Path(__file__).resolve().parents[2] / "docs" / "rules"
PAGES = (RULES / "components.md", RULES / "derivations.md")


def rows(width: int) -> list[list[str]]:
    """The rows of all tables with so many columns."""
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    lines = [line for text in texts for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if len(row) == width]


def test_patterns_and_copies() -> None:
    table = {row[0]: row for row in rows(9) if row[0].startswith("T")}
    assert {name: row[1] for name, row in table.items()} == read_section(
        "tsuro.editions", "shapes"
    )["codes"]
    for column, edition in enumerate(("classic", "kosmos", "pocket", "seas"), start=5):
        told = {name: int(row[column]) for name, row in table.items()}
        assert told == printed_data(edition)["tiles"]["copies"], edition


def test_mirror_pairs_of_the_seas() -> None:
    copies = printed_data("seas")["tiles"]["copies"]
    told = [row[:3] for row in rows(4) if row[0].startswith("T")]
    assert told == [
        [f"{one}, {other}", f"{copies[one]}, {copies[other]}", str(copies[one] + copies[other])]
        for one, other in mirror_pairs()
    ]
    images = {row[0]: row[4] for row in rows(9) if row[0].startswith("T") and row[4] != "self"}
    assert images == dict([*mirror_pairs(), *((b, a) for a, b in mirror_pairs())])


def test_dice_and_daikaiju() -> None:
    data = printed_data("seas")
    lines = {row[0].partition(":")[0]: [int(cell) for cell in row[1:]] for row in rows(7)[2:]}
    assert lines == {colour: data["dice"][colour] for colour in ("gold", "blue")}
    for names, *actions in (row for row in rows(6) if row[0].startswith("G")):
        for name in names.split(", "):
            assert actions == data["daikaiju"]["arrows"][name], name


def test_tiles_of_phoenix_rising() -> None:
    tiles = printed_data("phoenix")["tiles"]
    centre = {}
    for name, lantern, one, state, other, _ in (row for row in rows(6) if row[0].startswith("C")):
        faces = {"a": one.partition(": ")[2], "b": other.partition(": ")[2]}
        glowing = "a" if state == "Glowing" else "b"
        centre[name] = {"lantern": lantern, "glowing": glowing, **faces}
    assert centre == tiles["centre"]
    edge = {row[0]: {"a": row[1], "b": row[2]} for row in rows(3) if row[0].startswith("E")}
    assert edge == tiles["edge"]
