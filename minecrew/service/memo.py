"""Values that were computed from a run's files, kept until the files change.

While a run is in progress, many clients ask for the same value at once. The value is computed once for
all waiting clients.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

from minecrew.runlog import EVENTS_FILE, RunBundle
from minecrew.service.large_logs import turn_of
from minecrew.service.time_limit import LIMIT, TookTooLong, within

T = TypeVar("T")
Stamp = tuple[tuple[int, int] | None, ...]
"""For each file, its modification time in ns and its size; None if there is no such file."""
FILES = (EVENTS_FILE, "findings.jsonl", "manifest.json", "result.json", "arena.json")


@dataclass
class _Entry(Generic[T]):
    lock: Lock = field(default_factory=Lock)
    stamp: Stamp | None = None
    began: float = 0.0
    """The start of the computation of `value`, by the monotonic clock."""
    value: T | None = None
    refused: TookTooLong | None = None
    """Why there is no value for the files with that stamp."""

    @property
    def size(self) -> int:
        """The total size, in bytes, of the files from which `value` was computed."""
        return sum(file[1] for file in self.stamp or () if file)


class Memo(Generic[T]):
    """A cache that may be used from several threads. If a computation fails, the next request tries it
    again.
    """

    def __init__(
        self,
        make: Callable[[RunBundle], T],
        *,
        most: int | None = 64,
        largest: float = float("inf"),
        limit: float = LIMIT,
    ) -> None:
        """`most`: how many of the last used values are kept; None means all. `largest`: bytes of the files
        of all kept values, if those hold what was read; the newest is always kept. `limit`: seconds of
        processor time for one value.
        """
        self._make, self._most, self._largest, self._limit = make, most, largest, limit
        self._lock = Lock()
        self._entries: OrderedDict[Path, _Entry[T]] = OrderedDict()

    def get(self, bundle: RunBundle) -> T:
        """Returns the value for the current files. Raises TookTooLong, and any error that `make` raises."""
        asked = time.monotonic()
        entry = self._entry(bundle.path)
        with entry.lock:
            if entry.value is not None and entry.began >= asked:
                return entry.value
            began, stamp = time.monotonic(), stamp_of(bundle)
            if entry.refused is not None and entry.stamp == stamp:
                raise entry.refused
            if entry.value is None or entry.stamp != stamp:
                entry.value = self._made(entry, bundle, stamp)
                entry.began, entry.stamp, entry.refused = began, stamp, None
                self._forget(entry)
            return entry.value

    def _made(self, entry: _Entry[T], bundle: RunBundle, stamp: Stamp) -> T:
        """Raises TookTooLong, which is remembered: the same files take as long again."""
        try:
            with turn_of(bundle):
                return within(self._limit, lambda: self._make(bundle), f"run {bundle.id!r}")
        except TookTooLong as error:
            entry.value, entry.stamp, entry.refused = None, stamp, error
            raise

    def _forget(self, newest: _Entry[T]) -> None:
        """Forgets the values that were used longest ago, while their files are too large together."""
        with self._lock:
            held = sum(one.size for one in self._entries.values())
            for path, one in [*self._entries.items()]:
                if held <= self._largest:
                    return
                if one is not newest:
                    held -= one.size
                    del self._entries[path]

    def _entry(self, path: Path) -> _Entry[T]:
        with self._lock:
            entry = self._entries.setdefault(path, _Entry())
            self._entries.move_to_end(path)
            if self._most is not None and len(self._entries) > self._most:
                self._entries.popitem(last=False)
            return entry


def stamp_of(bundle: RunBundle) -> Stamp:
    """A stamp that changes when a file of the run changes."""
    return tuple(_state(bundle.path / name) for name in FILES)


def _state(path: Path) -> tuple[int, int] | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size
