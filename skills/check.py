"""Checks the code of a skill: its JavaScript, its JSDoc, and whether the two agree.

    check_skill(source, "dig") -> [Flaw(line=7, column=3, rule="member", message="bot has no digg ...")]

The code is parsed but not run. The check knows the names that the bot's interface and the sandbox offer to
a program, and reports code that cannot work with them. Only a trial shows whether a skill does what it says,
and only the sandbox stops a hostile skill.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from minecrew.bridge import Flaw, ProgramText, WorldLimit, read_programs
from minecrew.runlog import UserError, read_file
from minecrew.skills.jsdoc import OPEN, Doc, check_doc, read_doc
from minecrew.skills.library import OWN, plugin_skills


def skill_files(dirs: Iterable[Path | str] = ()) -> dict[str, Path]:
    """All skill files of plug-ins, of the package and of the directories, by name. The files need not be
    valid. Later files override earlier ones of the same name.
    """
    for directory in map(Path, dirs):
        if not directory.is_dir():
            raise UserError(
                f"skills directory {str(directory)!r} does not exist; create it or name another directory"
            )
    places = (*OWN, *map(Path, dirs))
    own = {path.stem: path for place in places for path in sorted(place.glob("*.js"))}
    return {**plugin_skills(), **own}


def check_skill(
    source: str, name: str, known: Mapping[str, str] | None = None, limits: Sequence[WorldLimit] = ()
) -> list[Flaw]:
    """Returns the problems of the skill `name` with this text, in the order of the text; empty if there are
    none. `known`: {name: JavaScript} of the skills and steps that it may call, in the form of
    `Library.sources`; default: the built-in ones. `limits`: the limits of the world for which the skill is
    meant. A call that has no effect in that world breaks the rule `world`, which only leads to a warning.
    """
    return check_skills({name: source}, known, limits)[name]


def check_skills(
    sources: Mapping[str, str], known: Mapping[str, str] | None = None, limits: Sequence[WorldLimit] = ()
) -> dict[str, list[Flaw]]:
    """Checks several skills, which may call each other, and returns {name: flaws}."""
    if known is None:
        known = {name: _text(path) for name, path in skill_files().items()}
    tasks = {name: _is_async(source, name) for name, source in {**known, **sources}.items()}
    docs = {name: read_doc(source) for name, source in sources.items()}
    readings = read_programs(
        [
            ProgramText(
                name=name,
                source=source,
                step=docs[name].internal,
                calls=_calls(docs[name]),
                items=_items(docs[name]),
            )
            for name, source in sources.items()
        ],
        tasks,
        limits,
    )
    found = {}
    for (name, doc), reading in zip(docs.items(), readings, strict=True):
        flaws = [*reading.flaws, *check_doc(doc, name, reading)]
        found[name] = sorted(flaws, key=lambda flaw: (flaw.line, flaw.column))
    return found


def _calls(doc: Doc) -> tuple[tuple[str, int], ...]:
    """The example of a step is never run. It may leave out the code that it needs before it."""
    wanted = () if doc.internal else ("example", "before", "with")
    return tuple((tag.value.rstrip(";"), tag.line) for tag in doc.tags if tag.name in wanted)


def _items(doc: Doc) -> tuple[tuple[str, int], ...]:
    tags = [] if doc.internal else [*doc.values("give"), *doc.values("expect")]
    return tuple(
        (item, tag.line)
        for tag in tags
        for item in re.findall(r"([a-z][a-z0-9_]*)\s*=", tag.value)
        if not OPEN.match(item)
    )


def _is_async(source: str, name: str) -> bool:
    form = rf"^(module\.exports\s*=\s*)?async\s+function\s+{re.escape(name)}\b"
    return re.search(form, source, re.MULTILINE) is not None


def _text(path: Path) -> str:
    try:
        return read_file(path).decode("utf-8", "replace")
    except OSError as error:
        raise UserError(
            f"skill {path}: cannot be read ({error.strerror}); it has to be a text file"
        ) from error
