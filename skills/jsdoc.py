"""Reads the JSDoc of a skill as data, and reports what is missing or wrong in it.

A skill's JSDoc is its only metadata: the library's search, the prompts of models and the trials use it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from minecrew.bridge import Flaw, ProgramReading
from minecrew.game import DISTANCES
from minecrew.runlog import UserError
from minecrew.skills.parameters import is_bot, read_param
from minecrew.skills.skill import find_doc
from minecrew.skills.tags import DISTANCE, TAGS, line_of, read_tags
from minecrew.skills.trial import TRIAL_TAGS, Tag, parse_trial

OPEN = re.compile(r"\btodo(_|\b)", re.IGNORECASE)
"""The placeholder that `skills new` writes for the user to replace."""


@dataclass(frozen=True)
class Doc:
    line: int
    """The line number at which the comment begins; 1 if there is no comment."""
    sentence: str
    sentence_line: int
    tags: tuple[Tag, ...]
    there: bool = True

    @property
    def internal(self) -> bool:
        return any(tag.name == "internal" for tag in self.tags)

    def values(self, name: str) -> list[Tag]:
        return [tag for tag in self.tags if tag.name == name]


def read_doc(source: str) -> Doc:
    """Returns the first JSDoc of a text, as the library reads it."""
    comment = find_doc(source)
    if not comment:
        return Doc(line=1, sentence="", sentence_line=1, tags=(), there=False)
    sentence, tags = read_tags(source[comment], line_of(source, comment.start))
    first = re.search(r"[^\s*]", source[comment])
    return Doc(
        line=line_of(source, comment.start),
        sentence=sentence,
        sentence_line=line_of(source, comment.start + (first.start() if first else 0)),
        tags=tuple(tags),
    )


def check_doc(doc: Doc, name: str, reading: ProgramReading) -> Iterator[Flaw]:
    """Returns the problems in the JSDoc of the skill `name`, which is compared with its function."""
    if not doc.there:
        yield _flaw(1, "there is no JSDoc; begin with /** What the skill does, in one sentence. */")
        return
    if reading.params and reading.doc_line != doc.line:
        yield _flaw(
            doc.line, "this /** is not a comment but would be read as the JSDoc; rewrite the code without /**"
        )
    if not doc.sentence:
        yield _flaw(doc.line, "the JSDoc has no sentence; begin with what the skill does")
    if OPEN.search(doc.sentence):
        yield _flaw(doc.sentence_line, "the sentence is still TODO; write what the skill does")
    for line, text in ((doc.sentence_line, doc.sentence), *((tag.line, tag.value) for tag in doc.tags)):
        for name in DISTANCE.findall(text):
            yield _flaw(
                line,
                f"there is no distance {name}; {_near(name, DISTANCES, 'docs/skills.md lists all names')}",
            )
    for tag in doc.tags:
        if tag.name not in TAGS:
            yield _flaw(tag.line, f"there is no tag @{tag.name}; {_near(tag.name, TAGS, 'leave it out')}")
        elif OPEN.search(tag.value):
            yield _flaw(tag.line, f"@{tag.name} is still TODO; write {TAGS[tag.name]}")
    yield from _check_params(doc, reading)
    if doc.internal:
        return
    for wanted in ("keywords", "needs", "example"):
        said = doc.values(wanted)
        if not any(tag.value for tag in said):
            line = said[0].line if said else doc.line
            yield _flaw(line, f"there is no @{wanted}; write {TAGS[wanted]}")
    yield from _check_trial(doc, name)


def _check_params(doc: Doc, reading: ProgramReading) -> Iterator[Flaw]:
    """Reports differences between the parameters in the JSDoc and those of the function."""
    said = {}
    for tag in doc.values("param"):
        try:
            param = read_param(tag.value)
        except UserError as error:
            yield _flaw(tag.line, str(error))
            continue
        if is_bot(tag.value):
            continue
        said[param.name] = tag
        if not param.type or not param.text:
            yield _flaw(tag.line, f"@param {param.name} is incomplete; write {TAGS['param']}")
    wanted = {param.name: param for param in reading.params if param.name not in (None, "bot")}
    if not reading.params:
        return  # where it has no function to read there is no more to say
    for name, tag in said.items():
        top = name.partition(".")[0]
        if top not in wanted and any(param.name is None for param in reading.params):
            continue  # one that is taken apart has no name of its own
        if top not in wanted:
            advice = _near(top, wanted, "leave it out")
            yield _flaw(tag.line, f"the function has no parameter {top}; {advice}")
            continue
        default, told = wanted[top].default, read_param(tag.value)
        if "." not in name and told.optional != (default is not None):
            form = f"[{name}={default}]" if default is not None else name
            yield _flaw(tag.line, f"@param {name} has a different default from the function; write {form}")
        elif told.default is not None and told.default.strip("'\"") != (default or "").strip("'\""):
            yield _flaw(tag.line, f"the default of {name} is {default}; write [{name}={default}]")
    for name in wanted:
        if name not in said:
            yield _flaw(doc.line, f"parameter {name} has no @param; write {TAGS['param']}")
    order = [name for name in said if name in wanted]
    if order != [name for name in wanted if name in said]:
        first = said[order[0]].line
        yield _flaw(first, "the @param tags are not in the order of the parameters; reorder them")


def _check_trial(doc: Doc, name: str) -> Iterator[Flaw]:
    """Reports a wrong tag and leaves it out, so that further wrong tags are reported, too."""
    tags = [tag for tag in doc.tags if tag.name in TRIAL_TAGS and tag.value]
    while tags:
        try:
            parse_trial(name, tags)
            return
        except UserError as error:
            line, _, what = str(error).removeprefix("line ").partition(": ")
            if not OPEN.search(next((tag.value for tag in tags if tag.line == int(line)), "")):
                yield _flaw(int(line), what)
            left = [tag for tag in tags if tag.line != int(line)]
            tags = left if any(tag.name == "example" for tag in left) else []


def _near(name: str, known: Collection[str], otherwise: str) -> str:
    near = get_close_matches(name, list(known), n=3, cutoff=0.7)
    return f"did you mean {' or '.join(near)}?" if near else otherwise


def _flaw(line: int, message: str) -> Flaw:
    return Flaw(line=line, column=1, rule="jsdoc", message=message)
