"""Lets people judge a sample of rounds in the terminal. Two people judge independently and blind; then
somebody adjudicates.

The judgements are stored with the runs like other annotations. A round that was skipped is shown again the
next time. Adjudication shows only the rounds on which the two differ, with both judgements; for all other
rounds, their common judgement becomes the adjudicated one.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from minecrew.behaviors import ADJUDICATED, BEHAVIOURS, SUBS, Annotation, Story, tell_story
from minecrew.judging.annotations import add_annotation, read_annotations
from minecrew.judging.round_sample import SampledRound
from minecrew.judging.round_view import show_neighbourhood, show_round
from minecrew.runlog import UserError, bundle_of
from minecrew.terminal.formatting import plain

Ask = Callable[[str], str]
ACT = re.compile(
    r"(?P<class>[a-z]+)(?:\.(?P<sub>[a-z_]+))? +(?P<agents>\w+(?:\+\w+)*)"
    r"(?: *-> *(?P<targets>\w+(?:\+\w+)*))?"
)
HELP = (
    "class.sub agents -> targets, e.g.: volunteer.time Bob -> Alice; empty line: no more; ?: "
    "definitions; m: more, with the rounds before and after; s: skip this round; q: quit"
)


class Stopped(Exception):
    """The person quits."""


def annotate_sample(
    sample: Sequence[SampledRound], annotator: str, ask: Ask, console: Console
) -> float | None:
    """Asks about each round that `annotator` has not judged yet. Returns the median number of seconds per
    round.
    """
    spent: list[float] = []
    try:
        for place, one in enumerate(sample, start=1):
            if not _own(one, annotator):
                begin = time.monotonic()
                _show(one, console, f"round {place} of {len(sample)}")
                if _judge(one, annotator, ask, console):
                    spent.append(time.monotonic() - begin)
    except (Stopped, EOFError):
        pass
    return sorted(spent)[len(spent) // 2] if spent else None


def adjudicate(
    sample: Sequence[SampledRound], annotators: tuple[str, str], ask: Ask, console: Console
) -> tuple[int, int]:
    """Asks about the rounds on which two annotators differ. Returns the number of rounds that both judged,
    and the number on which they differ.
    """
    judged = differed = 0
    try:
        for one in sample:
            views = [_own(one, name) for name in annotators]
            if not all(views):
                continue
            judged += 1
            acts = [_acts(view) for view in views]
            differed += acts[0] != acts[1]
            if _own(one, ADJUDICATED):
                continue
            if acts[0] == acts[1]:
                for line in views[0]:
                    _add(one, ADJUDICATED, line.class_, line.sub, line.agents, line.targets)
                continue
            _show(one, console, "the annotators differ on this round")
            for place, view in enumerate(views, start=1):
                told = "; ".join(sorted(_told(line) for line in view if line.class_ != "none")) or "nothing"
                console.print(Text(plain(f"view {place}: {told}"), style="yellow"), soft_wrap=True)
            _judge(one, ADJUDICATED, ask, console)
    except (Stopped, EOFError):
        pass
    return judged, differed


def _own(one: SampledRound, annotator: str) -> list[Annotation]:
    """Returns the annotator's judgement of that round; empty if the annotator has not completed it."""
    bundle = bundle_of(one.reading)
    lines = read_annotations(bundle) if bundle else []
    own = [line for line in lines if line.annotator == annotator and line.round == one.round]
    closed = any(line.class_ == "none" and line.finding is None and not line.agents for line in own)
    return own if closed else []


def _acts(view: Sequence[Annotation]) -> set[tuple[Any, ...]]:
    return {(one.class_, one.sub, tuple(sorted(one.agents))) for one in view if one.class_ != "none"}


def _told(line: Annotation) -> str:
    name = f"{line.class_}.{line.sub}" if line.sub else line.class_
    return f"{name} {'+'.join(line.agents)}" + (f" -> {'+'.join(line.targets)}" if line.targets else "")


def _show(one: SampledRound, console: Console, head: str) -> None:
    console.rule(Text(head))
    show_round(one, console)


def _judge(one: SampledRound, annotator: str, ask: Ask, console: Console) -> bool:
    """Reads annotations until an empty line. Returns False if the person skipped the round."""
    given: list[tuple[str, str | None, list[str], list[str]]] = []
    story = tell_story(one.reading.events)
    while True:
        typed = ask(f"[{HELP}]\n> " if not given else "> ").strip()
        if typed == "q":
            raise Stopped
        if typed == "s":
            return False
        if typed == "m":
            show_neighbourhood(one, console)
            continue
        if typed == "?":
            console.print(Text("\n".join(_definitions())), soft_wrap=True)
            continue
        if not typed:
            break
        try:
            given.append(read_act(typed, story))
        except UserError as error:
            console.print(Text(plain(str(error)), style="red"), soft_wrap=True)
    for class_, sub, agents, targets in given:
        _add(one, annotator, class_, sub, agents, targets)
    _add(one, annotator, "none", None, (), ())
    return True


def read_act(typed: str, story: Story) -> tuple[str, str | None, list[str], list[str]]:
    """Returns the class, sub-class, agents and targets of a line such as 'volunteer.time Bob -> Alice'.
    Raises UserError.
    """
    found = ACT.fullmatch(typed)
    if found is None:
        raise UserError(f"{typed!r} cannot be read; write it like this: volunteer.time Bob -> Alice")
    class_, sub = found["class"], found["sub"]
    if class_ not in SUBS or sub not in SUBS[class_]:
        names = [f"{name}.{one}" if one else name for name, subs in SUBS.items() for one in subs]
        raise UserError(f"there is no class {typed.split()[0]!r}; choose from {', '.join(names)}")
    team = {name.lower(): name for name in story.team}
    people = [[part for part in (found[which] or "").split("+") if part] for which in ("agents", "targets")]
    for name in (part for part in (*people[0], *people[1]) if part.lower() not in team):
        raise UserError(f"no agent is called {name!r}; choose from {', '.join(story.team)}")
    agents, targets = ([team[part.lower()] for part in side] for side in people)
    return class_, sub, agents, targets


def _add(
    one: SampledRound,
    annotator: str,
    class_: str,
    sub: str | None,
    agents: Sequence[str],
    targets: Sequence[str],
) -> None:
    bundle = bundle_of(one.reading)
    if bundle is None:
        raise UserError(
            f"{str(one.reading.path)!r} is not a run, so annotations cannot be stored; give the "
            "run's directory"
        )
    record = {"annotator": annotator, "round": one.round, "class": class_, "sub": sub}
    add_annotation(bundle, one.reading, record | {"agents": list(agents), "targets": list(targets)})


def _definitions() -> Iterator[str]:
    for one in BEHAVIOURS:
        if one.definition:
            yield f"{one.name}: {one.definition}"
        for sub in one.subs:
            name = f"{one.name}.{sub.name}" if sub.name else one.name
            yield f"  {name}: {sub.definition}" + (f"; not {sub.excludes}" if sub.excludes else "")
