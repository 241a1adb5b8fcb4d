"""Writes docs/api.md from the docstrings: `python -m minecrew.api.guide docs/api.md`."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import minecrew

HEAD = """# The Python API

Generated from the docstrings; do not edit. Import the API with
`from minecrew import run_task, load_runs, Study`. Tables need `pip install 'minecrew[study]'`.
[plugins.md](plugins.md) explains how to write your own minds, structures, detectors, arenas and skills.
"""


def api_guide() -> str:
    names = ("run_task", "load_runs", "LoadedRun", "LoadedRuns", "Study")
    return "\n".join([HEAD, *(line for name in names for line in _entry(name))])


def _entry(name: str) -> Iterator[str]:
    found = getattr(minecrew, name)
    yield f"## {name}"
    if not inspect.isclass(found):
        yield from (_signature(name, found), "", _text(found), "")
        return
    yield from (_text(found), "")
    if "__init__" in vars(found) and found.__init__.__doc__:
        yield from (_signature(name, found.__init__), "", _text(found.__init__), "")
    for member, value in vars(found).items():
        function = value.fget if isinstance(value, property) else value
        function = function.func if isinstance(function, cached_property) else function
        if member.startswith("_") or not callable(function):
            continue
        signature = _signature(member, function) if function is value else ""
        yield from (f"### {name}.{member}", signature, _text(function), "")


def _signature(name: str, function: Any) -> str:
    parts: list[str] = []
    named = False
    for one in inspect.signature(function).parameters.values():
        if one.name == "self":
            continue
        if one.kind is one.KEYWORD_ONLY and not named and not any(part.startswith("*") for part in parts):
            parts.append("*")
        named = named or one.kind is one.KEYWORD_ONLY
        stars = "*" if one.kind is one.VAR_POSITIONAL else "**" if one.kind is one.VAR_KEYWORD else ""
        default = "" if one.default is one.empty else f" = {one.default!r}"
        parts.append(f"{stars}{one.name}: {one.annotation}{default}")
    returns = inspect.signature(function).return_annotation
    return f"```python\n{name}({', '.join(parts)}) -> {returns}\n```"


def _text(value: Any) -> str:
    return inspect.cleandoc(value.__doc__ or "")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(api_guide(), encoding="utf-8")
