"""The list of runs in a directory, the newest last."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from minecrew.runlog import RunBundle, UserError, summarize
from minecrew.terminal.formatting import OUTCOMES, items, plain, tell_personas


def list_runs(root: Path, console: Console) -> None:
    bundles = RunBundle.all(root)
    if not bundles:
        console.print(f"no runs in {str(root)!r} yet; `minecrew run paper` makes one", highlight=False)
        return
    table = Table()
    for heading in ("Run", "Title", "Outcome", "Rounds", "Held"):
        table.add_column(heading, overflow="fold")
    for bundle in bundles:
        try:
            result = bundle.result() or summarize(bundle.read().events)
        except UserError as error:
            table.add_row(plain(bundle.id), plain(str(error)), Text("unreadable", style="red"), "", "")
            continue
        given = tell_personas(result.personas)
        title = Text(plain(result.title)).append(f" ({given})" if given else "", style="yellow")
        outcome = Text(result.outcome.replace("_", " "), style=OUTCOMES.get(result.outcome, "yellow"))
        table.add_row(plain(bundle.id), title, outcome, str(result.rounds), items(result.have))
    console.print(table)
