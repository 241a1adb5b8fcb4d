"""Lets requests read large logs one after the other, because a log takes many times its size in memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from minecrew.runlog import RunBundle
from minecrew.service.problem import ProblemError

LARGE = 8 << 20
"""Size in bytes from which a log counts as large; it then takes about 150 MB of memory."""
WAIT = 5.0
"""Seconds for which a request waits for its turn."""
_TURN = Lock()


@contextmanager
def turn_of(bundle: RunBundle) -> Iterator[None]:
    """A context in which the log of `bundle` may be read. Raises a 503 if other requests read large logs for
    too long.
    """
    try:
        size = bundle.events_path.stat().st_size
    except OSError:
        size = 0
    if size < LARGE:
        yield
        return
    if not _TURN.acquire(timeout=WAIT):
        told = f"run {bundle.id!r} is large, and the service is reading another large run; try again later"
        raise ProblemError(503, told, headers={"Retry-After": "10"})
    try:
        yield
    finally:
        _TURN.release()
