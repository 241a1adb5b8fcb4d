"""What was made of a run's files, kept until they change.

Many ask for the same at once, while the run goes on: it is made once for all who were waiting then.
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

T = TypeVar("T")
Stamp = tuple[tuple[int, int] | None, ...]
"""Of each file: when it was changed, in ns, and its size; None: there is none."""
FILES = (EVENTS_FILE, "findings.jsonl", "manifest.json", "result.json", "arena.json")


@dataclass
class _Entry(Generic[T]):
    lock: Lock = field(default_factory=Lock)
    stamp: Stamp | None = None
    began: float = 0.0
    """When the making of `value` did, by the monotonic clock."""
    value: T | None = None


class Memo(Generic[T]):
    """Safe to ask from several threads. What cannot be made is tried again each time."""

    def __init__(self, make: Callable[[RunBundle], T], *, most: int | None = 64) -> None:
        """`most`: values that are kept, those asked for last; None: all."""
        self._make, self._most = make, most
        self._lock = Lock()
        self._entries: OrderedDict[Path, _Entry[T]] = OrderedDict()

    def get(self, bundle: RunBundle) -> T:
        """What was made of the files as they are now. Raises what `make` does."""
        asked = time.monotonic()
        entry = self._entry(bundle.path)
        with entry.lock:
            if entry.value is not None and entry.began >= asked:
                return entry.value
            began, stamp = time.monotonic(), stamp_of(bundle)
            if entry.value is None or entry.stamp != stamp:
                entry.value = self._make(bundle)
                entry.began, entry.stamp = began, stamp
            return entry.value

    def _entry(self, path: Path) -> _Entry[T]:
        with self._lock:
            entry = self._entries.setdefault(path, _Entry())
            self._entries.move_to_end(path)
            if self._most is not None and len(self._entries) > self._most:
                self._entries.popitem(last=False)
            return entry


def stamp_of(bundle: RunBundle) -> Stamp:
    """Another one when a file that tells of the run is another one."""
    return tuple(_state(bundle.path / name) for name in FILES)


def _state(path: Path) -> tuple[int, int] | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size
