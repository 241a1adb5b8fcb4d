"""Prints why an event happened: the path back to the line or prompt that caused it, and its effects."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from minecrew.runlog import (
    Causes,
    Event,
    Reading,
    SkillEnded,
    SkillStarted,
    Step,
    UserError,
    deed_lines,
    noun_of,
)
from minecrew.terminal.event_line import tell_any
from minecrew.terminal.formatting import clock, plain

SHOWN = 12
"""Maximum number of effects that are printed."""


def tell_why(reading: Reading, seq: int, console: Console) -> None:
    """Raises UserError if there is no event `seq`."""
    causes = Causes(reading.events)
    if seq not in causes.events:
        there = (
            f"its events are {reading.events[0].seq} to {reading.events[-1].seq}"
            if reading.events
            else "it has none"
        )
        raise UserError(f"there is no event {seq} in this run; {there}")
    path = causes.path(seq)
    for depth, step in enumerate(path):
        console.print(_line("because " if depth else "", step.event, depth, _lines(step)), soft_wrap=True)
        if step.persona:
            words = f"because the task gave {step.event.agent} the persona {step.persona!r}"
            console.print(Text(plain(f"{'  ' * (depth + 1)}{words}"), style="yellow"), soft_wrap=True)
        for other in step.also:
            console.print(_line("also ", other, depth + 1), soft_wrap=True)
    _print_program(causes, path, console)
    effects = causes.effects(seq)
    if effects:
        console.print(Text("\nEffects", style="bold"))
    for one in effects[:SHOWN]:
        console.print(_line("", causes.events[one], 0), soft_wrap=True)
    if len(effects) > SHOWN:
        console.print(Text(f"and {len(effects) - SHOWN} more", style="dim"))


def _print_program(causes: Causes, path: Sequence[Step], console: Console) -> None:
    """Prints the program that the event started or ended, and marks the line at which it failed."""
    first = path[0].event
    program = path[1].event if isinstance(first, SkillEnded) and len(path) > 1 else first
    if not isinstance(program, SkillStarted) or program.code is None:
        return
    ended = (causes.events[one] for one in causes.effects(program.seq))
    failed = next((one for one in ended if isinstance(one, SkillEnded) and not one.ok), None)
    marked = deed_lines(program, failed) if failed else ()
    console.print(Text("\n").append(plain(f"The program {program.name}"), style="bold"))
    for number, line in enumerate(program.code.rstrip("\n").split("\n"), start=1):
        why = f"  <- {failed.code}: {failed.message}" if failed and number in marked else ""
        console.print(Text(f"{number:4} {line}{plain(why)}", style="red" if why else ""), soft_wrap=True)


def _line(before: str, event: Event, depth: int, after: str = "") -> Text:
    noun = noun_of(event)
    who = f"{event.agent} " if event.agent else ""
    head = f"{'  ' * depth}{before}{noun + ': ' if noun else ''}"
    line = Text(plain(head), style="dim").append(plain(who), style="bold not dim")
    line.append_text(tell_any(event))
    return line.append(plain(f"{after}  #{event.seq} {clock(event)}"), style="dim not bold")


def _lines(step: Step) -> str:
    if not step.lines or not isinstance(step.event, SkillStarted) or step.event.code is None:
        return ""
    code = step.event.code.split("\n")
    told = [f"{number}: {code[number - 1].strip()}" for number in step.lines if number <= len(code)]
    return f", line {'; line '.join(told)}" if told else ""
