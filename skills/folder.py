"""Reads a folder of skills that somebody else wrote: the skills' code and descriptions.

This module knows two layouts: Voyager's (`skills.json`, `code/NAME.js`, `description/NAME.txt`) and a plain
folder of .js files. The folder is never changed. No name is used as a path, no link is followed, and only
regular files are opened.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import BaseModel, TypeAdapter, ValidationError

from minecrew.runlog import UserError

LARGEST = 256 * 1024
"""Maximum size of a skill's file in bytes."""
LARGEST_INDEX = 64 * 1024 * 1024
"""Maximum size of a `skills.json` in bytes."""
MOST = 5000
"""Maximum number of files that are read."""


class _IndexEntry(BaseModel):
    """One entry of a `skills.json`; Voyager's other keys are ignored."""

    code: str
    description: str = ""


_INDEX = TypeAdapter(dict[str, _IndexEntry])


@dataclass(frozen=True)
class ForeignSkill:
    """The code of one skill in the folder."""

    file: str
    """The file's location, for messages only; it is never opened."""
    name: str
    """The file's name without its extension, or the key in `skills.json`."""
    source: str = ""
    description: str = ""
    newest: bool = False
    """Whether `skills.json` contains this text under this name."""
    unreadable: str = ""
    """The reason why the code could not be read; empty if it could."""


def read_folder(path: Path) -> list[ForeignSkill]:
    """Returns all skills of a folder, or the skill of a file. Raises UserError if there are none."""
    if path.is_file():
        return [_foreign(path, path.name)]
    if not path.is_dir():
        raise UserError(f"{str(path)!r} does not exist; give a folder of skills")
    inner = path / "skill"  # a checkpoint of Voyager's holds its library there
    root = inner if (inner / "skills.json").is_file() or (inner / "code").is_dir() else path
    voyagers = (root / "skills.json").is_file() or (root / "code").is_dir()
    found = _voyagers(root) if voyagers else [_foreign(file, file.name) for file in _scripts(root)]
    if not found:
        raise UserError(
            f"{str(path)!r} contains no skills; it needs .js files, or code/ and skills.json as in Voyager"
        )
    return found


def _voyagers(root: Path) -> list[ForeignSkill]:
    index, problem = _index(root / "skills.json")
    found = [ForeignSkill(file="skills.json", name="skills.json", unreadable=problem)] if problem else []
    unseen = dict(index)
    for file in _scripts(root / "code"):
        text = root / "description" / f"{file.stem}.txt"
        one = _foreign(file, f"code/{file.name}", _described(text))
        keys = [key for key, (source, _) in index.items() if source.strip() == one.source.strip()]
        for key in keys:
            unseen.pop(key, None)
        described = one.description or (index[keys[0]][1] if keys else "")
        found.append(replace(one, description=described, newest=bool(keys)))
    for key, (source, description) in unseen.items():
        found.append(
            ForeignSkill(f"skills.json: {key[:64]}", key, source=source, description=description, newest=True)
        )
    return found


def _index(path: Path) -> tuple[dict[str, tuple[str, str]], str]:
    """Returns {name: (code, description)}, or the reason why the file cannot be read."""
    if not path.is_file():
        return {}, ""
    text, problem = _text(path, LARGEST_INDEX)
    if problem:
        return {}, problem
    try:
        entries = _INDEX.validate_json(text)
    except ValidationError:
        return {}, "does not have Voyager's form, {name: {code, description}}"
    return {name: (entry.code[:LARGEST], entry.description) for name, entry in entries.items()}, ""


def _scripts(directory: Path) -> list[Path]:
    if not directory.is_dir() or directory.is_symlink():
        return []
    files = sorted(path for path in directory.iterdir() if path.suffix == ".js")
    if len(files) > MOST:
        raise UserError(
            f"{str(directory)!r} contains {len(files)} files; at most {MOST} can be imported at once"
        )
    return files


def _foreign(path: Path, file: str, description: str = "") -> ForeignSkill:
    source, problem = _text(path, LARGEST)
    return ForeignSkill(file, path.stem, source=source, description=description, unreadable=problem)


def _described(path: Path) -> str:
    return _text(path, LARGEST)[0]


def _text(path: Path, largest: int) -> tuple[str, str]:
    """Returns the content of a file, or the reason why it cannot be read."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        return (
            "",
            "is a link; only regular files are read"
            if path.is_symlink()
            else f"cannot be read ({error.strerror})",
        )
    try:
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode):
            return "", "is not a regular file"
        if state.st_size > largest:
            return "", f"is larger than {largest} bytes"
        with open(handle, "rb", closefd=False) as opened:
            raw = opened.read(largest)
    finally:
        os.close(handle)
    try:
        return raw.decode("utf-8-sig"), ""
    except UnicodeDecodeError:
        return "", "is not UTF-8 text"
