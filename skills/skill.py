"""One skill: a JavaScript file and the data in its JSDoc.

This module checks only that the file has a JSDoc and a function of the right name. The sandbox checks the
rest when the skill is used.
"""

from __future__ import annotations

import re
from pathlib import Path

from minecrew.runlog import Record, UserError, read_file
from minecrew.skills.parameters import Param, read_parameters
from minecrew.skills.tags import line_of, read_tags
from minecrew.skills.trial import Trial, parse_trial

_FUNCTION = r"(?:module\.exports\s*=\s*)?(?:async\s+)?function"


class Skill(Record):
    """One skill of the library, read from its file."""

    name: str
    summary: str
    params: tuple[Param, ...] = ()
    keywords: tuple[str, ...] = ()
    needs: str = ""
    example: str = ""
    """The call in `@example`, as JavaScript."""
    trial: Trial | None = None
    """The trial that runs the example; None if there is no example or the skill is a step."""
    internal: bool = False
    """Whether it is a step that other skills use (`@internal`). Steps are neither searched nor listed."""
    instead: str = ""
    """The skill that prompts show instead of this one (`@instead`); empty if prompts show this one."""
    returns: str = ""
    """The description of the skill's result (`@returns`)."""
    path: Path
    source: str

    @property
    def signature(self) -> str:
        """The call in a program: `mineBlock(bot, name, count = 1)`."""
        words = [f"{p.name} = {p.default}" if p.default is not None else p.name for p in self.params]
        return f"{self.name}({', '.join(['bot', *words])})"


def read_skill(path: Path) -> Skill:
    """Reads the skill in a file.

    Raises UserError, which says what to do, if the file does not have the form of a skill.
    """
    try:
        source = read_file(path).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"skill {path}: cannot be read ({error}); it must be a UTF-8 text file") from error
    return parse_skill(source, path)


def parse_skill(source: str, path: Path) -> Skill:
    """Reads a skill from a text whose file is, or will be, `path`. Raises the same errors as `read_skill`."""
    name = path.stem
    if not re.search(rf"^{_FUNCTION}\s+{re.escape(name)}\s*\(", source, re.MULTILINE):
        raise UserError(f"skill {path}: has no function {name!r}; give the file the name of its function")
    comment = find_doc(source)
    text, tags = read_tags(source[comment], line_of(source, comment.start)) if comment else ("", [])
    if not text:
        raise UserError(f"skill {path}: has no JSDoc sentence; start it with /** What the skill does. */")
    internal = any(tag.name == "internal" for tag in tags)
    try:
        trial = None if internal else parse_trial(name, tags)
    except UserError as error:
        raise UserError(f"skill {path}, {error}") from None
    try:
        params = read_parameters(name, [tag.value for tag in tags if tag.name == "param"], source)
    except UserError as error:
        raise UserError(f"skill {path}: {error}") from None
    return Skill(
        name=name,
        summary=text,
        params=params,
        keywords=tuple(
            w for tag in tags if tag.name == "keywords" for w in re.split(r"[\s,]+", tag.value) if w
        ),
        needs=" ".join(tag.value for tag in tags if tag.name == "needs"),
        example="\n".join(tag.value for tag in tags if tag.name == "example"),
        trial=trial,
        instead=" ".join(tag.value for tag in tags if tag.name == "instead"),
        returns=" ".join(tag.value for tag in tags if tag.name == "returns"),
        internal=internal,
        path=path,
        source=source,
    )


def find_doc(source: str) -> slice | None:
    """Returns the position of the text's first JSDoc, or None if it has no JSDoc."""
    begin = source.find("/**")
    end = source.find("*/", begin + 3)
    return None if begin < 0 or end < 0 else slice(begin + 3, end)
