"""Imports skills written by others into a library: decides which of them work here, and gives the reasons
why the others do not. The imported code is parsed but not run. A skill is named after its function; the
name is never a path. Only a trial shows whether a skill does what it says.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from minecrew.runlog import cannot_write
from minecrew.skills.check import check_skills
from minecrew.skills.folder import ForeignSkill, read_folder
from minecrew.skills.library import NAME, Library
from minecrew.skills.mentions import FunctionMention, LaterMention, Mentions, read_mentions
from minecrew.skills.preface import with_jsdoc

ImportReason = Literal["unreadable", "form", "older", "version", "offer", "calls", "taken name"]
TOLD = ("await", "loop")
"""Rules of the check that only guess at the author's intent; a skill that breaks such a rule may still
work.
"""
IN_FORM = ("syntax", "form", "export")


@dataclass(frozen=True)
class ImportRefusal:
    """A reason why a skill is refused."""

    reason: ImportReason
    words: str


@dataclass(frozen=True)
class SkillImport:
    """The result for one file."""

    file: str
    name: str = ""
    """The skill's name; '' if the file contains no skill."""
    refusals: tuple[ImportRefusal, ...] = ()
    remarks: tuple[str, ...] = ()
    """Remarks about an imported skill."""
    path: Path | None = None
    """The path of the written file; None if the skill was refused."""
    new: bool = False
    """Whether the file is new or was changed; False if it already had the same text."""


@dataclass
class _Candidate:
    foreign: ForeignSkill
    mentions: Mentions
    main: FunctionMention | None = None
    refusals: list[ImportRefusal] = field(default_factory=list)
    helpers: dict[str, str] = field(default_factory=dict)
    """{name: text} of helper functions in other skills' files; Voyager's skills can call them."""

    @property
    def name(self) -> str:
        return self.main.name if self.main else ""

    remarks: list[str] = field(default_factory=list)

    @property
    def able(self) -> bool:
        return self.main is not None and not self.refusals

    @property
    def body(self) -> str:
        """The file's lines, with the same numbers, followed by the helpers and the export."""
        parts = [self.foreign.source.rstrip(), *self.helpers.values()]
        if not re.search(r"\bmodule\.exports\s*=", self.foreign.source):
            parts.append(f"module.exports = {self.name}")
        return "\n".join(parts) + "\n"

    @property
    def text(self) -> str:
        """The text of the new skill file."""
        assert self.main
        calls = [call.name for call in self.mentions.calls if call.name not in self.helpers]
        return with_jsdoc(self.body, self.main, self.foreign.description, calls)


def import_skills(folder: Path, into: Path, library: Library, *, force: bool = False) -> list[SkillImport]:
    """Writes the skills that work here to `into`, one file per skill. `library` contains the existing skills.

    Existing files are only overwritten with `force`. Raises UserError if the folder contains no skills.
    """
    candidates = _read(read_folder(folder))
    _drop_older(candidates)
    for candidate in candidates:
        candidate.refusals += _differences(candidate.mentions.later)
    _drop_helpless(candidates, library)
    for candidate in candidates:
        if candidate.main:
            candidate.refusals += _name_taken(candidate, into, library, force=force)
    _check(candidates, library)
    _drop_helpless(candidates, library)
    return [_lay_down(candidate, into, force=force) for candidate in candidates]


def _read(foreign: Iterable[ForeignSkill]) -> list[_Candidate]:
    texts = list(foreign)
    read = read_mentions({str(i): text.source for i, text in enumerate(texts) if not text.unreadable})
    candidates = [_Candidate(text, read.get(str(i), Mentions(error=None))) for i, text in enumerate(texts)]
    for candidate in candidates:
        if candidate.foreign.unreadable:
            candidate.refusals.append(ImportRefusal("unreadable", candidate.foreign.unreadable))
        elif error := candidate.mentions.error:
            candidate.refusals.append(ImportRefusal("form", f"line {error.line}: {error.message}"))
        else:
            candidate.main = _main(candidate.mentions.functions, candidate.foreign.name)
            if not candidate.main:
                candidate.refusals.append(
                    ImportRefusal("form", "has no async function (bot, ...) at the top level")
                )
            elif not NAME.fullmatch(candidate.main.name):
                words = (
                    f"{candidate.main.name[:64]!r} cannot be the name of a skill; use only "
                    "letters, digits and _"
                )
                candidate.refusals.append(ImportRefusal("form", words))
                candidate.main = None
    return candidates


def _main(functions: tuple[FunctionMention, ...], stem: str) -> FunctionMention | None:
    """Returns the function that has the file's name (without a final V2). Otherwise, as in Voyager, returns
    the last function that takes a bot.
    """
    able = [f for f in functions if f.is_async and f.params and f.params[0].name == "bot"]
    named = {f.name: f for f in able}
    return named.get(stem) or named.get(_unversioned(stem)) or (able[-1] if able else None)


def _unversioned(stem: str) -> str:
    return re.sub(r"V\d+$", "", stem)


def _drop_older(candidates: list[_Candidate]) -> None:
    """Of several versions of a function, keeps the one in skills.json, or else the one with the highest
    number after V, and refuses the others.
    """
    several = defaultdict(list)
    for candidate in candidates:
        if candidate.main:
            several[candidate.name].append(candidate)
    for name, same in several.items():
        best = max(same, key=lambda c: (c.foreign.newest, _version(c.foreign.name, name)))
        for candidate in same:
            if candidate is not best:
                words = f"is another version of {name}; {best.foreign.file} is used instead"
                candidate.refusals.append(ImportRefusal("older", words))


def _version(stem: str, name: str) -> int:
    found = re.fullmatch(rf"{re.escape(name)}V(\d{{1,9}})", stem)
    return int(found[1]) if found else 1


def _differences(later: Iterable[LaterMention]) -> list[ImportRefusal]:
    return [
        ImportRefusal(
            "version",
            f"line {thing.line} needs {thing.name}, which exists only since Minecraft {thing.since}",
        )
        for thing in later
        if thing.needed
    ]


def _name_taken(candidate: _Candidate, into: Path, library: Library, *, force: bool) -> list[ImportRefusal]:
    name = candidate.name
    known = library.get(name)
    if known and known.internal and known.path.parent != into:
        return [
            ImportRefusal(
                "taken name", f"{name} is already the name of a step that minecrew's own skills use"
            )
        ]
    path = into / f"{name}.js"
    if force or not (known or os.path.lexists(path)):
        return []
    if os.path.lexists(path):
        if path.is_file() and path.read_bytes() == candidate.text.encode():
            return []
        return [ImportRefusal("taken name", f"a skill {name} already exists in {into}; --force replaces it")]
    return [
        ImportRefusal(
            "taken name", f"minecrew already has a skill {name}; --force lets the imported skill override it"
        )
    ]


def _check(candidates: list[_Candidate], library: Library) -> None:
    """Adds the problems that `check_skills` finds, as reasons or remarks. Problems of the JSDoc are left
    out because the import writes it.
    """
    able = {c.name: c for c in candidates if c.able}
    known = {**library.sources(), **{c.name: c.body for c in candidates if c.main}}
    for name, flaws in check_skills({name: c.body for name, c in able.items()}, known).items():
        candidate = able[name]
        in_question = {thing.line for thing in candidate.mentions.later}
        for flaw in flaws:
            words = f"line {flaw.line}: {flaw.message.partition('; ')[0]}"
            if flaw.rule in TOLD:
                candidate.remarks.append(words)
            elif flaw.rule in IN_FORM:
                candidate.refusals.append(ImportRefusal("form", words))
            elif flaw.rule != "jsdoc" and not (flaw.rule == "data" and flaw.line in in_question):
                words = f"line {flaw.line}: {flaw.message}"
                candidate.refusals.append(ImportRefusal("offer", words))


def _drop_helpless(candidates: list[_Candidate], library: Library) -> None:
    """Refuses skills that call a missing function, and then those that call a refused skill."""
    beside = {
        f.name: f
        for c in candidates
        for f in c.mentions.functions
        if f is not c.main and NAME.fullmatch(f.name)
    }
    while True:
        able = [c for c in candidates if c.able]
        there = {c.name for c in able}
        fallen = {c.name for c in candidates if c.main} - there
        for candidate in able:
            for call in candidate.mentions.calls:
                if call.name in there or library.get(call.name):
                    continue
                if call.name in beside and call.name not in fallen:
                    candidate.helpers[call.name] = beside[call.name].text
                    continue
                why = (
                    "is refused" if call.name in fallen else "is not a skill in this library or in the import"
                )
                words = f"line {call.line} calls {call.name}, which {why}"
                candidate.refusals.append(ImportRefusal("calls", words))
        if all(not c.refusals for c in able):
            return


def _lay_down(candidate: _Candidate, into: Path, *, force: bool) -> SkillImport:
    done = SkillImport(candidate.foreign.file, candidate.name, refusals=tuple(candidate.refusals))
    if candidate.refusals:
        return done
    path = into / f"{candidate.name}.js"
    remarks = tuple(
        f"line {thing.line} also uses {thing.name}, which exists only since Minecraft {thing.since}"
        for thing in candidate.mentions.later
    )
    remarks += tuple(candidate.remarks)
    text = candidate.text.encode()
    new = not (path.is_file() and not path.is_symlink() and path.read_bytes() == text)
    if new:
        _write(path, text, force=force)
    return replace(done, remarks=remarks, path=path, new=new)


def _write(path: Path, text: bytes, *, force: bool) -> None:
    """Writes the file completely or not at all. If the path is a link, the link's target stays unchanged."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".import-", suffix=".tmp")
        try:
            with os.fdopen(handle, "wb") as opened:
                opened.write(text)
            Path(name).chmod(0o644)
            if force:
                Path(name).replace(path)
            else:
                os.link(name, path)  # fails where there is one
        finally:
            with contextlib.suppress(FileNotFoundError):
                Path(name).unlink()
    except OSError as error:
        raise cannot_write(path, error) from error
