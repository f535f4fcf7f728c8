"""`tsuro editions --check`: what is right and wrong with a data file, for whoever owns the box."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from tsuro.cli.common import plural, print_json, read_text
from tsuro.editions.data_files import check_data, edition_of, line_of, parse_data
from tsuro.editions.data_table import Finding
from tsuro.editions.registry import edition_info


def report(file: Path, edition: str | None, *, as_json: bool) -> bool:
    """Print everything found; whether the file is sound."""
    text = read_text(file)
    data = parse_data(text)
    info = edition_info(edition or edition_of(data))
    findings = check_data(info.id, data)
    errors = _described(text, findings.errors)
    warnings = _described(text, findings.warnings)
    sound = not errors
    if as_json:
        print_json(
            {
                "file": str(file),
                "edition": info.id,
                "sound": sound,
                "errors": errors,
                "warnings": warnings,
            }
        )
        return sound
    click.echo(f"{file} is read as a data file of {info.title} ({info.id}).")
    for kind, found in (("error", errors), ("warning", warnings)):
        for each in found:
            line = f"line {each['line']}, " if each["line"] else ""
            click.echo(f"{kind}: {line}{each['place']}: {each['message']}.")
    verdict = "sound" if sound else f"not sound: {plural(len(errors), 'error')}"
    doubts = f", with {plural(len(warnings), 'warning')}" if warnings else ""
    click.echo(f"The file is {verdict}{doubts}.")
    return sound


def _described(text: str, findings: Iterable[Finding]) -> list[dict[str, Any]]:
    return [
        {"line": line_of(text, each.place), "place": each.place, "message": each.sentence}
        for each in findings
    ]
