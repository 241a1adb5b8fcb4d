"""One skill: a JavaScript file and what its JSDoc says of it.

Knows the form of a skill file; neither runs it nor checks its JavaScript beyond the name of its function (the
sandbox does, when the skill is used).
"""

from __future__ import annotations

import re
from pathlib import Path

from minecrew.game import DISTANCES
from minecrew.runlog import Record, UserError
from minecrew.skills.trial import Tag, Trial, parse_trial

JSDOC = re.compile(r"/\*\*(.*?)\*/", re.DOTALL)
DISTANCE = re.compile(r"\$\{rules\.distances\.(\w+)\}")
"""A distance of the game, named in a JSDoc."""
_FUNCTION = r"(?:module\.exports\s*=\s*)?(?:async\s+)?function"
_PARAM = re.compile(
    r"(?:\{(?P<type>[^}]*)\}\s*)?(?P<open>\[)?(?P<name>[\w$.]+)(?:\s*=\s*(?P<default>[^\]]*))?\]?\s*-?\s*(?P<text>.*)",
    re.DOTALL,
)


class Param(Record):
    """One `@param`; the bot, which every skill is given first, is not listed."""

    name: str
    type: str = ""
    text: str = ""
    optional: bool = False
    default: str | None = None


class Skill(Record):
    """What the library knows of one skill file."""

    name: str
    summary: str
    params: tuple[Param, ...] = ()
    keywords: tuple[str, ...] = ()
    needs: str = ""
    example: str = ""
    """As `@example` has it."""
    trial: Trial | None = None
    """How the example is run; None: there is none, or it is a step."""
    internal: bool = False
    """A step other skills are made of (`@internal`): not found by search, not listed."""
    path: Path
    source: str

    @property
    def signature(self) -> str:
        """How a program calls it: `mineBlock(bot, name, count = 1)`."""
        words = [f"{p.name} = {p.default}" if p.default is not None else p.name for p in self.params]
        return f"{self.name}({', '.join(['bot', *words])})"


def read_skill(path: Path) -> Skill:
    """The skill in a file. Raises UserError, with what to do, when the file is not in the form of a skill."""
    try:
        source = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"skill {path}: cannot be read ({error}); it has to be a UTF-8 text file") from error
    return parse_skill(source, path)


def parse_skill(source: str, path: Path) -> Skill:
    """The skill in a text that lies, or will lie, in `path`. Raises as `read_skill`."""
    name = path.stem
    if not re.search(rf"^{_FUNCTION}\s+{re.escape(name)}\s*\(", source, re.MULTILINE):
        raise UserError(f"skill {path}: has no function {name!r}; name the file as its function")
    comment = JSDOC.search(source)
    text, tags = read_tags(comment.group(1), line_of(source, comment.start(1))) if comment else ("", [])
    if not text:
        raise UserError(f"skill {path}: has no JSDoc sentence; start it with /** What the skill does. */")
    internal = any(tag.name == "internal" for tag in tags)
    try:
        trial = None if internal else parse_trial(name, tags)
    except UserError as error:
        raise UserError(f"skill {path}, {error}") from None
    return Skill(
        name=name,
        summary=text,
        params=tuple(
            _param_of(tag.value, path) for tag in tags if tag.name == "param" and not is_bot(tag.value)
        ),
        keywords=tuple(
            w for tag in tags if tag.name == "keywords" for w in re.split(r"[\s,]+", tag.value) if w
        ),
        needs=" ".join(tag.value for tag in tags if tag.name == "needs"),
        example="\n".join(tag.value for tag in tags if tag.name == "example"),
        trial=trial,
        internal=internal,
        path=path,
        source=source,
    )


def read_tags(comment: str, first: int) -> tuple[str, list[Tag]]:
    """The sentence and the tags of a comment that begins in the line `first` of its file.

    A distance of the game stands there by its name, `${rules.distances.handOver}`, and is told as a number.
    """
    lines = [re.sub(r"^\s*\*? ?", "", line).rstrip() for line in comment.splitlines()]
    text = DISTANCE.sub(lambda at: f"{DISTANCES[at[1]]:g}" if at[1] in DISTANCES else at[0], "\n".join(lines))
    head, *rest = re.split(r"^@", text, flags=re.MULTILINE)
    line = first + head.count("\n")
    tags = []
    for block in rest:
        name, _, value = block.partition("\n" if re.match(r"\w+\n", block) else " ")
        tags.append(Tag(name=name.strip(), value=" ".join(value.split()), line=line))
        line += block.count("\n")
    return " ".join(head.split()), tags


def line_of(source: str, position: int) -> int:
    """The number of the line at `position`, from 1."""
    return source.count("\n", 0, position) + 1


def _param_of(text: str, path: Path) -> Param:
    try:
        return read_param(text)
    except UserError as error:
        raise UserError(f"skill {path}: {error}") from None


def read_param(text: str) -> Param:
    """Raises UserError, without the file, where it is not understood."""
    found = _PARAM.match(text)
    if not found:
        raise UserError(f"@param {text[:60]!r} is not understood; write {{type}} name - what it is")
    default = found["default"]
    return Param(
        name=found["name"],
        type=(found["type"] or "").strip(),
        text=found["text"].strip(),
        optional=found["open"] is not None,
        default=default.strip() if default is not None else None,
    )


def is_bot(text: str) -> bool:
    """Whether a `@param` tells of the bot."""
    found = _PARAM.match(text)
    return found is not None and found["name"] == "bot"
