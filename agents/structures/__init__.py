"""The discussion structures there are: one file each, found here, and those of other installed packages.

A package brings one of its own by an entry point of the group `minecrew.structures`, e.g.
`shout = "shouting:STRUCTURE"`. They are loaded when somebody first asks for one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import iter_modules

from minecrew.agents.structure import Structure
from minecrew.runlog import UserError

GROUP = "minecrew.structures"
PROMPTS = Path(__file__).with_name("prompts")


@cache
def structures() -> Mapping[str, Structure]:
    """Name -> structure, by name. Raises UserError where a package brings what is none."""
    found: dict[str, Structure] = {}
    ours = [
        (module.name, import_module(f"{__name__}.{module.name}").STRUCTURE)
        for module in iter_modules(__path__)
    ]
    for where, one in [*ours, *((point.value, point.load()) for point in entry_points(group=GROUP))]:
        if not isinstance(one, Structure) or one.name in found:
            raise UserError(f"{where} of the group {GROUP} is no Structure with a name of its own; remove it")
        found[one.name] = one
    return dict(sorted(found.items()))


def find_structure(name: str) -> Structure:
    """Raises UserError with the names there are."""
    if name not in structures():
        *names, last = structures()
        raise UserError(f"there is no discussion structure {name!r}; give {', '.join(names)} or {last}")
    return structures()[name]
