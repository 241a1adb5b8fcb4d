"""The library of skills: finds the files, and finds skills by words.

Knows directories and SQLite's full-text index over names, summaries and keywords; the index lives in memory
and is made anew for every Library. Keeps what a crew writes during its run. Does not run skills.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from runlog import UserError
from skills.skill import Skill, parse_skill, read_skill

PACKAGE = Path(__file__).resolve().parent
OWN = (PACKAGE / "steps", PACKAGE)
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_A-Za-z]+")
_RANK = "bm25(skills, 6.0, 2.0, 3.0)"


class Library:
    """The skills of the package and of extra directories; a later directory's replace an earlier one's."""

    def __init__(self, dirs: Iterable[Path | str] = (), *, kept: Path | None = None) -> None:
        """`kept`: where the crew's own programs are laid down; None: nowhere."""
        self._kept = kept
        self._skills: dict[str, Skill] = {}
        for directory in (*OWN, *map(Path, dirs)):
            if not directory.is_dir():
                raise UserError(
                    f"skills directory {str(directory)!r} does not exist; make it or name another"
                )
            for path in sorted(directory.glob("*.js")):
                self._skills[path.stem] = read_skill(path)
        self._index = sqlite3.connect(":memory:", check_same_thread=False)
        self._fill()

    def _fill(self) -> None:
        self._index.execute("DROP TABLE IF EXISTS skills")
        self._index.execute(
            "CREATE VIRTUAL TABLE skills USING fts5(name, summary, keywords, tokenize = 'porter unicode61')"
        )
        self._index.executemany(
            "INSERT INTO skills (rowid, name, summary, keywords) VALUES (?, ?, ?, ?)",
            [
                (row, f"{skill.name} {' '.join(_words(skill.name))}", skill.summary, " ".join(skill.keywords))
                for row, skill in enumerate(self.all())
            ],
        )

    def all(self) -> list[Skill]:
        """Every skill there is to call, by name; the steps they are made of are left out."""
        return [skill for _, skill in sorted(self._skills.items()) if not skill.internal]

    def get(self, name: str) -> Skill | None:
        """The skill (or step) of that name."""
        return self._skills.get(name)

    def keep(self, source: str, name: str) -> Skill | None:
        """Adds a skill; None where the name is taken. Raises UserError where it has not the form of one."""
        if name in self._skills:
            return None
        skill = parse_skill(source, (self._kept or Path()) / f"{name}.js")
        if self._kept is not None:
            self._kept.mkdir(parents=True, exist_ok=True)
            skill.path.write_text(source, encoding="utf-8")
        self._skills[name] = skill
        self._fill()
        return skill

    def sources(self) -> dict[str, str]:
        """{name: JavaScript} of all skills and steps, as a bot learns them."""
        return {name: skill.source for name, skill in self._skills.items()}

    def search(self, query: str, k: int = 5) -> list[Skill]:
        """The k skills that match any word of the query, best first; a word may be the beginning of one."""
        words = dict.fromkeys(word.lower() for word in _words(query))
        if not words:
            return []
        match = " OR ".join(f'"{word}"*' for word in words)
        rows = self._index.execute(
            f"SELECT rowid FROM skills WHERE skills MATCH ? ORDER BY {_RANK}, name LIMIT ?",
            (match, max(0, k)),
        )
        skills = self.all()
        return [skills[row] for (row,) in rows]


def _words(text: str) -> list[str]:
    """camelCase and snake_case taken apart; everything that is no letter or digit separates."""
    return _WORD.findall(text)
