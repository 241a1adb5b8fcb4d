"""Tables as Parquet files: one part per run, and the tables that are made from the parts.

A part is written when its run has ended. The tables are rebuilt whenever the number of parts has grown by a
tenth. A study of thousands of runs can thus be read while it is being played, and the work stays
proportional to the number of runs.
"""

from __future__ import annotations

import hashlib
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from minecrew.runlog import MinecrewError, Reading, UserError, cannot_write, why_broken
from minecrew.tables.column import arrow_type, cell, import_arrow
from minecrew.tables.run_rows import Row, run_rows
from minecrew.tables.schema import TABLES, columns_of

MEASURING = ("behaviors", "judging", "tables", "language", "runlog")
"""The packages of minecrew that determine the content of a part."""
BATCH = 100_000
"""Number of rows that are written at once."""
GROWTH = 1.1


@dataclass
class TableFiles:
    """The tables in one directory."""

    path: Path
    _made_of: int = field(default=0, init=False)

    @property
    def parts(self) -> Path:
        """The folder of parts for this version of the detectors; parts of other versions are not used."""
        return self.path / "parts" / measuring_hash()

    def add(self, run: str, read: Callable[[], Reading]) -> None:
        """Writes the part of `run`, unless it exists."""
        place = self.parts / run
        if place.is_dir():
            return
        rows = run_rows(read(), name=run)
        partial = place.with_name(f".{run}.partial")
        try:
            shutil.rmtree(partial, ignore_errors=True)
            partial.mkdir(parents=True)
            for table in TABLES:
                write_rows(rows.tables[table], table, partial / f"{table}.parquet")
            partial.rename(place)
        except OSError as error:
            raise cannot_write(place, error) from error

    def is_due(self, runs: int) -> bool:
        """Returns whether the number of parts has grown by a tenth since the tables were made."""
        return runs >= max(1.0, self._made_of * GROWTH)

    def make(self, runs: Sequence[str], more: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        """Makes the tables from the parts of `runs`, in this order. `more` maps runs to additional columns of
        the table `runs`.
        """
        arrow = import_arrow()
        self.path.mkdir(parents=True, exist_ok=True)
        for table in TABLES:
            extra = dict.fromkeys(name for one in (more or {}).values() for name in one)
            schema = _schema(table)
            if table == "runs":
                for name in extra:
                    kind = arrow.int64() if name in ("seed", "repeat") else arrow.string()
                    if name not in schema.names:
                        schema = schema.append(arrow.field(name, kind))
            target = self.path / f"{table}.parquet"
            partial = target.with_name(f"{table}.parquet.partial")
            with arrow.parquet.ParquetWriter(partial, schema) as writer:
                held: list[Any] = []
                for run in runs:
                    part = arrow.parquet.read_table(self.parts / run / f"{table}.parquet")
                    if table == "runs":
                        for name in extra:
                            if name not in part.column_names:
                                value = (more or {}).get(run, {}).get(name)
                                kind = schema.field(name).type
                                part = part.append_column(name, arrow.array([value], type=kind))
                    held.append(part.cast(schema))
                    if sum(one.num_rows for one in held) >= BATCH:
                        writer.write_table(arrow.concat_tables(held))
                        held = []
                if held:
                    writer.write_table(arrow.concat_tables(held))
            partial.replace(target)
        self._made_of = len(runs)

    def tidy(self) -> None:
        """Removes the parts of other versions, unless they are behind a link, which could lead anywhere."""
        parts = self.path / "parts"
        for place in parts.iterdir() if parts.is_dir() and not parts.is_symlink() else ():
            if place != self.parts:
                shutil.rmtree(place, ignore_errors=True)


def write_rows(rows: Iterable[Row], table: str, path: Path) -> None:
    """Writes one table to a Parquet file. Raises UserError if pyarrow is missing."""
    import_arrow().parquet.write_table(arrow_table(rows, table), path)


def arrow_table(rows: Iterable[Row], table: str) -> Any:
    """Returns the typed rows of a table as a pyarrow table. Raises UserError if pyarrow is missing."""
    columns = columns_of(table).items()
    cells = [{name: cell(row.get(name), annotation) for name, annotation in columns} for row in rows]
    return import_arrow().Table.from_pylist(cells, schema=_schema(table))


def write_tables(readings: Sequence[tuple[str, Callable[[], Reading]]], out: Path) -> int:
    """Writes the tables of the given runs into `out`; returns the number of runs.

    Raises UserError if a run is broken, or if two runs have the same name, because the name identifies a
    run's rows.
    """
    files = TableFiles(out)
    names = [name for name, _ in readings]
    twice = next((name for name, count in Counter(names).items() if count > 1), None)
    if twice is not None:
        raise UserError(f"two of the runs are named {twice!r}; rename the directory of one of them")
    for name, read in readings:
        try:
            files.add(name, read)
        except (MinecrewError, OSError):
            raise
        except Exception as error:
            raise UserError(why_broken(Path(name), error)) from error
    files.make(names)
    shutil.rmtree(out / "parts", ignore_errors=True)
    return len(names)


@cache
def measuring_hash() -> str:
    """Returns the hash of the code that determines a part."""
    home = Path(__file__).resolve().parent.parent
    found = hashlib.sha256()
    for package in MEASURING:
        for path in sorted((home / package).resolve().rglob("*.py")):
            found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()[:16]


def _schema(table: str) -> Any:
    arrow = import_arrow()
    return arrow.schema([(name, arrow_type(annotation)) for name, annotation in columns_of(table).items()])
