"""A model as reader of talk, asked over real HTTP: once per round, kept with the run, never while viewing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from minecrew.agents import Budget
from minecrew.judging.findings import judge_again
from minecrew.judging.talk_reader import ask_reader, budget_left
from minecrew.judging.talk_readings import read_readings, reader_of_run
from minecrew.options import ReaderTable
from minecrew.run import lifecycle
from minecrew.runlog import Manifest, ModelCalled, RunBundle, UserError
from tests.endpoint_server import KEY, misbehaving_aside

from .test_annotations import judged
from .test_judge import everything, minecrew

__all__ = ["judged"]


def request_act(bundle: RunBundle, **changed: Any) -> dict[str, Any]:
    said = next(event for event in bundle.read().events if event.kind == "said")
    return {
        "seq": said.seq,
        "kind": "request",
        "who": ["Ben"],
        "to": ["Ben"],
        "deed": "give",
        "things": ["wheat"],
        "amount": 0,
        "work_of": [],
        "when": "now",
        "quote": "Give me",
    } | changed


def acts(*given: dict[str, Any]) -> str:
    return json.dumps({"acts": given})


def manifest(bundle: RunBundle, **changed: Any) -> Manifest:
    made = Manifest(run=bundle.id, started="", task={}, seed=1).model_copy(update=changed)
    bundle.write_manifest(made)
    return made


def test_it_is_asked_once_and_viewing_asks_nobody(judged: RunBundle) -> None:
    before = judged.findings_path.read_bytes()
    good, bad = request_act(judged), request_act(judged, quote="never said")
    with misbehaving_aside(lambda n, request: acts(good, bad)) as server:
        by = ("--reader", "model", "--model", "m/1", "--base-url", server.url)
        told = minecrew("findings", judged.path, *by)
        assert told.returncode == 0, told.stderr
        asked = len(server.requests)
        assert f"{asked} of {asked} rounds read by m/1: 1 acts, 1 dropped" in told.stderr
        assert judged.findings_path.read_bytes() == before
        again = minecrew("findings", judged.path, *by, "--recompute")
        assert len(server.requests) == asked
    kept = read_readings(judged.read())
    assert [(one.reader, one.outcome) for one in kept] == [("model:m/1", "answered")] * asked
    assert (len(kept[0].acts), kept[0].dropped) == (1, 1)
    assert again.returncode == 0, again.stderr
    shown = minecrew("findings", judged.path)  # the endpoint is gone
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.partition("found:")[0] == again.stdout.partition("found:")[0]
    assert KEY not in told.stdout + told.stderr + everything(judged)


def test_the_question_has_one_round_and_the_talk_as_data(judged: RunBundle) -> None:
    with misbehaving_aside(lambda n, request: acts()) as server:
        minecrew("findings", judged.path, "--reader", "model", "--model", "m", "--base-url", server.url)
    system, user = (one["content"] for one in server.requests[0]["messages"])
    assert "You read the talk of a crew" in system
    assert 'Give me \\"the wheat\\".' in user
    assert '"criticise"' in json.dumps(server.requests[0]["response_format"])


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--reader", "model"), "--reader model needs a model; add --model NAME"),
        (("--reader", "oracle"), "there is no reader 'oracle'"),
        (("--reader", "rules", "--judge"), "use only one of them"),
    ],
)
def test_a_reader_that_cannot_be_asked_is_refused(
    judged: RunBundle, arguments: tuple[str, ...], why: str
) -> None:
    told = minecrew("findings", judged.path, *arguments)
    assert told.returncode == 2
    assert why in told.stderr


async def test_a_members_model_reads_only_by_name_and_says_so(judged: RunBundle) -> None:
    manifest(judged, minds={"Ann": "openai m/1", "Ben": "offline"})
    assert reader_of_run(judged) == ReaderTable()
    with misbehaving_aside(lambda n, request: acts()) as server:
        for model in ("m/1", "m/2"):
            spec = ReaderTable(kind="model", model=model, base_url=server.url)
            await ask_reader(judged.read(), spec)
    readers = {one.reader for one in read_readings(judged.read())}
    assert readers == {"model:m/1, a member's model", "model:m/2"}
    named = judge_again(judged.read(), ReaderTable(kind="model", model="m/1")).findings
    assert {one.reader for one in named} <= {"model:m/1, a member's model/1", ""}


@pytest.mark.parametrize("table", [7, [], {"kind": "rules", "model": "m"}, {"kind": "oracle"}, {"x": 1}])
def test_a_manifest_that_names_no_reader_is_read_by_the_rules(judged: RunBundle, table: Any) -> None:
    manifest(judged, task={"reader": table})
    assert reader_of_run(judged) == ReaderTable()
    assert minecrew("findings", judged.path).returncode == 0


async def test_without_budget_nobody_is_asked_and_the_rules_read(judged: RunBundle) -> None:
    made = manifest(judged, max_tokens=10, task={"reader": {"kind": "model", "model": "m"}})
    used = ModelCalled(
        seq=0, model="x", purpose="act", seconds=1, outcome="answered", tokens_in=9, tokens_out=1
    )
    assert budget_left(made, []).spent is None
    with misbehaving_aside(lambda n, request: acts()) as server:
        spec = ReaderTable(kind="model", model="m", base_url=server.url)
        read = await ask_reader(judged.read(), spec, budget=budget_left(made, [used]))
        assert server.requests == []
        assert {one.outcome for one in read} == {"budget"}
        assert judge_again(judged.read()).findings == judge_again(judged.read(), ReaderTable()).findings
        await ask_reader(judged.read(), spec, budget=Budget(max_tokens=15))
        assert len(server.requests) == 1


def test_a_run_that_ends_is_read_by_the_reader_of_its_task(
    judged: RunBundle, capsys: pytest.CaptureFixture[str]
) -> None:
    with misbehaving_aside(lambda n, request: acts(request_act(judged))) as server:
        reader = {"kind": "model", "model": "m", "base_url": server.url}
        manifest(judged, task={"reader": reader})
        lifecycle._judge(judged)
        lifecycle._judge(judged)
        assert len(server.requests) == 1
    assert [one.outcome for one in read_readings(judged.read())] == ["answered"]
    judged.acts_path.unlink()
    lifecycle._judge(judged)  # nobody is there any more
    assert "the rules read the discussion" in capsys.readouterr().err
    assert judged.findings_path.read_text() != ""


def test_kept_acts_that_do_not_fit_the_log_are_named(judged: RunBundle, tmp_path: Path) -> None:
    judged.acts_path.write_text("{}\n")
    with pytest.raises(UserError, match="does not belong to this log"):
        read_readings(judged.read())
