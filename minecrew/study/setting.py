"""Run options by name, as a study file gives them: `discussion`, `p_error`, `limits.round_seconds`.

A name is either the name of a run option or the path of a key in one of a task's tables. Paths to files are
relative to the study's file.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from minecrew.options import Options, read_options, setting_paths
from minecrew.runlog import UserError

Level = Mapping[str, Any]
"""A mapping from option names to values."""
NOT_HERE = {
    "seed": "a study sets its seeds with `seeds`",
    "out": "a study has its own directory",
    "json": "a study prints its own progress",
    "port": "every run has its own world",
    "seat_port": "no external agent can take a seat in a study",
    "server": "every run has its own world",
    "human": "nobody can type during a study",
    "arguments": "studies do not support it",
}
"""Options that a study cannot set, and the reasons."""
FILES = frozenset({"task", "prices"})
"""Options whose value may be the path of a file. `choose_task` reads the file of norms."""


def flat_names(given: Any, *above: str) -> Any:
    """Turns `{"limits": {"attempts": 2}}`, the form of dotted keys in TOML, into `{"limits.attempts": 2}`."""
    if not isinstance(given, Mapping) or ".".join(above) in setting_paths():
        return given
    found: dict[str, Any] = {}
    for key, value in given.items():
        inner = flat_names(value, *above, key)
        named = isinstance(value, Mapping) and ".".join((*above, key)) not in setting_paths()
        found |= inner if named else {".".join((*above, key)): inner}
    return found


def check_name(name: str, where: str) -> None:
    """Raises UserError if a study cannot set this option."""
    if name in NOT_HERE:
        raise UserError(f"{where}: {name!r} cannot be set in a study, because {NOT_HERE[name]}")
    known = setting_paths()
    if name not in known:
        near = difflib.get_close_matches(name, known, n=3)
        advice = f"did you mean {' or '.join(near)}?" if near else "`minecrew run --help` lists the options"
        raise UserError(f"{where}: there is no option {name!r}; {advice}")


def read_setting(given: Level, folder: Path) -> Options:
    """The options by name. `folder`: the folder to which file paths are relative. Raises UserError."""
    paths = setting_paths()
    found: dict[str, Any] = {}
    for name, value in given.items():
        value = _placed(name, value, folder)
        found[name if paths[name] == (name,) or "." not in name else ".".join(paths[name])] = value
    try:
        return read_options(found)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UserError(f"{where} = {first['input']!r} is wrong: {first['msg']}") from None


def _placed(name: str, value: Any, folder: Path) -> Any:
    if name == "skills":
        given = value if isinstance(value, list) else [value]
        return tuple(str(folder / one) if isinstance(one, str) else one for one in given)
    if name in FILES and isinstance(value, str) and _is_file(folder / value):
        return str(folder / value)
    return tuple(value) if isinstance(value, list) else value


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # too long for a path
        return False
