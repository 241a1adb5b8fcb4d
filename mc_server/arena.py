"""The arenas there are, what their cards promise, and one of them as its seed makes it; no server is needed.

Knows `describe.js` and Node; nothing of how an arena is made or drawn.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from minecrew.bridge import Building, node_binary
from minecrew.runlog import Capacity, Fault, Items, Record, UserError

FOLDER: Final = Path(__file__).with_name("arenas")
SCRIPT: Final = Path(__file__).with_name("describe.js")
SECONDS: Final = 20.0


class ArenaCard(Record):
    """What every seed of an arena holds at least."""

    name: str
    holds: str
    """In one sentence."""
    walk: Items
    """Blocks and mobs that can be reached on foot."""
    digging: int = 0
    """Blocks to be dug through at most, on the way to what `dig` names."""
    dig: Items = {}


class Surface(Record):
    """The uppermost blocks, row by row along x; `origin` is the first cell's x and z."""

    origin: tuple[int, int]
    width: int
    depth: int
    palette: tuple[str, ...]
    cells: tuple[int, ...]
    """Indexes into `palette`."""
    heights: tuple[int, ...]


class Birth(Record):
    """Where a mob stands at the start."""

    kind: str
    x: float
    y: float
    z: float


class Arena(Record):
    """An arena as its seed makes it, before anybody comes."""

    name: str
    seed: int
    spawn: tuple[float, float, float]
    bounds: tuple[int, int, int, int]
    resources: Items
    capacity: dict[str, Capacity] = {}
    surface: Surface
    mobs: tuple[Birth, ...]
    buildings: tuple[Building, ...] = ()


def arenas() -> tuple[str, ...]:
    """Names of the arenas there are."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.js")))


def require_arena(name: str) -> None:
    """Raises UserError with the names there are."""
    if name not in arenas():
        raise UserError(f"there is no arena {name!r}; there are {', '.join(arenas())}")


def arena_cards() -> tuple[ArenaCard, ...]:
    """One card per arena, by name."""
    return TypeAdapter(tuple[ArenaCard, ...]).validate_python(_describe())


def make_arena(name: str, *, seed: int = 1) -> Arena:
    """Raises UserError for an arena there is not."""
    require_arena(name)
    return Arena.model_validate(_describe(name, str(seed)))


def _describe(*arguments: str) -> Any:
    command = [str(node_binary()), str(SCRIPT), *arguments]
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True)
        return json.loads(told.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise Fault(f"{SCRIPT.name} did not describe the arena ({type(error).__name__})") from error
