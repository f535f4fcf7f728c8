"""Every rule, example and invariant of the rules pages has a test, and no test cites another."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tools.link_rules import MARK, linked, proofs, rule_pages, rules_of

PREFIXES = {"GEN", "CL", "KO", "PO", "SE", "PR", "WC", "EX", "INV"}


def documented() -> list[str]:
    return [rule for page in rule_pages() for rule in rules_of(page)]


def test_the_pages_name_every_kind_of_rule_once() -> None:
    counts = Counter(documented())
    assert {rule.partition("-")[0] for rule in counts} == PREFIXES
    assert [rule for rule, count in counts.items() if count > 1] == []


def test_every_rule_is_tested() -> None:
    proved = proofs()
    assert [rule for rule in documented() if rule not in proved] == []


def test_every_cited_rule_exists() -> None:
    known = set(documented())
    cited = {
        rule: sorted(path.name for path in paths)
        for rule, paths in proofs().items()
        if rule not in known
    }
    assert cited == {}


def test_the_pages_link_to_the_tests() -> None:
    proved = proofs()
    stale = [
        page.name
        for page in rule_pages()
        if linked(page, proved) != page.read_text(encoding="utf-8")
    ]
    assert stale == [], "run `make links`"


def test_linking_again_changes_nothing(tmp_path: Path) -> None:
    page = tmp_path / "docs" / "rules" / "page.md"
    page.parent.mkdir(parents=True)
    bare = f"# Page\n\n### CL-9 · One\n\nText.\n\n{MARK}\n\n### CL-99 · Two\n\n{MARK}\n"
    page.write_text(bare, encoding="utf-8")
    tests = {"CL-9": Counter({tmp_path / "tests" / "test_b.py": 1, tmp_path / "test_a.py": 2})}
    once = linked(page, tests)
    links = "Tests: [test_a.py](../../test_a.py) (2), [test_b.py](../../tests/test_b.py) (1)"
    assert once == bare.replace(f"{MARK}\n\n### CL-99", f"{MARK}\n{links}\n\n### CL-99")
    page.write_text(once, encoding="utf-8")
    assert linked(page, tests) == once
    assert linked(page, {}) == bare


def test_every_rule_has_a_place_for_links() -> None:
    for page in rule_pages():
        text = page.read_text(encoding="utf-8")
        assert text.count(f"\n{MARK}\n") == len(rules_of(page)), page.name
