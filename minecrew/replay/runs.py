"""The list of runs in a directory, the newest last."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from minecrew.runlog import RunBundle, summarize, why_broken
from minecrew.terminal.formatting import OUTCOMES, items, plain, run_label, tell_personas


def list_runs(root: Path, console: Console) -> None:
    bundles = RunBundle.all(root)
    if not bundles:
        console.print(
            f"there are no runs in {str(root)!r} yet; start one with `minecrew run paper`", highlight=False
        )
        return
    table = Table(Column("Run", no_wrap=True))
    for heading in ("Title", "Outcome", "Rounds", "Held"):
        table.add_column(heading, overflow="fold")
    width = console.width // 2
    for bundle in bundles:
        try:
            result = bundle.result() or summarize(bundle.read().events)
        except Exception as error:  # one that is broken is no reason to list none
            table.add_row(
                run_label(bundle.id, width),
                plain(why_broken(bundle.path, error)),
                Text("unreadable", style="red"),
                "",
                "",
            )
            continue
        given = tell_personas(result.personas)
        title = Text(plain(result.title)).append(f" ({given})" if given else "", style="yellow")
        outcome = Text(result.outcome.replace("_", " "), style=OUTCOMES.get(result.outcome, "yellow"))
        table.add_row(run_label(bundle.id, width), title, outcome, str(result.rounds), items(result.have))
    console.print(table)
