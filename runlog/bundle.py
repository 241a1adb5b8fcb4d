"""A run's directory (bundle): its place, its files, and how to find it.

    runs/<id>/  manifest.json  arena.json  events.jsonl  findings.jsonl  result.json  skills/
                annotations.jsonl  judge.jsonl  acts.jsonl  recording.jsonl.gz  models/
                thinking.json (while it runs)

Only `events.jsonl` is needed to read a run; the other files may be missing after a kill. Ids sort by time.
"""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from minecrew.runlog.errors import UserError
from minecrew.runlog.files import LARGEST_FILE, open_file, read_file
from minecrew.runlog.log import EVENTS_FILE, Log, is_written
from minecrew.runlog.manifest import Capacity, Manifest, Result
from minecrew.runlog.plain import plain_json
from minecrew.runlog.progress import THINKERS, Thinkers
from minecrew.runlog.reader import Reading, read_events
from minecrew.runlog.run_id import later_each_time, new_run_id, short_token
from minecrew.runlog.writing import cannot_write, write_whole

M = TypeVar("M", bound=BaseModel)

CAPACITY: TypeAdapter[dict[str, Capacity]] = TypeAdapter(dict[str, Capacity])

RUN_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$"
"""The format of a run directory's name."""
TEXT_NAME = re.compile(r"models/[0-9a-f]{20}\.txt")
"""The format of the names of prompts and answers."""
LARGEST_THINKING = 1 << 16
"""Maximum size of `thinking.json` in bytes."""
RUNS = Path("runs")
"""The default directory of runs, in the current directory."""


@dataclass(frozen=True)
class RunBundle:
    """The directory of one run."""

    path: Path

    @property
    def id(self) -> str:
        return self.path.name

    @property
    def events_path(self) -> Path:
        return self.path / EVENTS_FILE

    @property
    def findings_path(self) -> Path:
        """The findings, one JSON object per line; the file is missing until the run is judged."""
        return self.path / "findings.jsonl"

    @property
    def annotations_path(self) -> Path:
        """People's annotations, one JSON object per line; judging the run again never changes them."""
        return self.path / "annotations.jsonl"

    @property
    def judge_path(self) -> Path:
        """The judgements of models, one JSON object per model and round."""
        return self.path / "judge.jsonl"

    @property
    def acts_path(self) -> Path:
        """The results of models that read the discussion, one JSON object per reader and round."""
        return self.path / "acts.jsonl"

    @property
    def thinking_path(self) -> Path:
        """The file with the agents that are thinking. It is removed when the run ends, unless the run was
        killed.
        """
        return self.path / "thinking.json"

    def thinking(self) -> Thinkers:
        """The agents that are thinking, according to `thinking.json`, which may be half a second old; () if
        there is no such file.
        """
        try:
            with open_file(self.thinking_path, LARGEST_THINKING, within=self.path) as file:
                return THINKERS.validate_json(file.read(LARGEST_THINKING))
        except (OSError, ValueError):
            return ()

    @property
    def is_written(self) -> bool:
        """Whether the process that writes its events is alive."""
        return is_written(self.events_path)

    @property
    def skills_path(self) -> Path:
        """The folder with the code that the agents wrote."""
        return self.path / "skills"

    @classmethod
    def create(
        cls,
        root: Path,
        *,
        title: str,
        now: Callable[[], datetime] = later_each_time,
        token: Callable[[], str] = short_token,
    ) -> RunBundle:
        """Makes a new, empty bundle under `root`."""
        path = root / new_run_id(title, now=now(), token=token())
        try:
            path.mkdir(parents=True)
            (path / "skills").mkdir()
        except OSError as error:
            raise cannot_write(path, error, "choose another folder with --runs") from error
        return cls(path.resolve())

    @classmethod
    def all(cls, root: Path = RUNS) -> list[RunBundle]:
        """All bundles under `root`, the oldest first."""
        if not root.is_dir():
            return []
        return [cls(path.resolve()) for path in sorted(root.iterdir()) if (path / EVENTS_FILE).is_file()]

    @classmethod
    def find(cls, name: str, root: Path = RUNS) -> RunBundle:
        """Finds a bundle by its id, by a part of its id, or by its directory; 'last' is the newest one under
        `root`.
        """
        given = Path(name)
        if given.is_dir() and (given / EVENTS_FILE).is_file():
            return cls(given.resolve())
        if given.is_file() and given.name == EVENTS_FILE:
            return cls(given.resolve().parent)
        bundles = cls.all(root)
        if name == "last":
            if not bundles:
                raise UserError(
                    f"there are no runs in {str(root)!r} yet; start one with `minecrew run paper`"
                )
            return bundles[-1]
        matches = (
            [bundle for bundle in bundles if bundle.id == name],
            [bundle for bundle in bundles if bundle.id.startswith(name)],
            [bundle for bundle in bundles if name in bundle.id],
        )
        for found in matches:
            if len(found) == 1:
                return found[0]
            if found:
                raise UserError(f"run {name!r} is ambiguous: {_names(found)}; give a longer part of the id")
        raise UserError(f"there is no run {name!r} in {str(root)!r}; `minecrew runs` lists all runs")

    def log(self) -> Log:
        """The writer of this bundle's log; there can be only one."""
        return Log.create(self.path)

    def resume(self) -> Log:
        """The log of a run whose process has ended, opened to add the closing events. Raises UserError if the
        process is alive.
        """
        events = self.read().events
        return Log.resume(self.path, events[-1] if events else None)

    def text(self, name: str, most: int = LARGEST_FILE) -> bytes:
        """Returns the first `most` bytes of the prompt or answer in the file `name`. Raises OSError if there
        is no such file, or if the name does not have the format of such a file's name.
        """
        if not TEXT_NAME.fullmatch(name):
            raise FileNotFoundError(errno.ENOENT, "it is not the name of a prompt or an answer", name)
        with open_file(self.path / name, within=self.path) as file:
            return file.read(most)

    def read(self) -> Reading:
        return read_events(self.path)

    def write_manifest(self, manifest: Manifest) -> None:
        write_whole(self.path / "manifest.json", _text(manifest))

    def write_result(self, result: Result) -> None:
        write_whole(self.path / "result.json", _text(result))

    def write_findings(self, lines: Iterable[str]) -> None:
        """Writes objects, one JSON object per line."""
        write_whole(self.findings_path, "".join(f"{line}\n" for line in lines))

    def write_annotations(self, lines: Iterable[str]) -> None:
        write_whole(self.annotations_path, "".join(f"{line}\n" for line in lines))

    def write_judge(self, lines: Iterable[str]) -> None:
        write_whole(self.judge_path, "".join(f"{line}\n" for line in lines))

    def write_acts(self, lines: Iterable[str]) -> None:
        write_whole(self.acts_path, "".join(f"{line}\n" for line in lines))

    def write_arena(self, arena: dict[str, Any]) -> None:
        """The world at the start, as the server describes it (seed, bounds, resources, surface)."""
        write_whole(self.path / "arena.json", json.dumps(arena, separators=(",", ":")) + "\n")

    def manifest(self) -> Manifest | None:
        """The manifest, or None if the run ended before it was written."""
        return _load(self.path / "manifest.json", Manifest)

    def arena(self) -> dict[str, Any] | None:
        """The world at the start; None if the server did not describe it."""
        path = self.path / "arena.json"
        try:
            described = plain_json(read_file(path, within=self.path))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise _unreadable(path, error) from error
        return described if isinstance(described, dict) else None

    def capacity(self) -> dict[str, Capacity]:
        """Maps items to their capacities, as the arena declares them; empty if it declares none."""
        declared = (self.arena() or {}).get("capacity", {})
        try:
            return CAPACITY.validate_python(declared)
        except ValidationError as error:
            why = str(error).splitlines()[0]
            raise UserError(
                f"the capacity in {str(self.path / 'arena.json')!r} is not valid: {why}"
            ) from error

    def result(self) -> Result | None:
        """The result, or None if the run was killed; `summarize(events)` computes one from its events."""
        return _load(self.path / "result.json", Result)


def bundle_of(reading: Reading) -> RunBundle | None:
    """The bundle that contains a log, or None if the log is a separate file and no file beside it belongs to
    it.
    """
    if reading.path.name != EVENTS_FILE:
        return None
    return RunBundle(Path(os.path.realpath(reading.path)).parent)  # `resolve` raises at a link to itself


def run_name(reading: Reading) -> str:
    """The run's name in its log, or else the name of its directory or file."""
    if reading.started is not None and reading.started.run:
        return reading.started.run
    bundle = bundle_of(reading)
    return bundle.id if bundle else reading.path.stem


def find_events(name: str, root: Path = RUNS) -> Path:
    """The events file of `name`: a run, as `RunBundle.find` accepts it, or the path of any file."""
    given = Path(name)
    return given if given.is_file() else RunBundle.find(name, root).events_path


def find_logs(names: Iterable[str], root: Path = RUNS) -> list[Path]:
    """The events files of `names`, without duplicates.

    A name is a run, as `find_events` accepts it, or a directory of runs.
    """
    found: dict[Path, None] = {}
    for name in names:
        given = Path(name)
        if not given.is_dir() or (given / EVENTS_FILE).is_file():
            found[find_events(name, root).resolve()] = None
            continue
        bundles = RunBundle.all(given)
        if not bundles:
            raise UserError(f"there are no runs in {name!r}; give a run, or a directory that contains runs")
        found |= {bundle.events_path: None for bundle in bundles}
    return list(found)


def _names(bundles: list[RunBundle]) -> str:
    shown = ", ".join(repr(bundle.id) for bundle in bundles[:4])
    return shown if len(bundles) <= 4 else f"{shown} and {len(bundles) - 4} more"


def _text(model: BaseModel) -> str:
    return model.model_dump_json(indent=2) + "\n"


def _load(path: Path, model: type[M]) -> M | None:
    try:
        return model.model_validate_json(read_file(path, within=path.parent))
    except FileNotFoundError:
        return None
    except (OSError, ValidationError) as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: Exception) -> UserError:
    why = (isinstance(error, OSError) and error.strerror) or str(error).splitlines()[0]
    return UserError(f"cannot read {str(path)!r}: {why}; delete this file; the events are enough without it")
