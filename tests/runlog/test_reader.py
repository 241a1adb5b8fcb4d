"""Reading what a run left, whole or not, and refusing what is none."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from minecrew.runlog import EVENTS_FILE, Log, Note, RunEnded, RunStarted, UserError, read_events
from minecrew.runlog.files import read_lines


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Log.create(tmp_path) as log:
        log.append(RunStarted(run="r", title="Craft 2 paper", goal={"paper": 2}, agents=("Alice",)))
        for number in range(4):
            log.append(Note(text=f"number {number}"))
        log.append(RunEnded(outcome="met", reason="2 paper", exit_code=0))
    return tmp_path / EVENTS_FILE


def test_a_whole_log(path: Path) -> None:
    reading = read_events(path)
    assert len(reading.events) == 6
    assert not reading.problems
    assert reading.started is not None
    assert reading.ended is not None
    assert read_events(path.parent).events == reading.events


@pytest.mark.parametrize("cut", [1, 2, 10, 40])
def test_a_cut_off_last_line_is_reported_and_left_out(path: Path, cut: int) -> None:
    raw = path.read_bytes()
    path.write_bytes(raw[: -1 - cut])
    reading = read_events(path)
    assert len(reading.events) == 5
    assert [(problem.kind, problem.line) for problem in reading.problems] == [("truncated", 6)]
    assert reading.ended is None


def test_a_last_line_that_only_lacks_its_end_is_taken(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])
    assert len(read_events(path).events) == 6


def test_every_prefix_of_a_log_can_be_read(path: Path) -> None:
    raw = path.read_bytes()
    for length in range(1, len(raw)):
        path.write_bytes(raw[:length])
        reading = read_events(path)
        lines = raw[:length].count(b"\n")
        assert len(reading.events) in (lines, lines + 1)


def test_an_empty_log_is_a_run_killed_before_its_first_event(path: Path) -> None:
    path.write_bytes(b"")
    reading = read_events(path)
    assert not reading.events
    assert reading.ended is None


def test_a_broken_line_is_named_by_its_number(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = b'{"seq":2,"kind":"no sense"}\n'
    lines[3] = b"\xff\xfe\n"
    path.write_bytes(b"".join(lines))
    reading = read_events(path)
    assert len(reading.events) == 4
    kinds = [(problem.kind, problem.line) for problem in reading.problems]
    assert kinds == [("broken", 3), ("broken", 4), ("gap", 5)]
    assert "no sense" in str(reading.problems[0])


def test_the_part_of_a_line_that_the_disk_does_not_store_is_skipped(tmp_path: Path) -> None:
    file = tmp_path / "sparse"
    with file.open("wb") as made:
        made.write(b"first\n" + b"x" * (3 << 20))
        made.seek(8 << 30)
        made.write(b"end\nlast\n")
    began = time.process_time()
    with file.open("rb") as read:
        lines = list(read_lines(read))
    assert [line[:5] for line in lines] == [b"first", b"xxxxx", b"last\n"]
    assert time.process_time() - began < 2  # 12 s for 8 GB of zeros on a fast machine


@pytest.mark.parametrize("kind", ["x" * 5000, ["x" * 5000]])
def test_a_problem_is_named_in_few_words_however_long_its_line_is(path: Path, kind: object) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = json.dumps({"seq": 2, "kind": kind}).encode() + b"\n"
    path.write_bytes(b"".join(lines))
    message = read_events(path).problems[0].message
    assert message.startswith("not an event: unknown kind")
    assert len(message) <= 200


def test_a_kind_of_a_later_version_is_kept_and_told_by_its_name(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = b'{"seq":2,"t":1.5,"kind":"item.traded","item":"paper","count":2,"with":["Bob"]}\n'
    path.write_bytes(b"".join(lines))
    reading = read_events(path)
    event = reading.events[2]
    assert not reading.problems
    assert (event.kind, event.sentence()) == (
        "item.traded",
        ("item.traded: item paper, count 2, with Bob", ""),
    )
    assert json.loads(event.model_dump_json(exclude_none=True, exclude_unset=True)) == json.loads(lines[2])


def test_a_known_kind_with_wrong_fields_is_no_kind_of_a_later_version(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = b'{"seq":2,"kind":"note","words":"x"}\n'
    path.write_bytes(b"".join(lines))
    assert [problem.line for problem in read_events(path).problems] == [3, 4]


def test_an_unknown_field_is_broken(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"number 1"', b'"number 1","colour":"red"'))
    [broken, gap] = read_events(path).problems
    assert "colour" in broken.message
    assert gap.kind == "gap"


def test_a_gap_is_named(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    del lines[3]
    path.write_bytes(b"".join(lines))
    [problem] = read_events(path).problems
    assert str(problem) == "line 4: seq goes from 2 to 4"


@pytest.mark.parametrize(
    "content",
    [b"hello\n", b'{"a": 1}\n', b"[1, 2]\n", b"\x7fELF\x00\x01", b"PK\x03\x04\n\n\n", b"\n", b"12\n13\n"],
)
def test_a_foreign_file_is_refused(tmp_path: Path, content: bytes) -> None:
    foreign = tmp_path / "some.jsonl"
    foreign.write_bytes(content)
    with pytest.raises(UserError, match="is not a minecrew event log"):
        read_events(foreign)


def test_a_number_stands_for_one_event(path: Path) -> None:
    """Two logs in one file: what is cited by its number must be found by it."""
    raw = path.read_bytes()
    path.write_bytes(raw + raw)
    reading = read_events(path)
    assert [event.seq for event in reading.events] == list(range(6))
    assert [(problem.kind, problem.line) for problem in reading.problems] == [
        ("broken", line) for line in range(7, 13)
    ]
    assert "seq 0 is in an earlier line, too" in str(reading.problems[0])


def test_events_without_a_number_are_none(path: Path) -> None:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    del lines[2]["seq"]
    lines[3]["seq"] = -7
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    problems = [str(problem) for problem in read_events(path).problems]
    assert problems[:2] == ["line 3: not an event: seq is missing", "line 4: not an event: seq -7"]
    del lines[0]["seq"]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(UserError, match="without a seq; number its lines from 0"):
        read_events(path)


def test_another_format_is_refused_by_its_number(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"format":1', b'"format":2'))
    with pytest.raises(UserError, match="log format 2"):
        read_events(path)


def test_another_format_with_unknown_fields_too(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"format":1', b'"format":2,"new":true'))
    with pytest.raises(UserError, match="log format 2"):
        read_events(path)


def test_a_log_that_begins_with_something_else_is_no_run(tmp_path: Path) -> None:
    with Log.create(tmp_path) as log:
        log.append(Note(text="hello"))
    with pytest.raises(UserError, match=r"not with 'run\.started'"):
        read_events(tmp_path)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no event log"):
        read_events(tmp_path / "nothing")


WRITER = """
import sys
from pathlib import Path
from minecrew.runlog import Log, Note, RunStarted
log = Log.create(Path(sys.argv[1]))
log.append(RunStarted(run="r", title="t", goal={"paper": 2}, agents=("Alice",)))
print("begun", flush=True)
while True:
    log.append(Note(text="x" * 300))
"""


def test_a_writer_killed_in_the_middle_leaves_a_readable_log(tmp_path: Path) -> None:
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE)
    assert writer.stdout is not None
    with writer.stdout as told:
        assert told.readline() == b"begun\n"
        while (tmp_path / EVENTS_FILE).stat().st_size < 100_000:
            time.sleep(0.01)
        os.kill(writer.pid, signal.SIGKILL)
        writer.wait()
    reading = read_events(tmp_path)
    assert len(reading.events) > 10
    assert reading.ended is None
    assert all(problem.kind == "truncated" for problem in reading.problems)
