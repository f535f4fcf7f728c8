"""Judging a position at once, by a few terms and their weights."""

from __future__ import annotations

from typing import Final

WEIGHING: Final = "tsuro.bots.judgement.weighing"
"""The template that weighs options."""
