"""The service is killed in the middle of two runs: what was written stays, nothing is left, it goes on."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from minecrew.runlog import RunBundle, RunEnded
from tests.faults.conftest import is_alive
from tests.service.conftest import Service, messages


def children(pid: int) -> list[int]:
    found = []
    for path in Path("/proc").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):
            if path.name.isdigit() and (path / "stat").read_text().rsplit(") ", 1)[1].split()[1] == str(pid):
                found.append(int(path.name))
    return found


def command_of(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_text()


def family(pid: int) -> list[int]:
    """A process and all that it has started. Parents come before their children: if they are killed in this
    order, no process can see a child end and record a fault.
    """
    return [pid, *(one for child in children(pid) for one in family(child))]


PAPER = {"task": "paper", "agents": 1, "speed": 1}


class Follower:
    """A client that follows a run, and comes again behind the last event it has."""

    def __init__(self, run: str) -> None:
        self.run, self.seqs, self.lines = run, [-1], [""]

    def follow(self, url: str, until: Callable[[], bool]) -> Iterator[dict[str, str]]:
        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(self.seqs[-1])}
        with httpx.stream("GET", f"{url}/runs/{self.run}/events", headers=headers, timeout=60) as stream:
            for told in messages(stream.iter_lines()):
                if told["event"] == "event":
                    self.seqs.append(int(told["id"]))
                    self.lines.append(told["data"])
                yield told
                if until():
                    return

    def first(self, url: str) -> dict[str, Any]:
        """The first event that comes."""
        told = self.follow(url, lambda: False)
        return next(json.loads(one["data"]) for one in told if one["event"] == "event")


def test_a_killed_service_loses_no_event_leaves_no_process_and_goes_on(serve: Callable[..., Service]) -> None:
    """The process of the second run is killed with it."""
    service = serve("--parallel", "2")
    first, second = (service.client.post("/runs", json=PAPER).json()["id"] for _ in range(2))
    waiting = service.client.post("/runs", json={**PAPER, "speed": "max"}).json()["id"]
    follower = Follower(first)
    for _ in follower.follow(service.url, lambda: len(follower.seqs) > 10):
        pass
    log = RunBundle(service.runs / second).events_path
    service.wait(lambda: log.exists() and log.read_bytes().count(b"\n") > 10)

    pids = family(service.process.pid)
    assert len(pids) == 1 + 2 * 4, "a service, and twice a run, its supervisor, its server and its bot"
    for pid in children(service.process.pid):
        assert "minecrew" in command_of(pid), "the service itself starts no Node"
    service.process.send_signal(signal.SIGSTOP)  # so that it sees no run end
    [lost] = [pid for pid in children(service.process.pid) if second in command_of(pid)]
    for pid in family(lost):
        with suppress(ProcessLookupError):  # a supervisor ends by itself, without its parent
            os.kill(pid, signal.SIGKILL)
    while is_alive(lost):
        time.sleep(0.01)
    log.write_bytes(log.read_bytes()[:-9])
    os.kill(service.process.pid, signal.SIGKILL)
    service.process.wait()
    written = {run: (service.runs / run / "events.jsonl").read_bytes() for run in (first, second)}
    end = time.monotonic() + 60
    while (left := [pid for pid in pids if is_alive(pid)]) and time.monotonic() < end:
        time.sleep(0.05)
    assert not left, [Path(f"/proc/{pid}/cmdline").read_bytes() for pid in left]

    again = serve("--parallel", "2")
    for run in (first, second):  # the second run's end is written while the service already answers
        again.wait(lambda run=run: again.client.get(f"/runs/{run}").json()["outcome"] == "interrupted")
        assert again.client.get(f"/runs/{run}").json()["state"] == "ended"
        now = (again.runs / run / "events.jsonl").read_bytes()
        assert now.startswith(written[run][: written[run].rfind(b"\n") + 1])
    told = list(follower.follow(again.url, lambda: False))
    assert told[-1]["event"] == "end"
    events = RunBundle(again.runs / first).read().events
    assert follower.seqs[1:] == [event.seq for event in events] == list(range(len(events)))
    assert follower.lines[1:] == (again.runs / first / "events.jsonl").read_text().splitlines()
    assert Follower(waiting).first(again.url)["kind"] == "run.started", "what waited has its turn"
    reading = RunBundle(again.runs / second).read()
    assert isinstance(reading.events[-1], RunEnded)
    assert [event.seq for event in reading.events] == list(range(len(reading.events)))
    assert len(reading.problems) == 1, "its last line was cut"


@pytest.mark.soak  # the second run of the test above is killed so
@pytest.mark.parametrize("cut", [True, False])
def test_a_run_whose_process_was_killed_with_the_service_is_marked(
    serve: Callable[..., Service], cut: bool
) -> None:
    service = serve()
    run = service.client.post("/runs", json=PAPER).json()["id"]
    bundle = RunBundle(service.runs / run)
    service.wait(lambda: bundle.events_path.exists() and bundle.events_path.read_bytes().count(b"\n") > 10)
    for pid in family(service.process.pid):
        with suppress(ProcessLookupError):  # it has already ended by itself
            os.kill(pid, signal.SIGKILL)
    service.process.wait()
    lines = bundle.events_path.read_bytes()
    if cut:
        bundle.events_path.write_bytes(lines[:-9])
    again = serve()
    again.wait(lambda: again.client.get(f"/runs/{run}").json()["outcome"] == "interrupted")
    reading = bundle.read()
    assert isinstance(reading.events[-1], RunEnded)
    assert [event.seq for event in reading.events] == list(range(len(reading.events)))
    assert len(reading.problems) == cut
