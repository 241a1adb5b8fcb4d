"""The library of skills: finds the files, decides between skills of the same name, and keeps the skills
that a crew writes.

Each skill has one file, and the files are the only source: before a search, changed files are read again
and the index is updated. A name is looked up among the known skills and never becomes a path. The library
does not run skills.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from minecrew.runlog import Plugins, UserError, write_whole
from minecrew.skills.index import SkillIndex
from minecrew.skills.record import SkillRecord
from minecrew.skills.skill import Skill, parse_skill, read_skill

PACKAGE = Path(__file__).resolve().parent
OWN = (PACKAGE / "steps", PACKAGE)
NAME = re.compile(r"[A-Za-z_$][\w$]{0,63}", re.ASCII)
LOOK = 1.0
"""Seconds between two checks for changed files. Checking 1,000 files takes about as long as ten searches."""
FileState = tuple[int, int]
"""A file's modification time, in ns, and its size."""


@dataclass(frozen=True)
class Shadow:
    """A skill that overrides another with the same name."""

    name: str
    path: Path
    """The file of the overriding skill."""
    hidden: Path

    @property
    def whose(self) -> str:
        """The part of the message that says which skill is overridden."""
        return "minecrew's own" if self.hidden.is_relative_to(PACKAGE) else f"that in {self.hidden.parent}"

    def __str__(self) -> str:
        return f"skill {self.name} of {self.path.parent} overrides {self.whose}"


def _ours() -> dict[str, Path]:
    return {path.stem: path for place in OWN for path in place.glob("*.js")}


def _take(name: str, value: object) -> Path:
    if not isinstance(value, Path):
        raise UserError("is not a file")
    read_skill(value)
    return value


SKILLS = Plugins("skills", ours=_ours, take=_take, suffix=".js")


def plugin_skills() -> dict[str, Path]:
    """Returns the skill files of other packages, by the names of their skills."""
    found = {plugin.record.name: plugin.value for plugin in SKILLS.outside()}
    return {name: path for name, path in found.items() if path is not None}


class Library:
    """The skills of plug-ins, of the package and of additional directories; later skills override earlier
    ones of the same name.
    """

    def __init__(
        self,
        dirs: Iterable[Path | str] = (),
        *,
        kept: Path | None = None,
        records: Mapping[str, SkillRecord] | None = None,
        plugins: Collection[str] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`kept`: the last of the directories, to which the crew's own programs are written. Such a library
        contains the skills that existed when the run began and the programs that were kept since. `records`
        influence the order of search results. `plugins`: the plug-in skills to use; default: all.
        """
        found = plugin_skills().items()
        self._plugins = [str(path) for name, path in found if plugins is None or name in plugins]
        self._kept, self._clock = kept, clock
        self.records: Mapping[str, SkillRecord] = records or {}
        self._places = (*OWN, *map(Path, dirs))
        for directory in self._places:
            if not directory.is_dir():
                raise UserError(
                    f"skills directory {str(directory)!r} does not exist; create it or name another directory"
                )
        if kept is not None:
            self._places = (*self._places, kept)
        self._states: dict[str, FileState] = {}
        self._read: dict[str, Skill] = {}
        self._unwritten: dict[str, Skill] = {}
        self._skills: dict[str, Skill] = {}
        self.added: list[Skill] = []
        """The skills that were kept since the library was opened, oldest first."""
        self.shadows: tuple[Shadow, ...] = ()
        """All skills and steps, by name. If several have the same name, the last one is used."""
        self._index = SkillIndex()
        self.refresh()

    def refresh(self) -> bool:
        """Reads changed files again; returns whether any had changed."""
        self._looked = self._clock()
        states = dict(_state(self._plugins))
        states |= {path: state for directory in self._places for path, state in _files(directory)}
        if states == self._states:
            return False
        read = {path: self._skill(path, state) for path, state in states.items()}
        self._states, self._read = states, read
        self._skills, shadows = {}, {}
        for skill in self._read.values():
            if earlier := self._skills.get(skill.name):
                shadows[skill.name] = Shadow(name=skill.name, path=skill.path, hidden=earlier.path)
            self._skills[skill.name] = skill
        self._skills |= self._unwritten
        self.shadows = tuple(shadows.values())
        self._index.fill(self.all())
        return True

    def _skill(self, path: str, state: FileState) -> Skill:
        return self._read[path] if self._states.get(path) == state else read_skill(Path(path))

    def all(self) -> list[Skill]:
        """All skills by name, without steps."""
        return [skill for _, skill in sorted(self._skills.items()) if not skill.internal]

    def get(self, name: str) -> Skill | None:
        """Returns the skill or step with that name."""
        return self._skills.get(name)

    def keep(self, source: str, name: str) -> Skill | None:
        """Adds a skill; None if the name is taken.

        Raises UserError if the text does not have the form of a skill.
        """
        if not NAME.fullmatch(name):
            raise UserError(f"{name[:64]!r} cannot be a skill's name; use one like mineAndCraft")
        if name in self._skills:
            return None
        skill = parse_skill(source, (self._kept or Path()) / f"{name}.js")
        if self._kept is not None:
            write_whole(skill.path, source, parents=True)
        else:
            self._unwritten[name] = skill
        self._skills[name] = skill
        self.added.append(skill)
        self._index.fill(self.all())
        return skill

    def sources(self) -> dict[str, str]:
        """{name: JavaScript} of all skills and steps, in the form in which a bot receives them."""
        return {name: skill.source for name, skill in self._skills.items()}

    def search(self, query: str, k: int = 5, *, least: float = 0.0) -> list[Skill]:
        """Returns the k skills that best match any word of the query, best first. A word of the query may
        be the beginning of a longer word.

        `least`: the minimum score of a result as a share of the best score, 0 to 1.
        """
        if self._kept is None and self._clock() - self._looked >= LOOK:
            self.refresh()
        return self._index.search(query, k, self.records, least)


def _files(directory: Path) -> Iterator[tuple[str, FileState]]:
    """Returns the skill files of a directory with their stamps; none if the directory does not exist."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError), os.scandir(directory) as entries:
        for entry in entries:
            if entry.name.endswith(".js"):
                with contextlib.suppress(OSError):  # a link that leads nowhere
                    stat = entry.stat()
                    yield entry.path, (stat.st_mtime_ns, stat.st_size)


def _state(paths: Iterable[str]) -> Iterator[tuple[str, FileState]]:
    """Returns those of the files that exist, with their stamps."""
    for path in paths:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            stat = Path(path).stat()
            yield path, (stat.st_mtime_ns, stat.st_size)


def user_library() -> Path:
    """Returns the path of ~/.minecrew/skills. The directory may not exist yet."""
    try:
        return Path.home() / ".minecrew" / "skills"
    except RuntimeError:
        raise UserError("your own skills need a home directory; set HOME") from None


def skill_places(dirs: Iterable[Path | str] = ()) -> tuple[Path, ...]:
    """Returns the directories for a Library, in the order in which they are searched."""
    own = user_library()
    return (*((own,) if own.is_dir() else ()), *map(Path, dirs))
