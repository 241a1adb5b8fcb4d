"""A process that plays many runs, one after another: `python -m minecrew.study.worker`.

Reads the paths of bundles from standard input, one per line; plays each run, and answers with a line of JSON.
Loading the code of the crew takes most of a second; a worker does this only once. When standard input closes,
the active run and the process end.
"""

from __future__ import annotations

import asyncio
import json
import os
import queue
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

from minecrew.agents import Task
from minecrew.run.lifecycle import INTERRUPTED, run
from minecrew.run.manifest import options_of
from minecrew.run.play import play
from minecrew.runlog import RunBundle, UserError
from minecrew.terminal import Terminal, say_error

WHY = "because the study was stopped"


class Leash:
    """Reads the bundles to play from standard input, and notices when the input ends."""

    def __init__(self, lines: IO[str]) -> None:
        self._bundles: queue.SimpleQueue[Path | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._gone = False
        self._stop: Callable[[], None] | None = None
        threading.Thread(target=self._read, args=(lines,), daemon=True, name="leash").start()

    def next(self) -> Path | None:
        """The next bundle; None if there are no more."""
        return self._bundles.get()

    async def listen(self, stop: Callable[[str], None]) -> None:
        """Calls `stop` when standard input closes."""
        loop = asyncio.get_running_loop()
        gone = asyncio.Event()

        def tell() -> None:
            with suppress(RuntimeError):  # the run has ended meanwhile
                loop.call_soon_threadsafe(gone.set)

        with self._lock:
            self._stop = tell
            if self._gone:
                gone.set()
        await gone.wait()
        stop(WHY)

    def _read(self, lines: IO[str]) -> None:
        for line in lines:
            self._bundles.put(Path(line.rstrip("\n")))
        with self._lock:
            self._gone = True
            if self._stop:
                self._stop()
        self._bundles.put(None)


def play_bundle(path: Path, leash: Leash) -> int:
    """Plays the run that the manifest in `path` describes. Returns the exit code."""
    bundle = RunBundle(path)
    manifest = bundle.manifest()
    if manifest is None:
        raise UserError(f"there is no manifest in {str(path)!r}")
    task = Task.model_validate(manifest.task)
    options = options_of(manifest, out=path.parent)
    return run(task, options, play, Terminal(), queued=bundle, listen=leash.listen)


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what a library prints is no answer
    leash = Leash(sys.stdin)
    while (path := leash.next()) is not None:
        code = 3
        try:
            code = play_bundle(path, leash)
        except Exception as error:  # the run is a fault, the next one may go well
            say_error(f"{type(error).__name__}: {error}")
        answers.write(json.dumps({"path": str(path), "code": code}) + "\n")
        if code == INTERRUPTED:
            break


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        main()
