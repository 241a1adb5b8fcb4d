"""Files of any kind and size: what is no regular file is refused, and what is read has a bound."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from minecrew.runlog import EVENTS_FILE, LARGEST_LINE, Log, Note, RunStarted, UserError, read_events
from minecrew.runlog.files import LARGEST_FILE, is_too_long, open_file, read_file, read_lines
from minecrew.runlog.plain import plain_json
from minecrew.runlog.reader import MOST_PROBLEMS

MEGABYTE = 1 << 20


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Log.create(tmp_path) as log:
        log.append(RunStarted(run="r", title="Craft 2 paper", goal={"paper": 2}, agents=("Alice",)))
        for number in range(4):
            log.append(Note(text=f"number {number}"))
    return tmp_path / EVENTS_FILE


@pytest.mark.parametrize("kind", ["pipe", "directory", "device", "loop"])
def test_only_a_regular_file_is_read(tmp_path: Path, kind: str) -> None:
    path = tmp_path / EVENTS_FILE
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "directory":
            path.mkdir()
        case "device":
            path.symlink_to("/dev/zero")
        case "loop":
            path.symlink_to(path.name)
    with pytest.raises(OSError, match=r"regular file|symbolic links"):
        read_file(path)
    with pytest.raises(UserError, match="cannot read"):
        read_events(tmp_path)


def test_a_line_that_is_too_long_is_left_out_and_the_rest_is_read(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    lines.insert(3, b'{"seq":9,"kind":"note","text":"' + b"x" * (3 * LARGEST_LINE) + b'"}\n')
    path.write_bytes(b"".join(lines))
    reading = read_events(path)
    assert [event.seq for event in reading.events] == [0, 1, 2, 3, 4]
    assert [(problem.kind, problem.line) for problem in reading.problems] == [("broken", 4)]


@pytest.mark.parametrize("extra", [-1, 0, 1])
def test_the_longest_line_is_whole(tmp_path: Path, extra: int) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"x" * (LARGEST_LINE + extra) + b"\nlast")
    with open_file(path) as file:
        first, last = read_lines(file)
    assert last == b"last"
    assert is_too_long(first) == (extra > 0)
    assert len(first) == LARGEST_LINE + min(extra + 1, 1)


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    with Log.create(tmp_path) as log:
        log.append(RunStarted(run="r", title="Craft 2 paper", goal={"paper": 2}, agents=("Alice",)))
        log.append(Note(text="x" * (2 * LARGEST_LINE)))
        log.append(Note(text="\u20ac" * (LARGEST_LINE // 2)))
    reading = read_events(tmp_path)
    assert len(reading.events) == 3
    assert not reading.problems


def test_problems_are_told_of_up_to_a_number(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n" * (MOST_PROBLEMS + 500))
    problems = read_events(path).problems
    assert len(problems) == MOST_PROBLEMS + 1
    assert "500 more problems are not listed" in str(problems[-1])


@pytest.mark.parametrize("number", ["9" * 400, str(1 << 63), "-" + "9" * 20])
def test_a_whole_number_has_a_size(path: Path, number: str) -> None:
    raw = path.read_bytes().replace(b'"seq":3,', b'"seq":3,"tick":' + number.encode() + b",")
    path.write_bytes(raw)
    assert [event.seq for event in read_events(path).events] == [0, 1, 2, 4]
    with pytest.raises(ValueError, match="whole number"):
        plain_json(f"[{number}]")


READERS = """
import resource, sys
from pathlib import Path
from minecrew.runlog import UserError, RunBundle, read_events
from minecrew.service.lines import LogPlace, RunProgress, count_events, place_behind, read_lines
from minecrew.skills import run_records

path = Path(sys.argv[1])
pages = int(Path("/proc/self/statm").read_text().split()[0])
room = pages * resource.getpagesize() + int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_AS, (room, room))
try:
    read_events(path)
except UserError as error:
    print(error)
print(count_events(path), len(run_records(RunBundle(path.parent))))
print(RunProgress(path).read().events)
print(place_behind(path, 1), place_behind(path, 99).offset)
"""


@pytest.mark.parametrize("size", [LARGEST_FILE * 3, pytest.param(2 << 30, marks=pytest.mark.soak)])
def test_memory_is_bounded_whatever_the_size(path: Path, size: int) -> None:
    with path.open("ab") as file:
        file.truncate(size)
        file.seek(0, os.SEEK_END)
        file.write(b'\n{"seq":5,"kind":"note","text":"after it"}\n')
    ran = subprocess.run(
        [sys.executable, "-c", READERS, str(path), str(64 * MEGABYTE)],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    refused, counted, progressed, placed = ran.stdout.splitlines()
    assert "larger than" in refused
    assert counted == "6 0"
    assert progressed == "6", "what stands behind the line that is too long is read"
    assert placed.endswith(" 0")
