"""Opens the library that a command searches, and changes the user's own library."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from minecrew.runlog import RUNS, RunBundle, UserError, write_whole
from minecrew.skills import NAME, SKILLS, Library, gather_records, skill_places, user_library
from minecrew.terminal import say_error


def open_library(dirs: Sequence[Path], run: str | None = None, *, out: Path = RUNS) -> Library:
    """Returns a library of the built-in skills, the user's skills, those of `dirs`, and those that a run
    kept, ranked by their records.

    Warnings about overridden skills and about broken skills of other packages go to standard error.
    """
    places = skill_places(dirs)
    if run is not None:
        places = (*places, RunBundle.find(run, out).skills_path)
    library = Library(places, records=gather_records(out))
    for shadow in library.shadows:
        say_error(f"warning: {shadow}")
    for plugin in SKILLS.outside():
        if plugin.problem:
            say_error(f"warning: {plugin.problem}")
    return library


def remove_skill(name: str) -> Path:
    """Removes a skill from the user's library, and returns its path. Raises UserError if it is not there."""
    path = _own(name)
    if path is None:
        where = (
            ("the skill is not in your own library")
            if Library().get(name)
            else "`minecrew skills list` shows all"
        )
        raise UserError(f"there is no skill {name!r} in {str(user_library())!r}; {where}")
    path.unlink()
    return path


def save_skill(name: str, source: str) -> Path:
    """Writes a skill, replacing an existing one, and returns its path. Raises UserError for a wrong name."""
    if not NAME.fullmatch(name):
        raise UserError(f"{name[:64]!r} cannot be a skill's name; use letters and digits, like pickFlowers")
    path = _own(name) or user_library() / f"{name}.js"
    write_whole(path, source, parents=True)
    return path


def _own(name: str) -> Path | None:
    own = user_library()
    return next((path for path in own.glob("*.js") if path.stem == name), None) if own.is_dir() else None
