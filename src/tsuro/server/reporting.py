"""Log lines for operators: time, level and what happened, as text or as JSON."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Final, Literal

Format = Literal["text", "json"]
FORMATS: Final = ("text", "json")
LEVELS: Final = ("debug", "info", "warning", "error")
NAMES: Final = ("tsuro.server", "uvicorn", "uvicorn.error", "uvicorn.access")


def _time(record: logging.LogRecord) -> str:
    moment = datetime.fromtimestamp(record.created, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class TextLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        text = f"{_time(record)} {record.levelname.lower()} {record.getMessage()}"
        if record.exc_info:
            text += "\n" + self.formatException(record.exc_info)
        return text


class JsonLines(logging.Formatter):
    """One object a line, whatever the message holds."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


def report_to_stderr(form: Format, level: str) -> None:
    """Send everything the server says to standard error, in one form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    for name in NAMES:
        logger = logging.getLogger(name)
        logger.handlers = [handler] if name in ("tsuro.server", "uvicorn") else []
        logger.propagate = name not in ("tsuro.server", "uvicorn")
        logger.setLevel(level.upper())
