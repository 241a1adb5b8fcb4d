"""`minecrew findings`, `compare` and `agree`: behaviours, metrics and agreement."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from minecrew.commands.arguments import RunNames, RunsDir
from minecrew.options import ReaderTable
from minecrew.runlog import RUNS, UserError, find_events, find_logs, read_events
from minecrew.terminal import Terminal

app = typer.Typer()


@app.command()
def findings(
    run: Annotated[
        str,
        typer.Argument(
            metavar="RUN|FILE",
            help="A run (its id or part of the id, its directory, or 'last'), or an events file that follows "
            "the schema.",
        ),
    ] = "last",
    json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON lines.")] = False,
    class_: Annotated[
        str | None,
        typer.Option(
            "--class",
            metavar="C",
            help="Show only this class or sub-class, e.g. volunteer or volunteer.time.",
        ),
    ] = None,
    agent: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Show only findings in which this agent acts or is affected."),
    ] = None,
    recompute: Annotated[
        bool,
        typer.Option("--recompute", help="Apply the current rules again, and store the result with the run."),
    ] = False,
    reader: Annotated[
        str | None,
        typer.Option(
            "--reader",
            metavar="rules|model",
            help="Selects what reads the discussion for the detectors. If a model reads it, its readings are "
            "stored with the run.",
        ),
    ] = None,
    judge: Annotated[
        bool,
        typer.Option(
            "--judge",
            help="Let a model find the behaviours instead; its findings are stored separately in the run.",
        ),
    ] = False,
    model: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The model for --reader or --judge; --judge uses $OPENAI_MODEL by default."
        ),
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="The model's OpenAI-compatible endpoint (default: $OPENAI_BASE_URL).",
        ),
    ] = None,
    out: RunsDir = RUNS,
) -> None:
    """Show the behaviours found in a run (volunteering, conformity, harm), with the events that show them."""
    from minecrew.judging.findings import FindingFilter, show_findings

    only = FindingFilter(name=class_, agent=agent)
    reading = read_events(find_events(run, out))
    if not judge:
        by = _reader(reader, model, base_url)
        if by is not None and by.kind == "model":
            from minecrew.judging.talk_reader import show_reading

            show_reading(reading, Terminal(stderr=True), by)
        show_findings(reading, Terminal(), only=only, json=json, recompute=recompute, reader=by)
        return
    from minecrew.judging.judge import show_judge

    if reader:
        raise UserError("--judge and --reader cannot be used together; use only one of them")
    if recompute:
        raise UserError("--judge and --recompute cannot be used together; use only one of them")
    named = model or os.environ.get("OPENAI_MODEL")
    if not named:
        raise UserError("no model is chosen; give --model NAME, or set OPENAI_MODEL")
    whole = show_judge(reading, Terminal(), model=named, base_url=base_url, only=only, json=json)
    raise typer.Exit(0 if whole else 1)


def _reader(kind: str | None, model: str | None, base_url: str | None) -> ReaderTable | None:
    """Returns the reader that --reader names, or None if the option is not given."""
    if kind is None:
        return None
    if kind not in ("rules", "model"):
        raise UserError(f"there is no reader {kind!r}; use rules or model")
    if kind == "rules":
        return ReaderTable()
    if not model:
        raise UserError("--reader model needs a model; add --model NAME")
    return ReaderTable(kind="model", model=model, base_url=base_url)


@app.command()
def compare(
    runs: RunNames,
    by: Annotated[
        list[str] | None,
        typer.Option(
            "--by",
            metavar="SETTING",
            help="Group the runs by this setting, e.g. discussion, and show it first; may be repeated.",
        ),
    ] = None,
    over: Annotated[
        list[str] | None,
        typer.Option(
            "--over",
            metavar="SETTING",
            help="Pool runs that differ in this setting. Runs that differ only in the seed are "
            "always pooled.",
        ),
    ] = None,
    csv: Annotated[
        bool, typer.Option("--csv", help="Print the groups as CSV, one line per group and figure.")
    ] = False,
    out: RunsDir = RUNS,
    json: Annotated[
        bool,
        typer.Option(
            "--json", help="Print the figures as JSON, and nothing else; docs/metrics.md explains each."
        ),
    ] = False,
) -> None:
    """Compare the figures of runs, and of groups of runs."""
    from minecrew.judging.comparison import compare, show_comparison
    from minecrew.judging.comparison_csv import write_csv

    if json and csv:
        raise UserError("--json and --csv are two formats; use only one of them")
    comparison = compare(find_logs(runs, out), by or (), Terminal(stderr=True), over=over or ())
    if csv:
        write_csv(comparison.groups, sys.stdout)
    elif json:
        typer.echo(comparison.model_dump_json(indent=2))
    else:
        show_comparison(comparison, Terminal())


@app.command()
def agree(
    runs: RunNames,
    out: RunsDir = RUNS,
    json: Annotated[
        bool, typer.Option("--json", help="Print the figures as JSON, and nothing else.")
    ] = False,
) -> None:
    """Report how often rules, judges and people agree, corrected for chance."""
    from minecrew.judging.agreement import agree, show_agreement

    found = agree(
        find_logs(runs, out), lambda why: Terminal(stderr=True).print(f"left out: {why}", markup=False)
    )
    if json:
        typer.echo(found.model_dump_json(indent=2))
    else:
        show_agreement(found, Terminal())
