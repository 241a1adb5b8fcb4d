"""`minecrew export`, `minecrew import`: write runs to a single file for other tools, and read them back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from minecrew.commands.arguments import RunNames, RunsDir
from minecrew.runlog import RUNS, find_logs
from minecrew.terminal import Terminal

app = typer.Typer()


@app.command()
def export(
    runs: RunNames,
    to: Annotated[str, typer.Option("--to", metavar="jsonl|csv|parquet", help="The format.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="A new file; default: named after the first RUN."),
    ] = None,
    root: Annotated[Path, typer.Option("--runs", metavar="DIR", help="The folder of runs.")] = RUNS,
) -> None:
    """Write runs into one file for other tools, with all events and all other files of each run."""
    from minecrew.replay.export import export

    export(
        find_logs(runs, root), to, out or Path(f"{Path(runs[0]).resolve().name}.{to}"), Terminal(stderr=True)
    )


@app.command("import")
def import_runs(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `export` wrote, in any format.")],
    out: RunsDir = RUNS,
) -> None:
    """Recreate runs from an exported file, to replay, audit and compare them."""
    from minecrew.replay.export import import_file

    import_file(file, out, Terminal(stderr=True))
