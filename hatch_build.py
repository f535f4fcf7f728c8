"""What hatchling does not know by itself when it builds the package: the page, and its address.

An editable install gets no page: `make play` builds it into the same place. Whoever installs the
sdist has the page in it and needs no Node.js.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface


class PageHook(BuildHookInterface[Any]):
    """Builds the page, or takes the one that was built from the same sources."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        if (root / "PKG-INFO").is_file():
            _require(root / "src" / "tsuro" / "web" / "index.html")
            return
        sys.path.insert(0, str(root))
        from tools.build_web import BuildError, build

        try:
            build(installs=False)
        except BuildError as error:
            sys.exit(f"error: the package cannot be built without its page: {error}")


class AddressHook(MetadataHookInterface):
    """The links of the package, where the build knows them: a workflow tells whose it is."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        server, repository = (
            os.environ.get(name) for name in ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY")
        )
        metadata["urls"] = {}
        if server and repository:
            home = f"{server}/{repository}"
            metadata["urls"] = {
                "Source": home,
                "Issues": f"{home}/issues",
                "Changelog": f"{home}/blob/main/CHANGELOG.md",
            }


def _require(page: Path) -> None:
    if not page.is_file():
        sys.exit(f"error: this sdist has no page ({page} is missing); build it anew from a clone.")
