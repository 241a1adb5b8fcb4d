"""The libraries a command looks through, the user's own among them, and taking a skill out of that."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from minecrew.terminal import Terminal
from minecrew.words import plain
from runlog import RUNS, RunBundle, UserError
from skills import Library, gather_records, skill_places, user_library


def open_library(dirs: Sequence[Path], run: str | None = None, *, out: Path = RUNS) -> Library:
    """The package's skills, the user's, those of `dirs`, and those kept in a run, ranked by their records.

    Which stand for others is said on stderr.
    """
    places = skill_places(dirs)
    if run is not None:
        places = (*places, RunBundle.find(run, out).skills_path)
    library = Library(places, records=gather_records(out))
    for shadow in library.shadows:
        _warn(str(shadow))
    return library


def remove_skill(name: str, console: Console) -> None:
    """Raises UserError where it is not in the user's library."""
    own = user_library()
    found = [path for path in own.glob("*.js") if path.stem == name] if own.is_dir() else []
    if not found:
        where = "it is not yours to remove" if Library().get(name) else "`minecrew skills list` shows all"
        raise UserError(f"there is no skill {name!r} in {str(own)!r}; {where}")
    [path] = found
    path.unlink()
    console.print(Text(f"removed {path}"), soft_wrap=True)


def _warn(text: str) -> None:
    Terminal(stderr=True, soft_wrap=True, highlight=False).print(Text(plain(f"minecrew: warning: {text}")))
