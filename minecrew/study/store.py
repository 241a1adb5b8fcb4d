"""A study's directory: the finished runs, the failed runs, and the lock.

    DIR/  study.toml  lock.json  progress.json  sittings.jsonl  runs/<id>/  faults/<id>/  unfinished/<id>/
          playing/<key>/<id>/  tables/  report/

The name of a run's directory ends with its key. A run is played in `playing` and moved when it has ended,
so `runs` contains only complete runs. If the session is killed, at most the active runs are lost. Nothing
is deleted: an interrupted run goes to `unfinished`, because its model calls may have cost money.
"""

from __future__ import annotations

import fcntl
import json
import shutil
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ValidationError

from minecrew.runlog import EVENTS_FILE, Result, RunBundle, UserError, read_file, write_whole
from minecrew.study.planned_run import KEY, PlannedRun

Place = Literal["runs", "faults", "unfinished"]
WAIT = 10.0
"""Seconds within which the processes of a killed session end."""


class StudyLock(BaseModel):
    """The part of lock.json that is read."""

    files: dict[str, str]


@dataclass(frozen=True)
class StudyStore:
    """The directory of one study."""

    path: Path

    @property
    def tables(self) -> Path:
        return self.path / "tables"

    @property
    def report(self) -> Path:
        return self.path / "report"

    def bundles(self, place: Place = "runs") -> dict[str, list[RunBundle]]:
        """Returns the bundles in that folder by key, oldest first."""
        found: dict[str, list[RunBundle]] = {}
        root = self.path / place
        for path in sorted(root.iterdir()) if root.is_dir() else ():
            if (key := key_of(path)) is not None:
                found.setdefault(key, []).append(RunBundle(path.resolve()))
        return found

    def done(self) -> dict[str, RunBundle]:
        """Returns the bundles of the finished runs, by key."""
        return {key: bundles[0] for key, bundles in self.bundles().items()}

    def tries(self) -> Counter[str]:
        """Returns the number of failed attempts, by key."""
        return Counter({key: len(bundles) for key, bundles in self.bundles("faults").items()})

    def prepare(self, run: PlannedRun) -> RunBundle:
        """A new bundle for `run` that contains only its manifest, in a directory of its own, so that the
        skill records of other runs do not influence it.
        """
        bundle = RunBundle.create(
            self.path / "playing" / run.key, title=run.task.title, token=lambda: run.key
        )
        bundle.write_manifest(run.manifest(bundle.id))
        return bundle

    def keep(self, bundle: RunBundle, place: Place) -> RunBundle:
        """Moves a bundle to its final place."""
        target = self.path / place / bundle.id
        target.parent.mkdir(exist_ok=True)
        holder = bundle.path.parent
        bundle.path.rename(target)
        if holder.parent == (self.path / "playing").resolve():
            shutil.rmtree(holder, ignore_errors=True)
        return RunBundle(target)

    def sweep(self) -> int:
        """Collects the runs that a killed session left in `playing`. Returns their number.

        Raises UserError if `playing` is a link, because the directories in it are removed.
        """
        swept = 0
        if (self.path / "playing").is_symlink():
            raise UserError(f"{str(self.path / 'playing')!r} is a link, which could lead anywhere; remove it")
        root = (self.path / "playing").resolve()
        for holder in sorted(root.iterdir()) if root.is_dir() else ():
            for path in sorted(holder.iterdir()):
                if (path / EVENTS_FILE).is_file():
                    bundle = RunBundle(path)
                    whole = is_whole(bundle) and key_of(path) not in self.done()
                    self.keep(bundle, "runs" if whole else "unfinished")
                    swept += 1
            shutil.rmtree(holder, ignore_errors=True)
        return swept

    def lock(self) -> dict[str, str]:
        """The hashes of the files that could affect a run when the study was last played; {} if it has not
        been played yet.
        """
        path = self.path / "lock.json"
        try:
            return StudyLock.model_validate_json(read_file(path)).files
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise UserError(f"cannot read {str(path)!r}: {error.strerror}; restore it") from error
        except ValidationError as error:
            raise UserError(f"cannot read {str(path)!r}: it has no hashes of files; restore it") from error

    def write_lock(self, code: Mapping[str, str], packages: Mapping[str, str]) -> None:
        content = {"files": dict(code), "packages": dict(packages)}
        write_whole(self.path / "lock.json", json.dumps(content, indent=1, sort_keys=True) + "\n")

    @contextmanager
    def playing(self) -> Iterator[int]:
        """Locks the study for one session. Yields the file descriptor of the lock, which the playing
        processes inherit: after a kill, the next session waits until they have ended. Raises UserError if the
        study is being played already.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            file = (self.path / ".playing.lock").open("w")
        except OSError as error:
            raise UserError(
                f"cannot write in {str(self.path)!r}: {error.strerror}; give another --dir"
            ) from None
        with file:
            until = time.monotonic() + WAIT
            while True:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if time.monotonic() > until:
                        told = (
                            f"the study in {str(self.path)!r} is already being played; wait until "
                            "it has finished"
                        )
                        raise UserError(told) from None
                time.sleep(0.1)
            yield file.fileno()


def key_of(path: Path) -> str | None:
    """The key at the end of the name of a run's directory; None if it has none."""
    key = path.name.rpartition("-")[2]
    return key if len(key) == KEY and not set(key) - set("0123456789abcdef") else None


def is_whole(bundle: RunBundle) -> bool:
    """Returns whether the run ended normally and was judged."""
    result = read_result(bundle)
    return result is not None and result.exit_code in (0, 1) and bundle.findings_path.is_file()


def read_result(bundle: RunBundle) -> Result | None:
    """Returns the result of a bundle; None if there is none, or if it cannot be read because the process
    was killed.
    """
    try:
        return bundle.result()
    except UserError:
        return None
