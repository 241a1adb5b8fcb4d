"""The faults with which the tasks of a run ended."""

from __future__ import annotations

from minecrew.runlog import Fault


def first_fault(group: BaseExceptionGroup[Fault]) -> BaseException:
    """Returns the first fault; groups may contain groups."""
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
