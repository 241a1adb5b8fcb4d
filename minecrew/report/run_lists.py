"""The lists of runs on which the numbers of a report are based. If several numbers use the same list, it is
written only once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from minecrew.report.analysis import Row
from minecrew.report.figure_tables import ReportTable
from minecrew.tables.schema import FACTOR


class RunLists:
    """`places` maps runs to their directories, relative to the page. A run that is not in `places` is shown
    without a link.
    """

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = places
        self._lists: dict[tuple[str, ...], Sequence[Row]] = {}

    def link(self, runs: Sequence[Row]) -> str:
        """Returns the number of runs as a link to their list."""
        if not runs:
            return ""
        known = tuple(str(run["run"]) for run in runs)
        self._lists.setdefault(known, runs)
        return f'<a href="#runs-{list(self._lists).index(known) + 1}">{len(runs)}</a>'

    def html(self) -> str:
        """Returns all lists; call it after all links were made."""
        parts = []
        for number, runs in enumerate(self._lists.values(), start=1):
            items = "".join(f"<li>{self._named(run)}</li>" for run in runs)
            head = f"list {number}: {len(runs)} runs"
            parts.append(f'<details id="runs-{number}"><summary>{head}</summary><ul>{items}</ul></details>')
        return "\n".join(parts)

    def _named(self, run: Row) -> str:
        key = str(run["run"])
        told = escape(key)
        if key in self._places:
            told = f'<a href="{escape(self._places[key])}">{told}</a>'
        return f"{told} seed {run['seed']}: {escape(str(run['outcome']).replace('_', ' '))}"


def runs_table(rows: Sequence[Row], factors: Sequence[str], outcomes: Sequence[str]) -> ReportTable:
    """Returns a table of all runs with their levels and outcomes, so that the report's outcomes can be
    recomputed without the logs.
    """
    table = ReportTable("runs", "Runs", "", ("run", "seed", "repeat", *factors, "outcome", *outcomes))
    for row in rows:
        levels = [str(row[f"{FACTOR}{name}"]) for name in factors]
        figures = ["" if row[name] is None else f"{float(row[name]):.10g}" for name in outcomes]
        table.add(
            (str(row["run"]), str(row["seed"]), str(row["repeat"]), *levels, str(row["outcome"]), *figures)
        )
    return table
