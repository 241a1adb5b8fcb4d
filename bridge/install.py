"""Installs the pinned npm packages with the npm that comes with Node's PyPI package.

No install script of any package is run. Only npm gets the caller's environment, without keys, because it
needs the proxy settings and certificates. If two installations run at once, one waits for the other. An
interrupted installation is repeated. If npm's process outlives this one, it holds the lock until it ends.
POSIX only (`fcntl`).
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from minecrew.bridge.node import (
    MARKER,
    cache_dir,
    in_checkout,
    installed,
    lock_hash,
    node_binary,
    node_home,
    npm_directory,
    package_root,
)
from minecrew.runlog import UserError

InstallProgress = Callable[[int, int, str], None]
"""Called with the number of installed packages, the number of all packages, and the current step."""

DEADLINE = 900.0
"""Seconds."""
POLL = 0.25
CRASHED = "Exit handler never called"
"""npm prints this when it ends by a fault of its own, which may happen if a connection breaks."""
ATTEMPTS = 2
"""How often npm is tried if it crashes."""
BEDROCK = Path("minecraft-data/minecraft-data/data/bedrock")
"""A directory with 334 MB of data for another edition of Minecraft; only its subdirectory `common` is loaded.
"""
UNUSED = (".map", ".ts", ".mts", ".cts", ".mca")
"""Suffixes of package files that Node does not load; these files take up 34 MB."""


def install_node_modules(
    *, dev: bool = False, deadline: float = DEADLINE, progress: InstallProgress = lambda *_: None
) -> bool:
    """Installs the packages in `node_modules()`; returns False if they were already installed. `dev` adds
    the tools for checking (checkout only).

    Raises UserError if npm fails or `deadline` (seconds) passes; the incomplete packages then count as not
    installed.
    """
    if installed(dev=dev):
        return False
    ends = time.monotonic() + deadline
    with install_lock(npm_directory(), ends, progress) as lock:
        if installed(dev=dev):
            return False
        directory = npm_directory()
        modules = directory / "node_modules"
        (modules / MARKER).unlink(missing_ok=True)
        if not in_checkout():
            _copy_lists(directory)
        wanted = _wanted(dev=dev)
        _npm_ci(directory, wanted, lock, dev=dev, ends=ends, progress=progress)
        progress(len(wanted), len(wanted), "tidying")
        modules.mkdir(exist_ok=True)  # npm makes none for an empty list
        prune(modules)
        marker = {"lock": lock_hash(), "dev": dev}
        (modules / MARKER).write_text(json.dumps(marker) + "\n", encoding="utf-8")
    return True


def prune(modules: Path) -> None:
    """Removes files that are not used: the data of Minecraft's other edition, and files with the suffixes in
    UNUSED.
    """
    bedrock = modules / BEDROCK
    if bedrock.is_dir():
        for path in bedrock.iterdir():
            if path.is_dir() and path.name != "common":
                shutil.rmtree(path, ignore_errors=True)
    for path in modules.rglob("*"):
        if path.suffix in UNUSED and path.is_file() and not path.is_symlink():
            path.unlink(missing_ok=True)


def _copy_lists(directory: Path) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copyfile(package_root() / name, directory / name)
    except OSError as error:
        raise UserError(f"cannot write {str(directory)!r}: {error.strerror}; set MINECREW_CACHE") from error


def _wanted(*, dev: bool) -> list[str]:
    """Paths of all packages to be installed, in the order of the lock file."""
    lock = json.loads((package_root() / "package-lock.json").read_text(encoding="utf-8"))
    packages: dict[str, dict[str, object]] = lock["packages"]
    return [
        path
        for path, entry in packages.items()
        if path and not entry.get("optional") and (dev or not entry.get("dev"))
    ]


def _npm_ci(
    directory: Path, wanted: list[str], lock: IO[str], *, dev: bool, ends: float, progress: InstallProgress
) -> None:
    npm = node_home() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    command = [str(node_binary()), str(npm), "ci", "--ignore-scripts", "--no-progress"]
    command += ["--cache", str(cache_dir() / "npm-cache")]
    if not dev:
        command.append("--omit=dev")
    for attempt in range(ATTEMPTS):
        code, output = _npm(command, directory, wanted, lock, ends=ends, progress=progress)
        if code == 0:
            return
        if CRASHED not in output or attempt == ATTEMPTS - 1:
            raise UserError(
                f"npm ended with code {code}: {_reason(output)}; "
                "check network and proxy settings, then run `minecrew setup` again"
            )


def _npm(
    command: list[str],
    directory: Path,
    wanted: list[str],
    lock: IO[str],
    *,
    ends: float,
    progress: InstallProgress,
) -> tuple[int, str]:
    """Returns npm's exit code and output. Raises UserError if it does not finish in time."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        process = subprocess.Popen(
            command,
            cwd=directory,
            env=install_environment(),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            pass_fds=(lock.fileno(),),
            process_group=0,
        )
        try:
            while process.poll() is None:
                if time.monotonic() > ends:
                    raise UserError(
                        "npm did not finish in time; check the network and run `minecrew setup` again"
                    )
                progress(_present(directory, wanted), len(wanted), "npm packages")
                time.sleep(POLL)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        output.seek(0)
        return process.returncode, output.read()


def install_environment() -> dict[str, str]:
    """The caller's environment, with our Node first in PATH and without API keys of models, which no child
    may see.
    """
    own = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI_")}
    return own | {"PATH": f"{node_binary().parent}{os.pathsep}{own.get('PATH', '')}"}


def _present(directory: Path, wanted: list[str]) -> int:
    return sum((directory / path / "package.json").exists() for path in wanted)


def _reason(output: str) -> str:
    """Returns npm's error message in one line."""
    lines = [line.split("npm error", 1)[1].strip() for line in output.splitlines() if "npm error" in line]
    told = [line for line in lines if line and not line.startswith("A complete log")]
    return " ".join(told[:3]) or (output.strip().splitlines() or ["it gave no reason"])[-1]


@contextmanager
def install_lock(target: Path, ends: float, progress: InstallProgress = lambda *_: None) -> Iterator[IO[str]]:
    """Locks `target`, so that a second installation waits for the first. The lock is released when the
    context has ended and every child process that inherited it has ended, too.

    `ends`: the time at which waiting ends, by `time.monotonic()`. Raises UserError.
    """
    name = hashlib.sha256(str(target).encode()).hexdigest()[:12]
    path = cache_dir() / f"install-{name}.lock"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("w", encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot write {str(path)!r}: {error.strerror}; set MINECREW_CACHE") from error
    with file:
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > ends:
                    raise UserError("another installation is running; wait until it has finished") from None
                progress(0, 0, "waiting for another installation")
                time.sleep(POLL)
        yield file
