"""The arenas: their cards, and their content for a given seed. No server is needed.

Arenas of other packages are JavaScript files in a folder of the package. This module knows `describe.js`
and Node, but not how an arena is made or drawn.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Self

from pydantic import ValidationError, model_validator

from minecrew.bridge import Building, node_binary
from minecrew.runlog import Capacity, Fault, Items, Plugins, Record, UserError

FOLDER: Final = Path(__file__).with_name("arenas")
SCRIPT: Final = Path(__file__).with_name("describe.js")
SECONDS: Final = 20.0


class ArenaCard(Record):
    """An arena's card: the minimum content for every seed."""

    name: str
    holds: str
    """The description in one sentence."""
    walk: Items
    """Blocks and mobs that can be reached on foot."""
    digging: int = 0
    """Maximum number of blocks to dig through on the way to the blocks that `dig` names."""
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

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if not len(self.cells) == len(self.heights) == self.width * self.depth or self.width < 0:
            raise ValueError(
                "the number of cells or heights does not match the width and depth of the surface"
            )
        if not all(0 <= cell < len(self.palette) for cell in self.cells):
            raise ValueError("a cell of the surface is not in its palette")
        return self


class Birth(Record):
    """The place of a mob at the start."""

    kind: str
    x: float
    y: float
    z: float
    owner: str | None = None
    """The owner that its name tag says."""


class Arena(Record):
    """The content of an arena for one seed, before anybody joins."""

    name: str
    seed: int
    spawn: tuple[float, float, float]
    bounds: tuple[int, int, int, int]
    resources: Items
    capacity: dict[str, Capacity] = {}
    surface: Surface
    mobs: tuple[Birth, ...]
    buildings: tuple[Building, ...] = ()


def _ours() -> dict[str, Path]:
    return {path.stem: path for path in FOLDER.glob("*.js")}


def _take(name: str, value: object) -> Path:
    if not isinstance(value, Path):
        raise UserError("is not a file")
    return value


ARENAS = Plugins("arenas", ours=_ours, take=_take, suffix=".js")


def arenas() -> tuple[str, ...]:
    """The names of all arenas."""
    return tuple(sorted(ARENAS.all()))


def require_arena(name: str) -> None:
    """Raises UserError, which lists the known names, if there is no arena of that name."""
    if ARENAS.find(name) is None:
        raise UserError(f"there is no arena {name!r}; choose from {', '.join(arenas())}")


def arena_file(name: str) -> str | None:
    """The file of another package's arena; None if the arena is built in. Raises UserError if there is no
    such arena.
    """
    require_arena(name)
    return str(ARENAS.find(name)) if ARENAS.record(name) else None


def blame_arena(name: str, why: str) -> UserError:
    """The message about another package's arena that cannot be made."""
    record = ARENAS.record(name)
    title, package = (record.title, record.package) if record else (f"the arena {name!r}", "its package")
    return UserError(f"{title} cannot be made ({why}); correct or uninstall {package}")


def arena_cards(leave_out: Callable[[str], None] = lambda why: None) -> tuple[ArenaCard, ...]:
    """One card per arena, by name. If a file of another package produces no card, `leave_out` is called with
    the reason.
    """
    told = _describe({"cards": [{"name": name, "file": arena_file(name)} for name in arenas()]})
    cards = []
    for one in told:
        try:
            if "error" in one:
                raise blame_arena(one["name"], one["error"])
            cards.append(ArenaCard.model_validate(one))
        except ValidationError as error:
            if not ARENAS.record(one["name"]):
                raise
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            leave_out(str(blame_arena(one["name"], f"its card: {where}: {first['msg']}")))
        except UserError as error:
            leave_out(str(error))
    return tuple(cards)


def make_arena(name: str, *, seed: int = 1) -> Arena:
    """Raises UserError for an unknown arena, or for an arena that another package fails to make."""
    told = _describe({"name": name, "file": arena_file(name), "seed": seed})
    if "error" in told:
        raise blame_arena(name, told["error"])
    return Arena.model_validate(told)


def _describe(asked: dict[str, Any]) -> Any:
    command = [str(node_binary()), str(SCRIPT), json.dumps(asked)]
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True)
        return json.loads(told.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise Fault(f"{SCRIPT.name} did not describe the arena ({type(error).__name__})") from error
