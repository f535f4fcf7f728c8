"""Whether something is what the documented schema promises."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

DOCS = Path(__file__).parents[2] / "docs"
SCHEMA = DOCS / "protocol.schema.json"
PRINTED = DOCS / "json.schema.json"
"""What commands print with --json."""


def validator(name: str, of: Path = SCHEMA) -> Any:
    """Checks values against one definition of a schema."""
    schema = json.loads(of.read_text(encoding="utf-8"))
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})


def check_printed(arguments: Sequence[str], printed: str) -> None:
    """Whether a document that a command has printed is what the schema promises."""
    name = arguments[0]
    for option in ("--check", "--positions"):
        if option in arguments and name in ("editions", "fuzz"):
            name = f"{name}_{option[2:]}"
    validator(name, PRINTED).validate(json.loads(printed))
