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
NAMES: Final = (
    *("tsuro.server", "tsuro.bots", "tsuro.fast"),
    *("uvicorn", "uvicorn.error", "uvicorn.access", "asyncio"),
)
"""Those who speak at the level that was asked for; all others, when they warn of something."""
_chosen: tuple[Format, str] = ("text", "warning")


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
    """Send everything that is said in this process to standard error, in one form."""
    global _chosen
    _chosen = form, level
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    logging.getLogger().handlers = [handler]
    logging.captureWarnings(True)
    for name in NAMES:
        logger = logging.getLogger(name)
        logger.handlers = []
        logger.setLevel(level.upper())


def chosen_form() -> tuple[Format, str]:
    """In which form and from which level on; for processes that speak for the server."""
    return _chosen
