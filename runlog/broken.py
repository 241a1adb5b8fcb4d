"""Handles runs that cannot be read. A reader of many runs leaves such a run out and gives the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from minecrew.runlog.errors import UserError

T = TypeVar("T")


def why_broken(path: Path, error: Exception) -> str:
    """Returns the error in one line. An exception that users would not understand is described by its
    type.
    """
    if isinstance(error, UserError):
        return str(error)
    why = error.strerror if isinstance(error, OSError) and error.strerror else type(error).__name__
    return (
        f"{str(path)!r} is broken ({why}); remove it, or read it with the version of minecrew that wrote it"
    )


def readable(
    paths: Sequence[Path], read: Callable[[Path], T], leave_out: Callable[[str], None]
) -> Iterator[tuple[Path, T]]:
    """Yields the result of `read` for each path.

    `leave_out` is called with the reason for each broken run. Raises UserError if there is only one run and
    it is broken.
    """
    for path in paths:
        try:
            made = read(path)
        except Exception as error:
            if len(paths) == 1:
                raise UserError(why_broken(path, error)) from error
            leave_out(why_broken(path, error))
            continue
        yield path, made
