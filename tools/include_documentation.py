"""Put the documentation into what is built, if `make docs` has built it; the build back end calls this."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class IncludeDocumentation(BuildHookInterface):  # type: ignore[type-arg, misc, unused-ignore]
    """Adds build/docs to source distributions as it is, and to wheels as a folder of the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a build; an editable installation finds the folder by itself."""
        built = Path(self.root) / "build" / "docs"
        if version == "editable" or not (built / "index.html").is_file():
            return
        place = "plyground/documentation" if self.target_name == "wheel" else "build/docs"
        build_data["force_include"][str(built)] = place
