"""The current skills: built-in skills, those of plug-ins and those of the user, each with its record."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from typing import Literal

from minecrew.service.digest import Digest
from minecrew.skills import SKILLS, Library, Skill, SkillRecord, add_records, skill_places, user_library


class SkillLibrary:
    """The current skills; may be used from several threads. `digests`: the source of the records."""

    def __init__(self, digests: Callable[[], list[Digest]]) -> None:
        self._digests = digests
        self.writing = asyncio.Lock()
        """The lock that is held from the check of the files until a change is written."""
        self._lock = Lock()
        self._places: tuple[Path, ...] = ()
        self._library: Library | None = None
        self._counted: list[Digest] = []
        self._records: dict[str, SkillRecord] = {}

    def all(self) -> Sequence[Skill]:
        """Returns all skills by name. Raises UserError if a file is not a skill."""
        with self._lock:
            return self._open().all()

    def search(self, query: str) -> Sequence[Skill]:
        """The skills that match any word, the best match first."""
        records = self.records()
        with self._lock:
            library = self._open()
            library.records = records
            return library.search(query, len(library.all()))

    def find(self, name: str) -> Skill | None:
        """The skill or step with this name."""
        with self._lock:
            return self._open().get(name)

    def shadows(self) -> dict[str, str]:
        """Maps the name of each skill that overrides another to the owner of the overridden skill."""
        with self._lock:
            return {shadow.name: shadow.whose for shadow in self._open().shadows}

    def records(self) -> dict[str, SkillRecord]:
        """The record of each skill's calls in all runs."""
        digests = self._digests()
        if digests is not self._counted:
            self._records = add_records(digest.calls for digest in digests)
            self._counted = digests
        return self._records

    def _open(self) -> Library:
        places = skill_places()
        if self._library is None or places != self._places:
            self._library, self._places = Library(places), places
        else:
            self._library.refresh()
        return self._library


def is_own(skill: Skill) -> bool:
    return skill.path.parent == user_library()


def place_of(skill: Skill) -> Literal["package", "plugin", "yours"]:
    """The owner of a skill: minecrew, another package, or the user."""
    if is_own(skill):
        return "yours"
    return "plugin" if SKILLS.record(skill.name) else "package"
