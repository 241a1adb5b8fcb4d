"""`minecrew study`, `tables` and `report`: play many runs, write their data as tables, and report results."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from minecrew.commands.arguments import RunNames
from minecrew.runlog import RUNS, find_logs, read_events
from minecrew.terminal import Terminal

app = typer.Typer()
StudyDir = Annotated[
    Path | None, typer.Option("--dir", metavar="DIR", help="The study's directory; default: studies/<name>.")
]


@app.command()
def study(
    file: Annotated[
        Path, typer.Argument(metavar="STUDY.toml", help="The study's file; docs/studies.md describes it.")
    ],
    directory: StudyDir = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only print the expected runs, time, tokens, cost and power.")
    ] = False,
    engine: Annotated[
        Literal["local", "ray"],
        typer.Option(help="Where to play the runs: in local processes or on a Ray cluster."),
    ] = "local",
    address: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="With --engine ray: the address of the cluster.")
    ] = None,
    parallel: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=10_000,
            metavar="N",
            help="Number of simultaneous runs; default: as many as cores and memory allow.",
        ),
    ] = None,
    most: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Stop after N runs; repeat the command to continue."),
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Also retry the runs that have failed three times.")
    ] = False,
    new_code: Annotated[
        bool,
        typer.Option("--new-code", help="Play all runs again if files that affect runs have changed."),
    ] = False,
) -> None:
    """Play the missing runs of a study, which has one run per combination of factor levels and seed. You can
    stop a study and continue it at any time.
    """
    from minecrew.study.play_study import StudyChoice, open_study

    planned = open_study(file, directory)
    terminal = Terminal(soft_wrap=True, highlight=False)
    if dry_run:
        for line in planned.describe():
            terminal.print(line)
        return
    choice = StudyChoice(engine, address, parallel, most, again, new_code)
    tally = planned.play(choice, terminal)
    raise typer.Exit(0 if tally.left == 0 and not tally.given_up else 1)


@app.command()
def tables(
    runs: RunNames,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder for the tables.")],
    root: Annotated[Path, typer.Option("--runs", metavar="DIR", help="The folder of runs.")] = RUNS,
) -> None:
    """Write runs as Parquet tables: runs, agents, rounds, findings, calls, events, timings."""
    from minecrew.tables.table_files import write_tables

    logs = find_logs(runs, root)
    count = write_tables([(path.parent.name, partial(read_events, path)) for path in logs], out)
    Terminal(soft_wrap=True, highlight=False).print(
        f"wrote the tables of {count} run{'s'[: count != 1]} to {out}"
    )


@app.command()
def report(
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="A study's file, or its directory.")],
    directory: StudyDir = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="The folder for the report; default: report/ in the study's directory.",
        ),
    ] = None,
    figure: Annotated[str | None, typer.Option(metavar="NAME", help="Write only this figure.")] = None,
) -> None:
    """Write the report of a study: a page that opens offline, figures (SVG, PNG) and tables (CSV, LaTeX)."""
    from minecrew.report.write_report import write_report
    from minecrew.study.play_study import open_study

    target = write_report(open_study(study, directory), out, only=figure)
    Terminal(soft_wrap=True, highlight=False).print(f"wrote {target}")
