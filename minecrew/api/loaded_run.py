"""A run as an object, with its events, findings, figures and directory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from minecrew.behaviors import Finding, MeasuredRun, RunMetrics, Setting
from minecrew.judging.comparison import measure_run
from minecrew.judging.findings import judge_again
from minecrew.runlog import (
    Event,
    Manifest,
    Reading,
    Result,
    RunBundle,
    bundle_of,
    find_logs,
    read_events,
    summarize,
)
from minecrew.tables.column import import_arrow
from minecrew.tables.run_rows import RunRows, run_rows
from minecrew.tables.schema import columns_of
from minecrew.tables.table_files import arrow_table

SHOWN = 20
"""Maximum number of runs that a notebook shows."""


class LoadedRun:
    """A run that is read from its directory or from a log. Data is read when it is needed."""

    def __init__(self, path: Path) -> None:
        """`path`: the run's directory, or an events file. Raises UserError if there is no log."""
        self._path = path

    @cached_property
    def reading(self) -> Reading:
        """The events of the log, and the problems that were found in the log."""
        return read_events(self._path)

    @property
    def path(self) -> Path:
        """The run's directory, or its log if it has no directory."""
        bundle = bundle_of(self.reading)
        return bundle.path if bundle else self.reading.path

    @property
    def id(self) -> str:
        return self.metrics.run

    @cached_property
    def _judged(self) -> Any:
        return judge_again(self.reading)

    @cached_property
    def measured(self) -> MeasuredRun:
        return measure_run(self.reading, judged=self._judged)

    @property
    def metrics(self) -> RunMetrics:
        """The figures of the run; docs/metrics.md explains them."""
        return self.measured.metrics

    @property
    def setting(self) -> Setting:
        """The run's settings, by name."""
        return self.measured.setting

    @property
    def manifest(self) -> Manifest | None:
        bundle = bundle_of(self.reading)
        return bundle.manifest() if bundle else None

    @property
    def result(self) -> Result:
        return summarize(self.reading.events)

    @property
    def outcome(self) -> str:
        """One of met, not_met, impossible, interrupted, fault and unfinished."""
        return self.metrics.outcome

    @property
    def met(self) -> bool | None:
        """Whether the goal was met; None if the log has no end."""
        return self.metrics.met

    def events(self, *, kind: str | None = None, agent: str | None = None) -> list[Event]:
        """Returns all events, or only those of one kind (such as 'said') or of one agent."""
        return [
            event
            for event in self.reading.events
            if kind in (None, event.kind) and agent in (None, event.agent)
        ]

    def findings(self, name: str | None = None) -> list[Finding]:
        """Returns the findings of the current detectors.

        `name` selects a class or sub-class, e.g. 'volunteer' or 'volunteer.time'.
        """
        return [one for one in self._judged.findings if name in (None, one.class_, one.name)]

    @cached_property
    def rows(self) -> RunRows:
        """The rows of this run in all tables."""
        return run_rows(self.reading)

    def __repr__(self) -> str:
        return f"<run {self.id}: {self.metrics.title}, {self.outcome}>"

    def _repr_html_(self) -> str:
        return _table([self])


class LoadedRuns:
    """Several runs. Tables are pandas data frames with the columns of `minecrew tables`."""

    def __init__(self, runs: Iterable[LoadedRun]) -> None:
        self._runs = list(runs)

    def __len__(self) -> int:
        return len(self._runs)

    def __iter__(self) -> Iterator[LoadedRun]:
        return iter(self._runs)

    def __getitem__(self, place: int) -> LoadedRun:
        return self._runs[place]

    def to_pandas(self, table: str = "runs") -> Any:
        """Returns a data frame with one row per run, or the rows of another table (agents, rounds, calls,
        timings).
        """
        return self._frame(table)

    def events(self, *, kind: str | None = None) -> Any:
        """Returns a data frame of all events, or of the events of one kind, with only the columns of this
        kind.
        """
        return self._frame("events", lambda row: kind in (None, row["kind"]))

    def findings(self, name: str | None = None) -> Any:
        """Returns a data frame of all findings, or of one class or sub-class, e.g. 'volunteer' or
        'volunteer.time'.
        """
        class_, _, sub = (name or "").partition(".")
        return self._frame(
            "findings", lambda row: class_ in ("", row["class"]) and sub in ("", row["sub"] or "")
        )

    def _frame(self, table: str, keeps: Any = lambda row: True) -> Any:
        import_arrow()
        rows = [row for run in self._runs for row in run.rows.tables[table] if keeps(row)]
        used = [name for name in columns_of(table) if any(row.get(name) is not None for row in rows)]
        return arrow_table(rows, table).select(used).to_pandas()

    def __repr__(self) -> str:
        return f"<{len(self)} runs>"

    def _repr_html_(self) -> str:
        more = f"<p>and {len(self) - SHOWN} more</p>" if len(self) > SHOWN else ""
        return _table(self._runs[:SHOWN]) + more


def load_runs(*paths: str | Path, runs: str | Path = "runs") -> LoadedRuns:
    """Loads runs. Each path is the directory, the id or the log of a run, or a directory of runs.

    Without arguments, loads all runs in `runs`. Raises UserError if no run is found.
    """
    named = [str(path) for path in paths] or [str(runs)]
    return LoadedRuns(LoadedRun(path) for path in find_logs(named, Path(runs)))


def loaded(bundle: RunBundle) -> LoadedRun:
    return LoadedRun(bundle.path)


def _table(runs: Iterable[LoadedRun]) -> str:
    rows = "".join(
        f"<tr><td>{escape(run.id)}</td><td>{escape(run.metrics.title)}</td>"
        f"<td>{escape(run.outcome.replace('_', ' '))}</td><td>{run.metrics.rounds}</td>"
        f"<td>{escape(', '.join(sorted({one.name for one in run.findings()})) or '-')}</td></tr>"
        for run in runs
    )
    heads = "".join(f"<th>{name}</th>" for name in ("run", "task", "outcome", "rounds", "found"))
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
