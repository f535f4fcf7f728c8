"""`@rule("CL-9")` says which rules a test proves; a meta-test demands one for every rule."""

from __future__ import annotations

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    return pytest.mark.rule(*ids)
