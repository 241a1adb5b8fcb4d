"""The public names of every package, as a snapshot: a change here is a change for everybody else.

After a change on purpose: `python tests/test_surface.py` writes tests/surface.json anew.
"""

from __future__ import annotations

import importlib
import json
from pathlib import Path

PACKAGES = (
    *("agents", "behaviors", "bridge", "game", "language", "mc_server", "minecrew", "options", "runlog"),
    "skills",
)
SNAPSHOT = Path(__file__).resolve().parent / "surface.json"


def surface() -> dict[str, list[str]]:
    return {package: sorted(importlib.import_module(_module(package)).__all__) for package in PACKAGES}


def _module(package: str) -> str:
    return package if package == "minecrew" else f"minecrew.{package}"


def test_public_names_are_as_they_were() -> None:
    assert surface() == json.loads(SNAPSHOT.read_text(encoding="utf-8"))


def test_every_public_name_is_there() -> None:
    for package, names in surface().items():
        module = importlib.import_module(_module(package))
        assert len(names) == len(set(names))
        for name in names:
            assert hasattr(module, name), f"{package}.{name}"


if __name__ == "__main__":
    SNAPSHOT.write_text(json.dumps(surface(), indent=2) + "\n", encoding="utf-8")
