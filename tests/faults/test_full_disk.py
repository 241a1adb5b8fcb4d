"""A disk that fills up: one line, exit code 3, and what was written can be read; nothing is left."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from minecrew.runlog import DiskFull, RunBundle, read_events, write_whole

PROGRAM = (sys.executable, "-m", "minecrew")
WRITTEN = 30
"""Events that the log holds when the disk is full; the whole run has more."""
ENVIRONMENT = {**os.environ, "COLUMNS": "200"}


def limited(size: int) -> Callable[[], None]:
    """No file grows beyond so many bytes: the same failure as a full disk, and anybody may ask for it."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def minecrew(*arguments: str, size: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *arguments],
        preexec_fn=limited(size),
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        timeout=180,
        check=False,
    )


def fill_up_during(*arguments: str, out: Path) -> subprocess.CompletedProcess[str]:
    """Runs `minecrew run`; no file grows any more once the log holds so many events."""
    command = [*PROGRAM, "run", *arguments, "--out", str(out)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT
    ) as process:
        while not (logs := list(out.glob("*/events.jsonl"))) or logs[0].read_bytes().count(b"\n") < WRITTEN:
            assert process.poll() is None, process.communicate()
            time.sleep(0.02)
        size = logs[0].stat().st_size
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, size))
        told = process.communicate(timeout=180)
    return subprocess.CompletedProcess(command, process.returncode, *told)


def check_end(ran: subprocess.CompletedProcess[str]) -> None:
    assert ran.returncode == 3, (ran.stdout, ran.stderr)
    assert ran.stderr.startswith("minecrew: "), ran.stderr
    assert ran.stderr.count("\n") == 1, ran.stderr


def check_left(root: Path) -> None:
    assert not list(root.rglob("*.partial"))
    assert not [path for path in Path("/proc").iterdir() if names(path, str(root))]


def names(process: Path, root: str) -> bool:
    try:
        return root.encode() in (process / "cmdline").read_bytes()
    except OSError:
        return False


def test_the_log_cannot_grow(tmp_path: Path) -> None:
    check_end(fill_up_during("paper", "--agents", "1", "--speed", "4", out=tmp_path / "runs"))
    (bundle,) = RunBundle.all(tmp_path / "runs")
    reading = read_events(bundle.path)
    assert len(reading.events) >= WRITTEN
    assert [event.seq for event in reading.events] == list(range(len(reading.events)))
    assert [problem.kind for problem in reading.problems] in ([], ["truncated"])
    check_left(tmp_path)


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> RunBundle:
    from tests.minecrew.conftest import paper_events, write

    return write(tmp_path_factory.mktemp("ended"), paper_events())


@pytest.mark.parametrize(
    "command",
    [
        ("replay", "RUN", "--html", "OUT/page.html"),
        ("export", "RUN", "--to", "jsonl", "--out", "OUT/all.jsonl"),
        ("export", "RUN", "--to", "csv", "--out", "OUT/all.csv"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_written_whole_is_not_written(
    ended: RunBundle, tmp_path: Path, command: tuple[str, ...]
) -> None:
    arguments = [part.replace("RUN", str(ended.path)).replace("OUT", str(tmp_path)) for part in command]
    before = sorted(ended.path.iterdir())
    check_end(minecrew(*arguments, size=1000))
    assert sorted(ended.path.iterdir()) == before
    assert not list(tmp_path.iterdir())


def test_what_is_printed_and_does_not_arrive_is_said(ended: RunBundle) -> None:
    for command in (("runs", "--out", str(ended.path.parent)), ("compare", str(ended.path))):
        with Path("/dev/full").open("w") as full:
            ran = subprocess.run(
                [*PROGRAM, *command],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                env=ENVIRONMENT,
                check=False,
            )
        assert (ran.returncode, ran.stderr.count("\n")) == (3, 1), ran.stderr


def test_a_file_that_was_there_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    write_whole(path, "before")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (3, hard))
        with pytest.raises(DiskFull, match="free some space"):
            write_whole(path, "after that")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("kept", "before")]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Callable[[int], Path]]:
    """Mounts a disk of so many kB; needs to be root."""
    mounted: list[Path] = []

    def mount(size: int) -> Path:
        place = tmp_path / f"disk{size}"
        place.mkdir()
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}k", "tmpfs", str(place)],
            check=False,
            capture_output=True,
        )
        if done.returncode:
            pytest.skip(f"nothing can be mounted here: {done.stderr.decode().strip()}")
        mounted.append(place)
        return place

    yield mount
    for place in mounted:
        subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.soak
@pytest.mark.parametrize("size", [16, 40, 72, 76, 80, 84])
def test_a_disk_that_fills_up_during_a_run(small_disk: Callable[[int], Path], size: int) -> None:
    disk = small_disk(size)
    ran = minecrew("run", "paper", "--speed", "max", "--out", str(disk / "runs"), size=1 << 40)
    check_end(ran)
    for bundle in RunBundle.all(disk / "runs"):
        if bundle.events_path.stat().st_size:
            assert [p.kind for p in read_events(bundle.path).problems] in ([], ["truncated"])
    check_left(disk)
