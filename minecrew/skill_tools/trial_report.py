"""Shows trials: the trial of one skill with the bots' actions, or the examples of many skills as a growing
table.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from minecrew.runlog import CheatRefused, Header, Items, Note, UserError
from minecrew.skill_tools.cards import find_skill
from minecrew.skill_tools.trial import WRAPPER, Failure, TrialResult, run_trial
from minecrew.skill_tools.trial_choice import make_trial
from minecrew.skills import Library, Trial
from minecrew.terminal.formatting import clock, items, plain

AROUND = 1
"""Number of lines that are shown before and after the line that failed."""


def try_one(
    library: Library,
    name: str,
    arguments: Sequence[str],
    console: Console,
    *,
    arena: str | None = None,
    seed: int | None = None,
    give: Sequence[str] = (),
) -> bool:
    """Tries a skill and shows what happens; returns whether the trial passed. Without arguments, the
    skill's example is run.
    """
    skill = find_skill(library, name)
    trial = make_trial(skill, arguments, arena=arena, seed=seed, give=give)
    console.print(Text(plain(trial.call), style="bold").append(f"  {_where(trial)}", style="not bold dim"))
    result = asyncio.run(run_trial(skill, trial, library, hear=lambda event: _tell(event, console)))
    _line(console, "held before", items(result.before))
    _line(console, "held after", items(result.after))
    _line(console, "changed", _changes(result.gained))
    _line(console, "game time", f"{result.outcome.seconds:.1f} s")
    if result.outcome.ok and result.outcome.result is not None:
        _line(console, "gave back", json.dumps(result.outcome.result)[:400])
    problem = result.problem
    ended = Text(f"failed  {plain(problem)}", style="red") if problem else Text("ok", style="green")
    console.print(ended, soft_wrap=True)
    if result.failure:
        _show(result.failure, result, library, console)
    return not problem


def run_examples(
    library: Library, names: Sequence[str], console: Console, *, seed: int | None = None
) -> bool:
    """Runs the examples of the skills in `names`, or of all skills, each in its own world, and prints a row
    when each ends.

    `seed`: the seed of all worlds; default: the seeds in the examples. Returns whether all pass.
    """
    skills = [find_skill(library, name) for name in dict.fromkeys(names)] or library.all()
    for skill in skills if names else ():
        if skill.trial is None:
            raise UserError(
                f"skill {skill.path}: there is no @example to test; write @example {skill.name}(bot)"
            )
    trials = [(skill, skill.trial) for skill in skills if skill.trial]
    wide = max((len(skill.name) for skill, _ in trials), default=0)
    console.print(Text(f"{'Skill':<{wide}}  Game s  Passed  Gained", style="bold"))
    failed = 0
    for number, (skill, example) in enumerate(trials, 1):
        trial = example if seed is None else example.model_copy(update={"seed": seed})
        with console.status(f"{number} of {len(trials)}: {plain(skill.name)} ..."):
            result = asyncio.run(run_trial(skill, trial, library))
        failed += bool(result.problem)
        console.print(_row(result, wide), soft_wrap=True)
    without = len(skills) - len(trials)
    rest = f"; {without} skills have no example" if without else ""
    console.print(f"{len(trials) - failed} of {len(trials)} examples pass{rest}", highlight=False)
    return not failed


def _row(result: TrialResult, wide: int) -> Text:
    """A cell of the table: the gained items or, if the trial failed, the reason."""
    row = Text(f"{plain(result.skill.name):<{wide}}  {result.outcome.seconds:>6.1f}  ")
    if result.problem:
        return row.append(f"no      {plain(result.explanation)}", style="red")
    gained = {item: change for item, change in result.gained.items() if change > 0}
    return row.append("yes     ", style="green").append(plain(items(gained)))


def _where(trial: Trial) -> str:
    given = f", given {items(trial.give)}" if trial.give else ""
    before = f", after {trial.before}" if trial.before else ""
    beside = f", while another bot runs {trial.partner}" if trial.partner else ""
    return plain(f"in {trial.arena}, seed {trial.seed}{given}{before}{beside}")


def _tell(event: Header, console: Console) -> None:
    if isinstance(event, Note):
        told = f"prints: {event.text}"
    elif isinstance(event, CheatRefused) or (event.row.deed and event.agent):
        told = "".join(event.sentence())
    else:
        return
    time = f"{clock(event):>7}" if event.tick is not None else " " * 7
    console.print(Text(f"{time}  ", style="dim").append(plain(f"{event.agent}  {told}"), style="not dim"))


def _changes(gained: Items) -> str:
    return ", ".join(f"{change:+d} {item}" for item, change in sorted(gained.items())) or "nothing"


def _line(console: Console, what: str, told: str) -> None:
    console.print(Text(f"{what:<12}", style="dim").append(plain(told), style="not dim"), soft_wrap=True)


def _show(failure: Failure, result: TrialResult, library: Library, console: Console) -> None:
    if failure.line is not None:
        _excerpt(result.skill.path, result.skill.source, failure.line, console)
    if failure.inner is not None and failure.inner != WRAPPER:
        called = library.get(failure.inner)
        if called:
            _excerpt(called.path, called.source, failure.inner_line, console)


def _excerpt(path: Path, source: str, line: int, console: Console) -> None:
    lines = source.splitlines()
    console.print(Text(plain(f"{path}:{line}"), style="bold"), soft_wrap=True)
    for number in range(max(1, line - AROUND), min(len(lines), line + AROUND) + 1):
        here = number == line
        mark = ">" if here else " "
        style = "red" if here else "dim"
        console.print(Text(f"{mark} {number:>4}  {plain(lines[number - 1])}", style=style), soft_wrap=True)
