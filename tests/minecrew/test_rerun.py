"""A recorded run is decided again without its world: all is the same, or the first difference is told.

It is a run with injected failures, of three agents in parallel; runs of models are in test_llm_real.py.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from minecrew.agents import Task, find_mind
from minecrew.options import ReaderTable, read_options
from minecrew.replay.decisions import first_parting
from minecrew.run import rerun as acted_again
from minecrew.run.rerun import act_again, read_recorded, rerun
from minecrew.runlog import RunBundle, Said, SkillStarted, UserError, read_events
from minecrew.runlog.recording import RECORDING_FILE
from tests.edited import minecrew_edited

from .conftest import minecrew

ALONE = """
import sys
def refuse(event, arguments):
    if event in {"subprocess.Popen", "os.posix_spawn", "os.fork", "os.exec", "socket.connect", "socket.bind"}:
        print(event, arguments, file=sys.stderr)
        raise RuntimeError(event)
sys.addaudithook(refuse)
from minecrew.cli import main
main()
"""
"""The program, in a process that may start nothing and connect to nothing."""


@pytest.fixture
def copy(parallel: RunBundle, tmp_path: Path) -> RunBundle:
    shutil.copytree(parallel.path, tmp_path / "runs" / parallel.id)
    return RunBundle(tmp_path / "runs" / parallel.id)


def test_a_recorded_run_is_identical_and_needs_nobody(parallel: RunBundle) -> None:
    before = {path: path.stat().st_mtime_ns for path in parallel.path.rglob("*")}
    done = subprocess.run(
        [sys.executable, "-c", ALONE, "rerun", str(parallel.path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    count = len(parallel.read().events)
    assert (done.returncode, done.stderr) == (0, "")
    assert " ".join(done.stdout.split()) == f"identical: {count} events (ignoring wall-clock times)"
    assert {path: path.stat().st_mtime_ns for path in parallel.path.rglob("*")} == before


def test_the_recording_is_small(parallel: RunBundle) -> None:
    recording = (parallel.path / RECORDING_FILE).stat().st_size
    assert recording < 40_000
    assert recording < parallel.events_path.stat().st_size


def test_a_line_that_says_otherwise_is_named_by_its_event(copy: RunBundle) -> None:
    """As after an edit of what plans the deliveries, which then lasted a second longer."""
    lines = copy.events_path.read_text().splitlines(keepends=True)
    at = next(
        n for n, line in enumerate(lines) if (e := json.loads(line)).get("name") == "deliver" and "args" in e
    )
    event = json.loads(lines[at])
    assert event["deadline"] == 75.0
    lines[at] = json.dumps(event | {"deadline": 76.0}) + "\n"
    copy.events_path.write_text("".join(lines))
    console = Console(file=StringIO(), width=200, soft_wrap=True)
    assert not rerun(copy.read(), console)
    told = console.file.getvalue()  # type: ignore[attr-defined]
    assert f"first difference at event {at}: in deadline" in told
    then, now = (line for line in told.splitlines() if '"kind": "skill.started"' in line)
    assert then.startswith("- ")
    assert then.endswith('"deadline": 76.0}')
    assert now.startswith("+ ")
    assert now.endswith('"deadline": 75.0}')


@pytest.mark.soak  # above, and an edit of the crew below
def test_an_edit_of_the_planner_is_named_by_the_first_event_that_differs(
    parallel: RunBundle, tmp_path: Path
) -> None:
    deliver = next(
        event
        for event in parallel.read().events
        if isinstance(event, SkillStarted) and event.name == "deliver"
    )
    told = minecrew_edited(
        tmp_path,
        "agents/offline/attempts.py",
        'written("deliver", gift.to, item, count, place, *also), seconds=75',
        'written("deliver", gift.to, item, count, place, *also), seconds=76',
        "rerun",
        str(parallel.path),
    )
    assert (told.returncode, told.stderr) == (1, "")
    assert f"first difference at event {deliver.seq}: in deadline" in told.stdout
    then, now = (line for line in told.stdout.splitlines() if '"kind": "skill.started"' in line)
    assert then.startswith("- ")
    assert then.endswith('"deadline": 75.0}')
    assert now.startswith("+ ")
    assert now.endswith('"deadline": 76.0}')


def test_an_edit_that_asks_the_world_for_more_is_named_by_the_event_that_does_not_come(
    parallel: RunBundle, tmp_path: Path
) -> None:
    told = minecrew_edited(
        tmp_path,
        "agents/crew.py",
        "        inventories = await self.world.inventories()\n        self.log.append(RoundEnded",
        "        inventories = await self.world.inventories()\n        await self.world.tick()\n"
        "        self.log.append(RoundEnded",
        "rerun",
        str(parallel.path),
    )
    ended = next(event for event in parallel.read().events if event.kind == "round.ended")
    assert (told.returncode, told.stderr) == (1, "")
    missing = f"first difference at event {ended.seq}, which does not occur now; the crew is waiting for tick"
    assert missing in told.stdout


@pytest.mark.parametrize("share", [0.2, 0.6, 0.99])
def test_a_killed_run_is_rerun_to_its_last_event(copy: RunBundle, share: float) -> None:
    """Both files end somewhere in a line, as a kill leaves them."""
    raw = copy.events_path.read_bytes()
    kept = raw[: raw.rfind(b"\n", 0, int(share * len(raw))) + 20]
    copy.events_path.write_bytes(kept)
    count = kept.count(b"\n")
    recording = copy.path / RECORDING_FILE
    lines = gzip.decompress(recording.read_bytes()).splitlines(keepends=True)
    heard = [line for line in lines[1:] if json.loads(line)["seq"] <= count]
    recording.write_bytes(gzip.compress(b"".join([lines[0], *heard, b'{"seq":']))[:-9])
    console = Console(file=StringIO(), width=200)
    assert rerun(copy.read(), console)
    told = console.file.getvalue()  # type: ignore[attr-defined]
    assert told == f"identical: {count} events (ignoring wall-clock times); the log ends there\n"


def _without(name: str) -> Callable[[RunBundle], None]:
    return lambda bundle: (bundle.path / name).unlink()


def _older(bundle: RunBundle) -> None:
    path = bundle.path / "manifest.json"
    path.write_text(path.read_text().replace('"arena": "meadow"', '"scene": "meadow"'))


def _gap(bundle: RunBundle) -> None:
    lines = bundle.events_path.read_bytes().splitlines(keepends=True)
    bundle.events_path.write_bytes(b"".join(lines[:9] + lines[10:]))


def _damaged(bundle: RunBundle) -> None:
    path = bundle.path / RECORDING_FILE
    path.write_bytes(b"\x1f\x8b nonsense")


def _pipe(bundle: RunBundle) -> None:
    path = bundle.path / RECORDING_FILE
    path.unlink()
    os.mkfifo(path)


def _bomb(bundle: RunBundle) -> None:
    """A quarter of a GB and a byte, of which a MB takes a thousand bytes."""
    zeros = zlib.compressobj(wbits=31)
    first, again = (zeros.compress(bytes(1 << 20)) + zeros.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
    packed = (
        first + 255 * again + zeros.compress(b"0") + zeros.flush()
    )  # what is compressed afresh is the same
    (bundle.path / RECORDING_FILE).write_bytes(packed)


def _empty(bundle: RunBundle) -> None:
    (bundle.path / RECORDING_FILE).write_bytes(gzip.compress(b""))


def _answered(call: str, gave: Any) -> Callable[[RunBundle], None]:
    def harm(bundle: RunBundle) -> None:
        path = bundle.path / RECORDING_FILE
        answers = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
        for answer in answers:
            if answer.get("call") == call:
                answer["gave"] = gave
        path.write_bytes(gzip.compress("".join(json.dumps(one) + "\n" for one in answers).encode()))

    return harm


def _manifest(**fields: Any) -> Callable[[RunBundle], None]:
    def harm(bundle: RunBundle) -> None:
        path = bundle.path / "manifest.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), **fields}))

    return harm


@pytest.mark.parametrize(
    ("harm", "wrong"),
    [
        (_without(RECORDING_FILE), f"has no {RECORDING_FILE} .* cannot be rerun; run its task again"),
        (_without("manifest.json"), "has no manifest.json and cannot be rerun"),
        (_older, "was made by another version .*scene"),
        (_gap, "cannot be rerun: line 10: seq goes from 8 to 10"),
        (_damaged, "is broken"),
        (_pipe, "is not a regular file"),
        (_bomb, r"is broken \(it has more than 256 MB\)"),
        (_empty, "it has no line"),
        (_answered("observe", None), "another version .*Observation"),
        (_answered("inventories", [1, 2]), "another version .*dictionary"),
        (_answered("tick", "x"), "another version .*integer"),
        (_manifest(prices={"m": {"input": -1, "output": 1}}), "another version .*input"),
        (_manifest(human=["Zoe"]), "a person speaks for 'Zoe', who is not in the crew"),
    ],
)
def test_what_lacks_is_told_in_one_line(
    copy: RunBundle, harm: Callable[[RunBundle], None], wrong: str
) -> None:
    harm(copy)
    with pytest.raises(UserError, match=wrong) as caught:
        read_recorded(copy.read())
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (("rerun", "nowhere"), "no run 'nowhere'"),
        (("rerun", "last", "--speed", "max"), "--speed works only with --live; add --live"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(
    tmp_path: Path, arguments: tuple[str, ...], wrong: str
) -> None:
    told = minecrew(*arguments, "--out", str(tmp_path))
    assert told.returncode == 2
    assert wrong in told.stderr
    assert told.stderr.count("\n") == 1


def test_a_log_alone_is_not_enough(parallel: RunBundle, tmp_path: Path) -> None:
    shutil.copy(parallel.events_path, tmp_path / "log.jsonl")
    with pytest.raises(UserError, match="is only a log; give a run's directory"):
        read_recorded(read_events(tmp_path / "log.jsonl"))


def test_a_stranger_s_reader_is_not_asked_when_its_run_is_acted_again(
    copy: RunBundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever made the run chose the reader's address, and would get the key of the user who repeats it."""
    reader = ReaderTable(kind="model", model="m", base_url="http://127.0.0.1:9/v1")
    manifest = copy.manifest()
    assert manifest is not None
    task = manifest.task | {"reader": reader.model_dump()}
    copy.write_manifest(manifest.model_copy(update={"task": task}))
    played: list[Task] = []

    def play(task: Task, *_: object, **__: object) -> int:
        played.append(task)
        return 2

    monkeypatch.setattr(acted_again, "play_run", play)
    assert act_again(copy.read(), read_options({}), Console(file=StringIO())) == 2
    assert [one.reader for one in played] == [ReaderTable()]


PAYLOAD = "from pathlib import Path\nPath(__file__).with_suffix('.ran').touch()\nfrom mine import Mind\n"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A module with the class of a mind, in a folder of the user's."""
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "mine.py").write_text(
        "class Mind:\n    def speak(self): ...\n    decompose = act = verify = speak\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(folder)
    return folder


def _mind(kind: str) -> Callable[[RunBundle], None]:
    def harm(bundle: RunBundle) -> None:
        manifest = bundle.manifest()
        assert manifest is not None
        task = manifest.task | {"mind": {"kind": kind}}
        bundle.write_manifest(manifest.model_copy(update={"task": task}))

    return harm


def _fork(kind: str) -> Callable[[RunBundle], None]:
    change = {"kind": "mind", "agent": "Alice", "value": kind}
    return _manifest(forks=[{"run": "other", "at": 5, "seed": 1, "change": change}])


@pytest.mark.parametrize("named", [_mind, _fork])
@pytest.mark.parametrize(
    ("kind", "above", "package", "why"),
    [
        ("runs.payload:Mind", ".", False, "'runs' is only a folder"),
        ("runs.payload:Mind", ".", True, "the run lies in the package 'runs'"),
        ("payload:Mind", "runs", False, "'payload' lies in the folder of the run"),
    ],
)
def test_a_class_that_may_have_come_with_a_run_is_not_imported(
    copy: RunBundle,
    own: Path,
    monkeypatch: pytest.MonkeyPatch,
    named: Callable[[str], Callable[[RunBundle], None]],
    kind: str,
    above: str,
    package: bool,
    why: str,
) -> None:
    runs = copy.path.parent
    (runs / "payload.py").write_text(PAYLOAD)
    if package:
        (runs / "__init__.py").write_text(PAYLOAD)
    monkeypatch.syspath_prepend(runs.parent / above)
    named(kind)(copy)
    with pytest.raises(UserError, match=why):
        rerun(copy.read(), Console(file=StringIO()))
    assert not list(runs.glob("*.ran"))


def test_a_class_of_the_user_s_own_is_imported(copy: RunBundle, own: Path) -> None:
    _mind("mine:Mind")(copy)
    assert read_recorded(copy.read()).task.mind.kind == "mine:Mind"


def test_a_module_that_ends_the_process_is_no_mind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "leaving.py").write_text("raise SystemExit(0)")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(UserError, match=r"cannot be imported .SystemExit: 0"):
        find_mind("leaving:Mind")


def test_the_first_decision_that_differs_is_found_by_agent_whoever_came_first(parallel: RunBundle) -> None:
    events = list(parallel.read().events)
    assert first_parting(events, events) is None
    ran = [event for event in events if isinstance(event, SkillStarted)]
    swapped = {ran[1].seq: ran[2], ran[2].seq: ran[1]}
    both = {ran[1].agent, ran[2].agent}
    if len(both) == 2 and not any(event.agent in both for event in events[ran[1].seq + 1 : ran[2].seq]):
        assert first_parting(events, [swapped.get(event.seq, event) for event in events]) is None
    changed = ran[-1].model_copy(update={"args": ("oak_log", 99)})
    found = first_parting(events, [changed if event is ran[-1] else event for event in events])
    assert found is not None
    assert (found.one.seq, found.one.agent, found.one.stage) == (ran[-1].seq, ran[-1].agent, "act")
    spoken = next(event for event in events if isinstance(event, Said))
    other = spoken.model_copy(update={"text": "No."})
    both = [other if event is spoken else changed if event is ran[-1] else event for event in events]
    found = first_parting(events, both)
    assert found is not None
    assert found.now is not None
    assert found.now.told == {"text": "No."}, "the first in time"
    short = [event for event in events if event is not ran[-1]]
    found = first_parting(events, short)
    assert found is not None
    assert found.then is not None
    assert found.then.seq == ran[-1].seq
    assert first_parting(short[: ran[0].seq], events, whole=False) is None, "a killed run promises no more"
