"""The user's own library: opening it with all others, taking a skill out, taking over what an agent wrote."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from minecrew.terminal import Terminal
from minecrew.tryouts import run_examples
from minecrew.words import plain
from runlog import RUNS, Inventory, Items, RunBundle, SkillEnded, SkillStarted, UserError
from skills import NAME, Library, Skill, gather_records, parse_skill, skill_places, user_library

MOST = 8
"""Kinds of item an example is given at most that is made of what an agent held."""


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


def promote_skill(run: str, name: str, console: Console, *, out: Path = RUNS) -> bool:
    """Takes a skill of a run into the user's library, where its example passes; whether it did.

    One without an example gets that of the call which did what it was for: with its place, and what the agent
    held. Raises UserError where there is no such skill, or one of that name in the library.
    """
    bundle = RunBundle.find(run, out)
    source = _source(bundle, name)
    if known := Library(skill_places()).get(name):
        raise UserError(f"there is a skill {name!r} already, {known.path}; remove it, or rename the function")
    own = user_library()
    path = own / f"{name}.js"
    skill = parse_skill(source, path)
    if skill.trial is None:
        source = _with_example(skill, bundle)
        skill = parse_skill(source, path)
    library = Library(skill_places())
    library.keep(source, name)
    if not run_examples(library, [name], console):
        return False
    own.mkdir(parents=True, exist_ok=True)
    path.write_text(source, encoding="utf-8")
    console.print(Text(f"{name} is in {path}", style="green"), soft_wrap=True)
    return True


def _source(bundle: RunBundle, name: str) -> str:
    """Of a skill that the run's folder holds; a name is compared with what is there."""
    written = {path.stem: path for path in sorted(bundle.skills_path.glob("*.js"))}
    if not NAME.fullmatch(name) or name not in written:
        there = f"it has {', '.join(written)}" if written else "no agent wrote one that worked"
        raise UserError(f"there is no skill {name!r} in run {bundle.id!r}; {there}")
    return written[name].read_text(encoding="utf-8")


def _with_example(skill: Skill, bundle: RunBundle) -> str:
    """The source, with the tags of an example behind its JSDoc's last line."""
    manifest = bundle.manifest()
    called = _worked(skill.name, bundle)
    if called is None or manifest is None:
        raise UserError(
            f"skill {skill.name!r} has no @example, and its run tells no call that worked; write one"
        )
    started, held, gained = called
    arguments = "".join(f", {json.dumps(value)}" for value in started.args)
    expect = {item: count for item, count in gained.items() if count > 0}
    give = {item: count for item, count in held.items() if item not in expect and count > 0}
    tags = [f"@example {skill.name}(bot{arguments})", f"@arena {manifest.task['world']['arena']}"]
    tags += [f"@give {_amounts(dict(list(give.items())[:MOST]))}"] if give else []
    tags += [f"@expect {_amounts(expect)}"] if expect else []
    tags += [f"@seed {manifest.seed}"]
    begin, end = skill.source.index("/**"), skill.source.index("*/")
    written = skill.source[begin:end].rstrip()
    lines = "".join(f"\n * {tag}" for tag in tags)
    return f"{skill.source[:begin]}{written}{lines}\n {skill.source[end:]}"


def _worked(name: str, bundle: RunBundle) -> tuple[SkillStarted, Items, Items] | None:
    """The first call that did it, what its agent held then, and what it gained."""
    held: dict[str | None, Items] = {}
    running: dict[str | None, tuple[SkillStarted, Items]] = {}
    for event in bundle.read().events:
        match event:
            case Inventory():
                held[event.agent] = dict(event.items)
            case SkillStarted() if event.name == name:
                running[event.agent] = (event, held.get(event.agent, {}))
            case SkillEnded() if event.name == name and event.ok and event.agent in running:
                return (*running[event.agent], dict(event.gained))
    return None


def _amounts(held: Items) -> str:
    return ", ".join(f"{item}={count}" for item, count in sorted(held.items()))


def _warn(text: str) -> None:
    Terminal(stderr=True, soft_wrap=True, highlight=False).print(Text(plain(f"minecrew: warning: {text}")))
