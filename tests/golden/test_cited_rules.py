"""Whatever is asked, drawn or barred in the recorded games is so by a rule that can be read up."""

from __future__ import annotations

from pathlib import Path

from tools.link_rules import rule_pages, rules_of
from tsuro.core.asks import Decide
from tsuro.formats.record import parse_record

RECORDS = sorted(Path(__file__).parent.glob("*.tsr"))


def test_every_rule_that_is_cited_in_play_is_documented() -> None:
    cited = set[str]()
    for path in RECORDS:
        for step in parse_record(path.read_text(encoding="utf-8")).steps():
            if step.ask is not None:
                cited.add(step.ask.rule)
            if isinstance(step.ask, Decide):
                cited |= {barred.rule for barred in step.ask.barred}
    assert len(cited) > 20
    assert cited - {rule for page in rule_pages() for rule in rules_of(page)} == set()
