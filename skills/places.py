"""Where skills are looked for besides the package: the user's own library, then named directories."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from minecrew.runlog import UserError


def user_library() -> Path:
    """~/.minecrew/skills. May not exist yet."""
    try:
        return Path.home() / ".minecrew" / "skills"
    except RuntimeError:
        raise UserError("there is no home directory, and so no skills of your own; set HOME") from None


def skill_places(dirs: Iterable[Path | str] = ()) -> tuple[Path, ...]:
    """The directories to give to a Library, in the order in which they are looked through."""
    own = user_library()
    return (*((own,) if own.is_dir() else ()), *map(Path, dirs))
