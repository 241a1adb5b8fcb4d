"""Reads files from untrusted sources: only regular files, and only up to a maximum size.

A pipe would block, and a device may have no end. A file that is read whole needs as much memory as its
size. A log is read line by line, and a line has its own maximum size.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

LARGEST_FILE = 1 << 26
"""Maximum size in bytes of a file that is read whole.

That many bytes of the shortest events take about 1.1 GB of memory.
"""
LARGEST_LINE = 1 << 20
"""Maximum size of a line in bytes, without the line break."""
CHUNK = 1 << 18
"""Number of bytes that are read at once if a file is not kept in memory."""


def open_file(path: Path, most: int | None = None, *, within: Path | None = None) -> BinaryIO:
    """Opens a regular file to be read, without waiting.

    Raises OSError if that fails, if the file is not regular, if it has more than `most` bytes, or if a link
    leads out of the directory `within`.
    """
    if within is not None and not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(within)):
        raise OSError(errno.EPERM, "a link leads out of its directory", str(path))
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    found = os.fstat(handle)
    regular = stat.S_ISREG(found.st_mode)
    if regular and (most is None or found.st_size <= most):
        return os.fdopen(handle, "rb")
    os.close(handle)
    if not regular:
        raise OSError(errno.EINVAL, "the file is not a regular file", str(path))
    raise OSError(errno.EFBIG, f"the file is larger than {most or 0:,} bytes", str(path))


def read_file(path: Path, *, within: Path | None = None) -> bytes:
    """The content of a regular file. Raises OSError as `open_file` does."""
    with open_file(path, LARGEST_FILE, within=within) as file:
        return file.read(LARGEST_FILE)


def read_lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines from the current position of `file`, each with its line break. A line that is too long is
    cut. The last line may have no line break. `is_too_long` tells which lines were cut.
    """
    while line := file.readline(LARGEST_LINE + 1):
        yield line
        while is_too_long(line):
            _skip_hole(file)
            if not (rest := file.readline(LARGEST_LINE)) or rest.endswith(b"\n"):
                break


def is_too_long(line: bytes) -> bool:
    return len(line) > LARGEST_LINE and not line.endswith(b"\n")


def _skip_hole(file: BinaryIO) -> None:
    """Moves on to the next place that is stored on the disk, if that is far away."""
    try:
        behind = os.lseek(file.fileno(), 0, os.SEEK_CUR)
    except OSError:  # not a file, or a pipe
        return
    here = file.tell()
    there = next_data(file, here)
    os.lseek(file.fileno(), behind, os.SEEK_SET)  # where the buffer of `file` ends
    if there - here > LARGEST_LINE:
        file.seek(there)


def next_data(file: BinaryIO, offset: int) -> int:
    """The first place from `offset` on that is stored on the disk, or the end of the file.

    A sparse file has only zeros before that place, which take as long to read as other data. Moves the
    position of the file's descriptor.
    """
    try:
        return os.lseek(file.fileno(), offset, os.SEEK_DATA)
    except OSError as error:
        if error.errno != errno.ENXIO:
            return offset  # the file system cannot tell
        return max(offset, os.fstat(file.fileno()).st_size)
