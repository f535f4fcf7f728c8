"""Every module of ours, imported: what is looked for by class must not depend on earlier tests."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import tsuro


def import_all() -> None:
    for module in pkgutil.walk_packages(tsuro.__path__, "tsuro."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
