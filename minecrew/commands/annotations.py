"""`minecrew annotations ...`: people's annotations of a run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from minecrew.commands.arguments import RunName, RunsDir
from minecrew.runlog import RUNS, RunBundle, find_events, read_events
from minecrew.terminal import Terminal

app = typer.Typer(
    help="Import, list and prepare people's annotations of a run.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


@app.command("import")
def import_(
    run: RunName,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...", help="A .jsonl file saved from the page, or a filled-in .csv form."
        ),
    ],
    out: RunsDir = RUNS,
) -> None:
    """Add people's annotations to a run; duplicates are skipped. If a line is wrong, nothing is added."""
    from minecrew.judging.annotations import import_annotations

    import_annotations(RunBundle.find(run, out), files, Terminal())


@app.command("list")
def list_(run: RunName = "last", out: RunsDir = RUNS) -> None:
    """List people's annotations of a run."""
    from minecrew.judging.annotations import list_annotations

    list_annotations(RunBundle.find(run, out), Terminal())


@app.command()
def template(
    run: RunName = "last",
    blind: Annotated[
        bool, typer.Option("--blind", help="Leave out the rows for the rules' findings.")
    ] = False,
    annotator: Annotated[
        str, typer.Option(metavar="NAME", help="The annotator's name, filled in for you.")
    ] = "",
    out: RunsDir = RUNS,
) -> None:
    """Print a CSV form. In each row that you judge, enter a class, or 'none' if nothing happened."""
    from minecrew.judging.annotations import write_template

    write_template(read_events(find_events(run, out)), sys.stdout, blind=blind, annotator=annotator)
