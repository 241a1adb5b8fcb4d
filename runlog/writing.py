"""Writes files completely or not at all. An error shows whether the user or the machine is the cause.

A full or broken disk is a fault of the machine (`DiskFull`, exit code 3). A path that cannot be written is
the user's mistake (`UserError`, exit code 2).
"""

from __future__ import annotations

import errno
from contextlib import suppress
from pathlib import Path

from minecrew.runlog.errors import Fault, UserError
from minecrew.runlog.redaction import redact

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})


class DiskFull(Fault):
    """The machine has no space for a file, or cannot store it."""

    where = "disk"


def cannot_write(path: Path, error: OSError, remedy: str = "") -> UserError | DiskFull:
    """Returns the error to raise. `remedy` says what the user can do if the path is the problem."""
    told = f"cannot write {str(path)!r}: {error.strerror or error}"
    if error.errno in FULL:
        return DiskFull(f"{told}; free some space there")
    return UserError(f"{told}; {remedy}" if remedy else told)


def write_whole(path: Path, content: str | bytes, remedy: str = "", *, parents: bool = False) -> None:
    """Writes a file beside `path` and renames it; with `parents`, makes the directory first.

    Text is written without the model key.

    Raises UserError or DiskFull, and then leaves no incomplete file.
    """
    partial = path.with_name(f"{path.name}.partial")
    try:
        if parents:
            path.parent.mkdir(parents=True, exist_ok=True)
        partial.unlink(missing_ok=True)  # of a writer that was killed, or somebody's pipe
        with partial.open("xb") as file:
            file.write(content if isinstance(content, bytes) else redact(content).encode())
        partial.replace(path)
    except OSError as error:
        with suppress(OSError):
            partial.unlink()
        raise cannot_write(path, error, remedy) from error
