"""Finds the discussion structures: one file each in this folder, and those of other installed packages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from minecrew.agents.structure import Structure
from minecrew.runlog import Plugins, UserError

PROMPTS = Path(__file__).with_name("prompts")


@cache
def _ours() -> Mapping[str, Structure]:
    found = (import_module(f"{__name__}.{module.name}").STRUCTURE for module in iter_modules(__path__))
    return {one.name: one for one in found}


def _take(name: str, value: object) -> Structure:
    if not isinstance(value, Structure):
        raise UserError("is not a Structure")
    if value.name != name:
        raise UserError(f"has another name: {value.name!r}")
    return value


STRUCTURES = Plugins("structures", ours=_ours, take=_take)


def structures() -> Mapping[str, Structure]:
    """Maps names to structures, sorted by name."""
    return dict(sorted(STRUCTURES.all().items()))


def find_structure(name: str) -> Structure:
    """Raises UserError, which lists the known names, if there is no structure of that name."""
    found = STRUCTURES.find(name)
    if found is None:
        *names, last = structures()
        raise UserError(f"there is no discussion structure {name!r}; give {', '.join(names)} or {last}")
    return found
