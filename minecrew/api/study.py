"""`Study`: a study as an object, for programs and notebooks."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from minecrew.api.loaded_run import LoadedRuns, loaded
from minecrew.report.analysis import Analysis, analyse
from minecrew.report.rows import read_rows
from minecrew.report.write_report import write_report
from minecrew.study.play_study import PlannedStudy, StudyChoice, open_study
from minecrew.study.sitting import StudyProgress
from minecrew.terminal import Terminal


class Study:
    """A study, given by its .toml file or its directory. docs/studies.md describes the file."""

    def __init__(self, path: str | Path, *, directory: str | Path | None = None) -> None:
        """`directory`: where the study is stored; default: studies/<name>.

        Raises UserError if the file is invalid.
        """
        self._path, self._directory = Path(path), Path(directory) if directory else None
        self._planned: PlannedStudy = open_study(self._path, self._directory)

    @property
    def title(self) -> str:
        return self._planned.file.title

    @property
    def directory(self) -> Path:
        return self._planned.store.path

    def describe(self) -> str:
        """Returns what `minecrew study FILE --dry-run` prints: runs, time, tokens, cost, and the smallest
        detectable effect.
        """
        return "\n".join(self._planned.describe())

    def play(self, *, parallel: int | None = None, most: int | None = None, **choice: Any) -> StudyProgress:
        """Plays the missing runs and returns the progress.

        `choice`: other options of `minecrew study` by name (`engine="ray"`, `address`, `again`, `new_code`).
        """
        chosen = StudyChoice(parallel=parallel, most=most, **choice)
        return self._planned.play(chosen, Terminal(soft_wrap=True, highlight=False))

    def runs(self) -> LoadedRuns:
        """Returns the finished runs, in the order of the plan."""
        return LoadedRuns(map(loaded, self._planned.done().values()))

    def to_pandas(self, table: str = "runs") -> Any:
        """Returns a table as a data frame. The table `runs` has a column factor_<name> for each factor."""
        self._planned.make_tables()
        import pandas

        return pandas.read_parquet(self._planned.store.tables / f"{table}.parquet")

    def analyse(self) -> Analysis:
        """Returns the outcomes per cell, the contrasts and the behaviours."""
        self._planned.make_tables()
        return analyse(self._planned.file, read_rows(self._planned.store.tables / "runs.parquet"))

    def report(self, out: str | Path | None = None) -> Path:
        """Writes the report and returns the path of its page."""
        return write_report(self._planned, Path(out) if out else None)

    def __repr__(self) -> str:
        return f"<study {self.title!r}: {len(self.runs())} of {len(self._planned.plan.runs)} runs>"

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.describe())}</pre>"
