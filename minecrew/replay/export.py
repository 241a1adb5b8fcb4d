"""Writes runs into one file and reads them back. Reports the runs that were written, and files that could
not be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from minecrew.runlog import (
    FORMATS,
    Entry,
    UserError,
    entries_of,
    read_export,
    read_whole_run,
    readable,
    restore,
    write_export,
)


def export(logs: Sequence[Path], to: str, out: Path, err: Console) -> None:
    """Writes the runs of those events files to `out`. Raises UserError if two runs have the same name."""
    format_ = next((one for one in FORMATS if one == to), None)
    if format_ is None:
        raise UserError(f"--to {to!r} is not a format; choose from {', '.join(FORMATS)}")
    taken: dict[str, Path] = {}
    left_out: list[str] = []

    def leave_out(why: str) -> None:
        left_out.append(why)
        err.print(Text(f"left out: {why}", style="red"), soft_wrap=True)

    def entries() -> Iterator[Entry]:
        for path, reading in readable(logs, read_whole_run, leave_out):
            for problem in reading.problems:
                err.print(Text(f"{path}: {problem}; left out", style="red"), soft_wrap=True)
            for entry in entries_of(reading):
                if taken.setdefault(entry.bundle, path) != path:
                    raise UserError(f"two runs are called {entry.bundle!r}; export them one by one")
                yield entry

    write_export(entries(), out, format_)
    count = len(logs) - len(left_out)
    _say(f"{count} run{'s' * (count != 1)} in {out} ({out.stat().st_size:,} bytes)", err)


def import_file(file: Path, root: Path, err: Console) -> None:
    bundles = restore(read_export(file), root)
    if not bundles:
        raise UserError(f"{str(file)!r} contains no run; export the runs again")
    for bundle in bundles:
        _say(f"{bundle.id} in {root}", err)


def _say(text: str, err: Console) -> None:
    err.print(Text(text), soft_wrap=True)
