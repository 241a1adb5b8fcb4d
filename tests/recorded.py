"""Runs of the real world that several files of tests read. Each is played once, by whoever asks first."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from dataclasses import dataclass
from hashlib import sha256

import pytest

from minecrew.runlog import RunBundle

from . import commandline


@dataclass(frozen=True)
class Recorded:
    bundle: RunBundle
    """A copy of its own for whoever asked, in a runs folder of its own."""
    exit_code: int
    printed: str


def recorded(factory: pytest.TempPathFactory, *arguments: str) -> Recorded:
    """`minecrew run` with these arguments at full speed. All processes of a test session share it."""
    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    root = shared / "recorded" / sha256("\0".join(arguments).encode()).hexdigest()[:16]
    root.mkdir(parents=True, exist_ok=True)
    done = root / "done.json"
    with (root / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(root / "runs", ignore_errors=True)
            where = ("--speed", "max", "--out", str(root / "runs"))
            told = commandline.minecrew(
                "run", *arguments, *where, environment={**os.environ, "COLUMNS": "200"}, timeout=600
            )
            assert told.stderr == "", told.stderr
            done.write_text(json.dumps([told.returncode, told.stdout]), "utf-8")
    code, printed = json.loads(done.read_text("utf-8"))
    (bundle,) = RunBundle.all(root / "runs")
    copy = factory.mktemp("runs") / bundle.id
    shutil.copytree(bundle.path, copy)
    return Recorded(RunBundle(copy), code, printed)
