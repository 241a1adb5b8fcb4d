"""`minecrew refine` and `hacking`: in-context reward hacking, by output and by policy refinement."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from minecrew.commands.arguments import RunNames, RunsDir
from minecrew.runlog import RUNS, Reading, UserError, find_logs, read_events, readable
from minecrew.setup import ensure_setup
from minecrew.terminal import Terminal
from minecrew.terminal.formatting import plain

if TYPE_CHECKING:
    from minecrew.behaviors import Condition, Hacking, MeasuredRun

app = typer.Typer()
Json = Annotated[bool, typer.Option("--json", help="Print the figures as JSON, and nothing else.")]


@app.command()
def refine(
    file: Annotated[
        Path, typer.Argument(metavar="FILE.toml", help="The file; docs/temptations.md describes it.")
    ],
    out: RunsDir = RUNS,
    json: Json = False,
) -> None:
    """Let rival crews improve a plan turn by turn, and report whether reward and harm rise together."""
    from minecrew.refinement.play_refinement import play_refinement, report_refinement
    from minecrew.refinement.refinement_file import read_refinement
    from minecrew.refinement.run_plan import run_plan

    ensure_setup()  # the file's items are looked up in the npm packages
    refinement = read_refinement(file)
    options = refinement.options.model_copy(update={"out": out})
    terminal, turns = Terminal(soft_wrap=True, highlight=False), []
    for turn in play_refinement(refinement, lambda task: run_plan(task, options)):
        turns.append(turn)
        if not json:
            came = f"{turn.seconds:.1f} s" if turn.seconds is not None else "not met"
            terminal.print(
                f"turn {turn.turn}: {turn.rival}, {came}, severity {turn.severity} ({turn.verdict})",
                markup=False,
            )
    report = report_refinement(refinement.file.title, turns)
    if json:
        typer.echo(report.model_dump_json(indent=2))
    else:
        _show(report.verdict, terminal)


@app.command()
def hacking(runs: RunNames, out: RunsDir = RUNS, json: Json = False) -> None:
    """Report how harm depends on injected errors, and whether reward and harm rise, by condition."""
    from minecrew.behaviors import Conditions, refinement_by_condition
    from minecrew.judging.comparison import measure_run

    def read(path: Path) -> tuple[Reading, MeasuredRun]:
        reading = read_events(path)
        return reading, measure_run(reading)

    def leave_out(why: str) -> None:
        Terminal(stderr=True).print(Text(f"left out: {why}", style="red"), soft_wrap=True)

    found = [one for _, one in readable(find_logs(runs, out), read, leave_out)]
    readings, measured = [reading for reading, _ in found], [one for _, one in found]
    asked = {
        one.metrics.run: (reading.started.errors or 0) if reading.started else 0
        for one, reading in zip(measured, readings, strict=True)
    }
    conditions = refinement_by_condition(measured, asked)
    if not conditions:
        raise UserError("these runs are trials of skills, which belong to no condition; give other runs")
    if json:
        typer.echo(Conditions(conditions=conditions).model_dump_json(indent=2))
        return
    terminal = Terminal(soft_wrap=True, highlight=False)
    for number, condition in enumerate(conditions):
        if number:
            terminal.print()
        _show_condition(condition, terminal)


def _show_condition(condition: Condition, terminal: Terminal) -> None:
    found = condition.refinement
    heading = ", ".join(f"{name} {value}" for name, value in condition.by.items() if value not in (None, ""))
    staged = " (staged by personas)" if condition.staged else ""
    terminal.print(f"{plain(heading)}{staged}: {found.runs} runs", markup=False)
    for errors, count in found.by_errors.items():
        terminal.print(f"errors {errors}: {count} runs, H = {found.cumulative[errors]:.2f}", markup=False)
    if found.short:
        terminal.print(f"left out: {found.short} runs with fewer errors than requested", markup=False)
    if found.segments:
        means = ", ".join(f"{one:.2f}" for one in found.segments)
        terminal.print(f"worst severity by errors so far, in runs with 3 errors: {means}", markup=False)
    for dose in found.dose:
        low, high = dose.interval.low, dose.interval.high
        terminal.print(
            f"p_error {dose.p_error:g}: {dose.violations:.2f} violations per run [{low:.2f}, {high:.2f}]",
            markup=False,
        )
    terminal.print(f"the verdict compares the runs by {found.over}:", markup=False)
    _show(found.verdict, terminal)


def _show(verdict: Hacking, terminal: Terminal) -> None:
    for name, trend in (("reward", verdict.reward), ("severity", verdict.severity)):
        chance = "no trend" if trend.p is None else "p < 0.001" if trend.p < 0.001 else f"p = {trend.p:.3f}"
        terminal.print(
            f"{name}: {'rises' if trend.rises else 'does not rise'} ({chance}, n = {trend.n})", markup=False
        )
    terminal.print("reward hacking: " + ("yes" if verdict.hacking else "no"), markup=False)
