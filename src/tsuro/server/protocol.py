"""The versioned schema of everything on the wire, as one document."""

from __future__ import annotations

from typing import Any

from tsuro.server.app import ENDPOINTS
from tsuro.server.http.openapi import http_types, message_schema


def protocol_schema() -> dict[str, Any]:
    """JSON Schema of all socket messages and of all HTTP bodies."""
    return message_schema(http_types(ENDPOINTS))
