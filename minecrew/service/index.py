"""An index of all runs in an SQLite file, so that listing thousands of runs does not read thousands of files.

The bundles are authoritative. A row contains the stamp of the files from which it was made, and is updated
if the stamp has changed or the run has not ended. If the index is missing, broken or of another version, it
is rebuilt. Names from clients are only looked up here and never used as paths.
"""

from __future__ import annotations

import os
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from minecrew.runlog import EVENTS_FILE, RUN_NAME, RunBundle
from minecrew.service.card import RunCard, RunOutcome, RunState, broken_card, live_card, read_card
from minecrew.service.lines import RunProgress
from minecrew.service.problem import ProblemError
from minecrew.service.time_limit import LIMIT, within

T = TypeVar("T")

FILE = ".index.sqlite"
VERSION = 5
"""The version of the tables, and of the content of cards and digests."""
TRIES = 2
"""Number of times that a query is tried with the file. Then the index is built again without a file."""
LOCKED = 5.0
"""Seconds that a query waits for another process that is writing into the file."""
FRESH = 0.3
"""Seconds during which the directory is not searched again."""
RUNS = """
CREATE TABLE runs (
    id TEXT PRIMARY KEY, stamp TEXT NOT NULL, state TEXT NOT NULL, outcome TEXT, task TEXT,
    words TEXT NOT NULL, request TEXT, card TEXT NOT NULL
) WITHOUT ROWID
"""
DIGESTS = "CREATE TABLE digests (id TEXT PRIMARY KEY, stamp TEXT NOT NULL, digest TEXT) WITHOUT ROWID"
AGENT = "EXISTS (SELECT 1 FROM json_each(card, '$.agents') WHERE value = ?)"
FINDING = "EXISTS (SELECT 1 FROM json_each(card, '$.findings') WHERE key = ? OR substr(key, 1, ?) = ?)"


@dataclass(frozen=True)
class RunFilter:
    """The filter of a list; None means no condition."""

    state: RunState | None = None
    outcome: RunOutcome | None = None
    task: str | None = None
    agent: str | None = None
    finding: str | None = None
    """A class, or class and sub-class."""
    text: str | None = None
    """Text that occurs in the title or id."""

    def where(self) -> tuple[str, list[str | int]]:
        """The condition in SQL, and its parameters."""
        told: list[tuple[str, list[str | int]]] = [("1", [])]
        for name in ("state", "outcome", "task"):
            if (value := getattr(self, name)) is not None:
                told.append((f"{name} = ?", [value]))
        if self.agent is not None:
            told.append((AGENT, [self.agent]))
        if self.finding is not None:
            within = f"{self.finding}."
            told.append((FINDING, [self.finding, len(within), within]))
        if self.text is not None:
            told.append(("instr(words, ?)", [self.text.lower()]))
        return " AND ".join(one for one, _ in told), [value for _, values in told for value in values]


class IndexClosed(RuntimeError):
    """The service has ended, so nothing may use its index any more."""


class RunIndex:
    """The index of the runs in `root`. Other processes may use the same file.

    `state_of` gives the state of a run; it is called before the files are read. After `close`, all methods
    that need the file raise IndexClosed.
    """

    def __init__(self, root: Path, state_of: Callable[[RunBundle], RunState]) -> None:
        self._root, self._state_of = root, state_of
        self._lock = threading.RLock()
        self._database: sqlite3.Connection | None = None
        self._closed = False
        self._live: dict[str, RunProgress] = {}
        self._looked = -FRESH

    def find(self, run: str) -> RunBundle | None:
        """Returns the run with exactly that id, or None."""
        query = "SELECT id FROM runs WHERE id = ?"
        found = self._rows(query, [run]) or self._rows(query, [run], always=True)  # it may have come just now
        return self.bundle(run) if found else None

    def card(self, bundle: RunBundle) -> RunCard:
        """Returns the current card of a run."""

        def look(database: sqlite3.Connection) -> RunCard:
            if not (stamp := _stamp(bundle.path)):
                raise ProblemError(404, f"run {bundle.id!r} no longer exists")
            row = database.execute("SELECT stamp, state, card FROM runs WHERE id = ?", [bundle.id]).fetchone()
            if row and row[:2] == (stamp, "ended"):
                return RunCard.model_validate_json(row[2])
            with database:
                return self._look(database, bundle, stamp)

        return self._kept(look)

    def cards(self, wanted: RunFilter, *, limit: int, before: str | None = None) -> list[RunCard]:
        """Returns the runs that are older than the run `before`, newest first."""
        where, values = wanted.where()
        query = f"SELECT card FROM runs WHERE {where} AND (? IS NULL OR id < ?) ORDER BY id DESC LIMIT ?"
        rows = self._rows(query, [*values, before, before, limit])
        return [RunCard.model_validate_json(card) for (card,) in rows]

    def count(self, wanted: RunFilter) -> int:
        where, values = wanted.where()
        [(count,)] = self._rows(f"SELECT count(*) FROM runs WHERE {where}", values)
        return int(count)

    def unended(self) -> list[RunBundle]:
        """Returns the runs that are waiting, are running or were killed before they had a result, oldest
        first.
        """
        query = "SELECT id FROM runs WHERE state <> 'ended' OR outcome = 'unfinished' ORDER BY id"
        return [self.bundle(run) for (run,) in self._rows(query)]

    def ended(self) -> list[tuple[str, str]]:
        """Each run that has ended, newest first, with a stamp that changes when its files change."""
        return self._rows("SELECT id, stamp FROM runs WHERE state = 'ended' ORDER BY id DESC")

    def bundle(self, run: str) -> RunBundle:
        """The bundle of a run that is in the index."""
        return RunBundle(self._root.resolve() / run)

    def digests(self) -> list[tuple[str, str, str | None]]:
        """Returns the stored digests: run, stamp, and digest as text."""
        query = "SELECT id, stamp, digest FROM digests"
        return self._kept(lambda database: list(database.execute(query)))

    def keep_digests(self, made: Iterable[tuple[str, str, str | None]]) -> None:
        """`made`: run, stamp, and digest as text, which is None if there is no digest."""
        rows = list(made)

        def write(database: sqlite3.Connection) -> None:
            with database:
                database.executemany("INSERT OR REPLACE INTO digests VALUES (?, ?, ?)", rows)

        self._kept(write)

    def counts(self) -> dict[tuple[str, str | None], int]:
        """The number of runs with each (state, outcome)."""
        rows = self._rows("SELECT state, outcome, count(*) FROM runs GROUP BY state, outcome")
        return {(state, outcome): count for state, outcome, count in rows}

    def asked(self, request: str) -> RunBundle | None:
        """Returns the run that a client requested under that name."""
        found = self._rows("SELECT id FROM runs WHERE request = ?", [request])
        return self.bundle(found[0][0]) if found else None

    def _rows(
        self, query: str, values: Sequence[str | int | None] = (), *, always: bool = False
    ) -> list[tuple[Any, ...]]:
        """The result of `query`. First searches the directory, `always` or if the last search is too old."""

        def read(database: sqlite3.Connection) -> list[tuple[Any, ...]]:
            self._refresh(database, always=always)
            return database.execute(query, values).fetchall()

        return self._kept(read)

    def touch(self) -> None:
        """Makes the next query search the directory again, so that a new run is visible at once."""
        self._looked = -FRESH

    def close(self) -> None:
        """Closes the file for good. Threads that still work for the service cannot open it again."""
        with self._lock:
            self._closed = True
            self._disconnect()

    def _disconnect(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None

    def _kept(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Does `work`. If the file cannot be used, repeats it with a new file, and finally without a file."""
        with self._lock:
            for _ in range(TRIES):
                try:
                    return work(self._open(self._root / FILE))
                except sqlite3.DatabaseError as error:
                    self._disconnect()
                    self._looked = -FRESH
                    if _is_locked(error):
                        return self._without_file(work)
                    with suppress(OSError):
                        (self._root / FILE).unlink(missing_ok=True)
            return work(self._open(Path(":memory:")))

    def _without_file(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Does `work` with an index that is built for it alone; the next query tries the file again."""
        try:
            return work(self._open(Path(":memory:")))
        finally:
            self._disconnect()
            self._looked = -FRESH

    def _open(self, file: Path) -> sqlite3.Connection:
        """Returns the open database; if none is open, opens `file`."""
        if self._closed:
            raise IndexClosed
        if self._database is None:
            self._database = _connect(file)
            _create_tables(self._database)
        return self._database

    def _refresh(self, database: sqlite3.Connection, *, always: bool = False) -> None:
        if not always and time.monotonic() - self._looked < FRESH:
            return
        known = {
            run: (stamp, state) for run, stamp, state in database.execute("SELECT id, stamp, state FROM runs")
        }
        with database:
            for bundle, stamp in self._found():
                if known.pop(bundle.id, None) != (stamp, "ended"):
                    self._look(database, bundle, stamp)
            for table in ("runs", "digests"):
                database.executemany(f"DELETE FROM {table} WHERE id = ?", [(run,) for run in known])
        self._looked = time.monotonic()

    def _found(self) -> Iterator[tuple[RunBundle, str]]:
        root = self._root.resolve()
        try:
            entries = list(os.scandir(root))
        except FileNotFoundError:
            return
        for entry in entries:
            if re.match(RUN_NAME, entry.name) and entry.is_dir() and (stamp := _stamp(root / entry.name)):
                yield RunBundle(root / entry.name), stamp

    def _look(self, database: sqlite3.Connection, bundle: RunBundle, stamp: str) -> RunCard:
        """Updates the row of one run."""
        state = self._state_of(bundle)
        try:
            if state == "running":
                progress = self._live.setdefault(bundle.id, RunProgress(bundle.events_path))
                summary = within(LIMIT, progress.read, f"run {bundle.id!r}")
                card, request = live_card(bundle, summary)
            else:
                self._live.pop(bundle.id, None)
                card, request = within(LIMIT, lambda: read_card(bundle, state), f"run {bundle.id!r}")
        except Exception as error:  # whatever lies there: one bundle is no reason to list none
            card, request = broken_card(bundle, state, error)
        database.execute(
            "INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                card.id,
                stamp,
                card.state,
                card.outcome,
                card.task,
                f"{card.title} {card.id}".lower(),
                request,
                card.model_dump_json(),
            ),
        )
        return card


def _connect(path: Path) -> sqlite3.Connection:
    """The index can be rebuilt, so writing does not wait for the disk."""
    database = sqlite3.connect(path, check_same_thread=False, timeout=LOCKED)
    database.execute("PRAGMA synchronous = OFF")
    return database


def _create_tables(database: sqlite3.Connection) -> None:
    """Creates the tables, unless they are there in this version.

    Several processes may open the same file. One transaction contains the check and the change, so that no
    process removes the tables that another one has just filled.
    """
    if _version_of(database) == VERSION:
        return
    database.execute("BEGIN IMMEDIATE")
    with database:
        if _version_of(database) != VERSION:
            for name, table in (("runs", RUNS), ("digests", DIGESTS)):
                database.execute(f"DROP TABLE IF EXISTS {name}")
                database.execute(table)
            database.execute(f"PRAGMA user_version = {VERSION}")


def _version_of(database: sqlite3.Connection) -> int:
    (version,) = database.execute("PRAGMA user_version").fetchone()
    return int(version)


def _is_locked(error: sqlite3.DatabaseError) -> bool:
    """Whether another process was using the file for too long, so that the file is not at fault."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY  # the low byte is the code


def _stamp(path: Path) -> str:
    """Returns the stamp of a bundle's files; '' if it is not a bundle.

    All files except the log are written by renaming.
    """
    try:
        whole = path.stat().st_mtime_ns
    except OSError:
        return ""
    try:
        events = (path / EVENTS_FILE).stat()
    except OSError:
        return f"{whole}" if (path / "manifest.json").is_file() else ""
    return f"{whole} {events.st_size} {events.st_mtime_ns}"
