"""Completes, checks and tries a skill that an agent wrote, and copies it to the user's library.

Missing tags of the JSDoc are filled in from the run's log: the successful call, the items that the agent
held and gained, and the words of the sub-task. The log does not show what the world contained at that time,
or who helped.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from minecrew.runlog import (
    RUNS,
    Inventory,
    Items,
    Manifest,
    RunBundle,
    SkillEnded,
    SkillStarted,
    SubtaskStarted,
    UserError,
    write_whole,
)
from minecrew.skill_tools.trial_report import run_examples
from minecrew.skills import (
    NAME,
    Library,
    Skill,
    check_skill,
    keywords_of,
    read_skill,
    skill_places,
    user_library,
)
from minecrew.terminal.formatting import plain

MOST = 8
"""Maximum number of kinds of items in @give."""


@dataclass(frozen=True)
class WorkingCall:
    """A successful call of a skill."""

    args: tuple[Any, ...]
    held: Items
    """The items that its agent held when it began."""
    gained: Items
    subtask: str
    """The text of the sub-task for which the skill was written; '' if it is unknown."""

    @property
    def expect(self) -> Items:
        return {item: count for item, count in self.gained.items() if count > 0}

    @property
    def give(self) -> Items:
        """The items that were held, except the product; those that were used up come first."""
        rest = {item: count for item, count in self.held.items() if item not in self.expect and count > 0}
        used = sorted(rest, key=lambda item: (self.gained.get(item, 0), item))
        return {item: rest[item] for item in used[:MOST]}


def promote_skill(run: str, name: str, console: Console, *, out: Path = RUNS) -> bool:
    """Promotes a skill; returns whether this succeeded. Raises UserError if the skill is not in the run, or
    is already in the library.
    """
    bundle = RunBundle.find(run, out)
    written = _find(bundle, name)
    library = Library(skill_places())
    if known := library.get(name):
        raise UserError(f"a skill {name!r} already exists in {known.path}; remove it, or rename the function")
    path = user_library() / written.name
    source = _completed(read_skill(written), bundle)
    if flaws := check_skill(source, name, {**library.sources(), name: source}):
        console.print(
            Text(plain(f"{name} was not promoted; fix these problems in {written}")), soft_wrap=True
        )
        for flaw in flaws:
            line = source.splitlines()[flaw.line - 1].strip()
            console.print(Text(plain(f"  {flaw.message}: {line}"), style="red"), soft_wrap=True)
        return False
    library.keep(source, name)
    if not run_examples(library, [name], console):
        return False
    write_whole(path, source, parents=True)
    console.print(Text(plain(f"{name} was written to {path}"), style="green"), soft_wrap=True)
    return True


def _find(bundle: RunBundle, name: str) -> Path:
    """The text of a skill in the run's folder; the name is only compared with the files there."""
    files = sorted(bundle.skills_path.glob("*.js"))
    written = {path.stem: path for path in files if not path.is_symlink()}
    if not NAME.fullmatch(name) or name not in written:
        there = f"it has {', '.join(written)}" if written else "no agent wrote a skill that worked"
        raise UserError(f"there is no skill {name!r} in run {bundle.id!r}; {there}")
    return written[name]


def _completed(skill: Skill, bundle: RunBundle) -> str:
    """Returns the source with an export, and with missing tags added to its JSDoc."""
    source = skill.source
    if "module.exports" not in source:
        source = f"{source.rstrip()}\nmodule.exports = {skill.name}\n"
    if skill.trial and skill.keywords and skill.needs:
        return source
    manifest, worked = bundle.manifest(), _working_call(skill.name, bundle)
    if worked is None or manifest is None:
        raise UserError(f"run {bundle.id!r} has no successful call of {skill.name!r}; write an @example")
    tags = []
    if not skill.keywords:
        tags.append(f"@keywords {' '.join(keywords_of(f'{worked.subtask} {skill.summary}'))}")
    if not skill.needs:
        tags.append(f"@needs {_amounts(worked.give, ' ') or 'nothing'}")
    if skill.trial is None:
        tags += _example(skill, manifest, worked)
    begin, end = source.index("/**"), source.index("*/")
    lines = "".join(f"\n * {tag}" for tag in tags)
    return f"{source[:begin]}{source[begin:end].rstrip()}{lines}\n {source[end:]}"


def _example(skill: Skill, manifest: Manifest, worked: WorkingCall) -> list[str]:
    arguments = "".join(f", {json.dumps(value)}" for value in worked.args)
    tags = [f"@example {skill.name}(bot{arguments})", f"@arena {manifest.task['world']['arena']}"]
    tags += [f"@give {_amounts(worked.give, '=')}"] if worked.give else []
    tags += [f"@expect {_amounts(worked.expect, '=')}"] if worked.expect else []
    return [*tags, f"@seed {manifest.seed}"]


def _amounts(held: Mapping[str, int], sign: str) -> str:
    """'oak_log=2, stick=1' or, with a blank as separator, '2 oak_log, 1 stick'."""
    pairs = sorted(held.items())
    return ", ".join(f"{item}={count}" if sign == "=" else f"{count} {item}" for item, count in pairs)


def _working_call(name: str, bundle: RunBundle) -> WorkingCall | None:
    """The first call of the skill that achieved its sub-task."""
    held: dict[str | None, Items] = {}
    running: dict[str | None, tuple[SkillStarted, Items]] = {}
    texts: dict[str | None, str] = {}
    for event in bundle.read().events:
        match event:
            case Inventory():
                held[event.agent] = dict(event.items)
            case SubtaskStarted():
                texts[event.subtask] = event.text
            case SkillStarted() if event.name == name:
                running[event.agent] = (event, held.get(event.agent, {}))
            case SkillEnded() if event.name == name and event.ok and event.agent in running:
                started, had = running[event.agent]
                text = texts.get(started.subtask, "") if started.subtask else ""
                return WorkingCall(args=started.args, held=had, gained=dict(event.gained), subtask=text)
    return None
