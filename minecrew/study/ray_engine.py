"""Plays runs on a Ray cluster: one Ray task per run, in a process of its own on some node.

The bundle is sent as a single file in both directions. Ray restarts a task that loses its node. A bundle is
stored when its result arrives, so a run is neither lost nor stored twice. All nodes need the same version of
minecrew; the hashes of the code are compared before a run begins. Only this file uses ray.
"""

from __future__ import annotations

import io
import os
import tempfile
import zipfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from minecrew.bridge import package_root
from minecrew.runlog import RunBundle, UserError
from minecrew.study.engine import EndedRun
from minecrew.study.fingerprint import code_hashes, hash_of

CORES = 2
"""Number of cores per run: its server and its bots are separate processes."""
MEMORY = 1 << 30
"""Memory in bytes that Ray reserves for a run; Node's own limits apply as well."""
RETRIES = 2
"""Maximum number of times that Ray restarts a task whose process or node died."""
SUBREAPER = "RAY_kill_child_processes_on_worker_exit_with_raylet_subreaper"
"""Without this variable, Ray ends only direct children of a worker, and none if the worker crashes."""


class RayEngine:
    """An engine that connects to a Ray cluster, or starts one on this machine."""

    def __init__(
        self,
        address: str | None = None,
        *,
        parallel: int | None = None,
        minutes: float = 60,
        cores: int = CORES,
    ) -> None:
        self._address, self._parallel, self._minutes, self._cores = address, parallel, minutes, cores
        self._running: dict[Any, RunBundle] = {}
        self._ray: Any = None
        self._task: Any = None
        self._code = ""

    def __enter__(self) -> Self:
        try:
            import ray
        except ImportError as error:
            raise UserError("--engine ray needs the package ray; run pip install 'minecrew[ray]'") from error
        os.environ[SUBREAPER] = "true"  # for the raylet that is started here
        try:
            ray.init(address=self._address, log_to_driver=False, include_dashboard=False)
        except (ConnectionError, ValueError) as error:
            told = f"cannot reach a Ray cluster at {self._address!r}: {str(error).splitlines()[0]}"
            raise UserError(f"{told}; check with `ray status` whether it is running") from error
        self._ray, self._code = ray, hash_of(code_hashes())
        options = {"num_cpus": self._cores, "memory": MEMORY, "max_calls": 1, "max_retries": RETRIES}
        self._task = ray.remote(**options)(play_packed)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for reference in self._running:
            self._ray.cancel(reference, force=True)
        self._running.clear()
        self._ray.shutdown()

    @property
    def at_once(self) -> int:
        if self._parallel:
            return self._parallel
        return max(1, int(self._ray.cluster_resources().get("CPU", 0)) // self._cores)

    def room(self) -> int:
        """The number of further runs that it accepts. In total, it accepts one run more than it can play at
        once, so that no node waits for its next run.
        """
        return self.at_once + 1 - len(self._running)

    def give(self, bundle: RunBundle) -> None:
        reference = self._task.remote(pack(bundle.path), self._minutes, self._code)
        self._running[reference] = bundle

    def take(self, timeout: float) -> EndedRun | None:
        if not self._running:
            return None
        ready, _ = self._ray.wait(list(self._running), num_returns=1, timeout=timeout)
        if not ready:
            return None
        bundle = self._running.pop(ready[0])
        try:
            packed, problem = self._ray.get(ready[0])
        except self._ray.exceptions.RayError as error:
            return EndedRun(bundle, f"{type(error).__name__}: {str(error).strip().splitlines()[0]}")
        unpack(packed, bundle.path.parent)
        return EndedRun(bundle, problem)


def play_packed(packed: bytes, minutes: float, code: str) -> tuple[bytes, str]:
    """Plays the bundle in `packed` on a node. Returns the bundle with its results, and the reason why its
    process did not end normally; '' if it did. `code`: the hash that the node's own files must have.
    """
    from minecrew.study.capacity import RunCapacity
    from minecrew.study.local_engine import LocalEngine

    if hash_of(code_hashes()) != code:
        raise RuntimeError(
            f"the files in {package_root()} on this node differ from those of the study; install "
            "the same version of minecrew"
        )
    with tempfile.TemporaryDirectory(prefix="minecrew-") as place:
        [path] = unpack(packed, Path(place))
        bundle = RunBundle(path)
        with LocalEngine(RunCapacity(1), minutes=minutes) as engine:
            engine.give(bundle)
            while (ended := engine.take(1.0)) is None:
                pass
        return pack(path), ended.problem


def pack(path: Path) -> bytes:
    """Packs a directory into a single file."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for one in (path, *path.rglob("*")):
            archive.write(one, one.relative_to(path.parent))
    return held.getvalue()


def unpack(packed: bytes, place: Path) -> list[Path]:
    """Unpacks into `place`, overwriting existing files. Returns the directories at the top level."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(place)  # never writes outside of `place`
        return [place / name for name in dict.fromkeys(one.split("/")[0] for one in archive.namelist())]
