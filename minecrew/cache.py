"""The cache: npm packages of an installed wheel, npm's downloads, the local model, and locks.

Everything in the cache can be recreated. Only files that minecrew put there are listed and removed. Runs
and the user's own skills are stored elsewhere and are kept.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from minecrew.bridge import cache_dir
from minecrew.runlog import UserError, cannot_write
from minecrew.skills import user_library

LOCKS = "install-*.lock"
CONTENTS = {
    "npm-cache": "npm's downloads",
    "npm-*": "npm packages",
    "model-*": "the local model",
    LOCKS: "a lock for installations",
}
"""Name of an entry -> its description."""


@dataclass(frozen=True)
class CacheEntry:
    path: Path
    what: str
    size: int
    """The size in bytes on disk."""


def cache_entries() -> list[CacheEntry]:
    """Returns the entries that minecrew put into the cache, by name."""
    found: dict[Path, str] = {}
    for pattern, what in CONTENTS.items():
        for path in cache_dir().glob(pattern):
            found.setdefault(path, what)
    return [CacheEntry(path, found[path], _size(path)) for path in sorted(found)]


def clean_cache(console: Console, *, keep: bool = False) -> None:
    """Lists the cached files and removes them; with `keep`, only lists them. Raises UserError if the cache is
    in use.
    """
    entries = cache_entries()
    if not entries:
        console.print(Text(f"the cache {cache_dir()} is empty"), soft_wrap=True)
    elif not keep:
        _require_unused(entries)
    for entry in entries:
        if not keep:
            _remove(entry.path)
        mega = f"{entry.size / 1e6:.0f} MB"
        console.print(Text(f"{'removed ' * (not keep)}{entry.path}: {entry.what}, {mega}"), soft_wrap=True)
    console.print(Text(f"your runs, and your skills in {user_library()}, are kept"), soft_wrap=True)
    if not keep and entries and not any(cache_dir().iterdir()):
        cache_dir().rmdir()


def _require_unused(entries: list[CacheEntry]) -> None:
    for entry in entries:
        if not entry.path.match(LOCKS):
            continue
        with entry.path.open() as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise UserError(
                    "an installation is running; wait until it has finished, then run this command again"
                ) from None


def _remove(path: Path) -> None:
    try:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
    except OSError as error:
        raise cannot_write(path, error, "remove it yourself") from error


def _size(path: Path) -> int:
    return sum(file.lstat().st_size for file in _files(path))


def _files(path: Path) -> Iterator[Path]:
    if path.is_symlink() or not path.is_dir():
        yield path
        return
    for folder, _, names in os.walk(path):
        yield from (Path(folder, name) for name in names)
