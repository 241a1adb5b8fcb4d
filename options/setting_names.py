"""The names of all settings of a run: the run options, and other keys of a task's tables by their paths."""

from __future__ import annotations

from functools import cache

from pydantic import BaseModel

from minecrew.options.declared import declared_options
from minecrew.options.options import Options

Path = tuple[str, ...]


@cache
def setting_paths() -> dict[str, Path]:
    """Maps names such as 'discussion', 'team.discussion' and 'limits.attempts' to paths in `Options`."""
    found = {".".join(path): path for path in _paths(Options)}
    return found | {one.name: one.path for one in declared_options()}


@cache
def setting_name(path: Path) -> str:
    """Returns the shortest name of the setting at a path in `Options`: 'discussion', 'limits.attempts'."""
    names = {one.path: one.name for one in declared_options()}
    return names.get(path, ".".join(path))


def _paths(model: type[BaseModel], *above: str) -> list[Path]:
    found: list[Path] = []
    for name, field in model.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            found += _paths(inner, *above, name)
        else:
            found.append((*above, name))
    return found
