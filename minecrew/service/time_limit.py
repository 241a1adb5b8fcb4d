"""A limit on the processor time of a computation, because anybody may have written the log that it reads.

If a computation takes too long, an exception is raised in its thread, at its next step in Python. A call into
C, such as one match of a regular expression, is not interrupted; such calls have limits of their own. An
exception that falls into a callback of the garbage collector is lost, so it is raised again.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from minecrew.runlog import UserError

T = TypeVar("T")

LIMIT = 20.0
"""Maximum seconds of processor time for a computation on the log of one run."""
LOOK = 0.1
"""Seconds between two checks of a thread's processor time."""
AGAIN = 1.0
"""Seconds of processor time after which a computation that did not end is stopped again."""


class TookTooLong(UserError):
    """A computation was ended because it took too long."""


class _Stop(BaseException):
    """Is raised inside the computation. No handler of ordinary errors catches it."""


def within(seconds: float, work: Callable[[], T], what: str) -> T:
    """The result of `work`, which is computed in this thread. Raises TookTooLong, which names `what`."""
    over = threading.Event()
    watched = threading.get_ident()
    watch = threading.Thread(target=_watch, args=(watched, seconds, over), daemon=True)
    try:
        watch.start()
        try:
            return work()
        finally:
            over.set()
            watch.join()
            _stop(watched, None)  # what has not been raised yet comes too late
    except _Stop:
        told = f"{what} takes more than {seconds:g} s to compute; remove it, or read it with the command line"
        raise TookTooLong(told) from None


def _watch(thread: int, seconds: float, over: threading.Event) -> None:
    # macOS does not report the processor time of another thread.
    clock = time.pthread_getcpuclockid(thread) if sys.platform != "darwin" else time.CLOCK_MONOTONIC
    until = time.clock_gettime(clock) + seconds
    while not over.wait(LOOK):
        if time.clock_gettime(clock) > until:
            _stop(thread, ctypes.py_object(_Stop))
            until += AGAIN


def _stop(thread: int, error: object) -> None:
    """Has the exception raised in the thread; None takes back one that was not raised yet."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error)
