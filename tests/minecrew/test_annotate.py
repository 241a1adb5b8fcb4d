"""Rounds judged in the terminal: the same sample for all, shown blind, decided where two differ."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from rich.console import Console

from minecrew.behaviors import ADJUDICATED, tell_story
from minecrew.judging import annotate
from minecrew.judging.annotations import read_annotations
from minecrew.judging.round_sample import DIFFER, NOTHING, SampledRound, sample_rounds
from minecrew.runlog import RunBundle, UserError, read_events

from .test_annotations import judged
from .test_annotations import minecrew as run_command

__all__ = ["judged"]

KEPT = Path(__file__).parents[1] / "fixtures" / "bundles"


def typing(*lines: str) -> Callable[[str], str]:
    waiting = list(lines)

    def ask(prompt: str) -> str:
        if not waiting:
            raise EOFError
        return waiting.pop(0)

    return ask


def console() -> tuple[Console, io.StringIO]:
    told = io.StringIO()
    return Console(file=told, width=200), told


def sample(bundle: RunBundle) -> list[SampledRound]:
    return sorted(sample_rounds([bundle.read()], 9, seed=1), key=lambda one: one.round)


def test_two_judge_apart_and_a_third_decides_where_they_differ(judged: RunBundle) -> None:
    shown, told = console()
    rounds = sample(judged)
    assert [one.round for one in rounds] == [1, 2]
    annotate.annotate_sample(rounds, "Eva", typing("destructive.agent_harm ann -> ben", "", ""), shown)
    annotate.annotate_sample(rounds, "Mia", typing("", ""), shown)
    before = len(read_annotations(judged))
    annotate.annotate_sample(rounds, "Mia", typing("accident Ann", ""), shown)  # she has judged both
    assert len(read_annotations(judged)) == before
    assert "Eva" not in told.getvalue()
    both, differ = annotate.adjudicate(rounds, ("Eva", "Mia"), typing("accident Ann -> Ben", ""), shown)
    assert (both, differ) == (2, 1)
    assert "view 1: destructive.agent_harm Ann -> Ben" in told.getvalue()
    found = json.loads(run_command("agree", judged.path, "--json").output)["quality"]
    assert (found["Eva"]["destructive"]["wrong"], found["Mia"]["accident"]["missed"]) == (1, 1)
    assert (found["rules"]["destructive"]["wrong"], found["rules"]["destructive"]["judged"]) == (2, 1.0)
    decided = [one for one in read_annotations(judged) if one.annotator == ADJUDICATED]
    assert [(one.class_, one.agents, one.round) for one in decided] == [
        ("accident", ("Ann",), 1),
        ("none", (), 1),
        ("none", (), 2),
    ]


def test_what_is_shown_tells_nobodys_answer(judged: RunBundle) -> None:
    shown, told = console()
    annotate.annotate_sample(sample(judged), "Eva", typing("s", "s"), shown)
    text = told.getvalue()
    started = judged.read().started
    assert started is not None
    for hidden in (judged.id, started.title, "findings", "destructive"):
        assert hidden not in text
    assert "Ann" in text
    assert read_annotations(judged) == []


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("volunteer Ann", "there is no class 'volunteer'"),
        ("accident Zoe", "no agent is called 'Zoe'"),
        ("Ann did it", "cannot be read"),
    ],
)
def test_a_line_that_is_no_act_is_told_and_asked_again(judged: RunBundle, typed: str, why: str) -> None:
    with pytest.raises(UserError, match=why):
        annotate.read_act(typed, tell_story(judged.read().events))
    shown, told = console()
    annotate.annotate_sample(sample(judged)[:1], "Eva", typing(typed, ""), shown)
    assert why in told.getvalue()
    assert [one.class_ for one in read_annotations(judged)] == ["none"]


def test_the_sample_has_every_stratum_and_the_seed_decides(judged: RunBundle) -> None:
    readings = [judged.read()] * 4
    drawn = sample_rounds(readings, 4, seed=3)
    assert [(one.round, one.stratum) for one in drawn] == [
        (one.round, one.stratum) for one in sample_rounds(readings, 4, seed=3)
    ]
    assert {one.stratum for one in sample(judged)} <= {DIFFER, NOTHING, "destructive"}
    assert len(sample_rounds(readings, 99, seed=1)) == 8


def test_the_command_names_what_is_missing(judged: RunBundle) -> None:
    assert "the annotator's name is missing" in str(run_command("annotate", judged.path).exception)
    told = run_command("annotate", judged.path, "--adjudicate", "Eva")
    assert "does not name two annotators" in str(told.exception)


def test_a_blind_form_and_page_name_neither_run_nor_title(judged: RunBundle) -> None:
    form = run_command("annotations", "template", judged.path, "--blind").output
    assert judged.id not in form
    page = judged.path / "blind.html"
    assert run_command("replay", judged.path, "--html", page, "--blind").exit_code == 0
    text = page.read_text(encoding="utf-8")
    started = judged.read().started
    assert started is not None
    data = text[text.index('id="data"') :]
    assert started.title not in data
    assert judged.id not in data
    assert '"blind":true' in data


def test_of_the_round_before_its_plan_and_its_end_are_shown_and_the_rest_on_demand() -> None:
    reading = read_events(KEPT / "minds_short_rounds" / "events.jsonl")
    texts = {
        kind: [event for event in reading.events if event.kind == kind and event.round == 1]
        for kind in ("said", "assigned", "evaluated")
    }
    own = [event for event in reading.events if event.round == 2 and event.kind in ("said", "evaluated")]
    told = {typed: console() for typed in ("s", "m")}
    for typed, (shown, _) in told.items():
        annotate.annotate_sample([SampledRound(reading, 2, NOTHING)], "Eva", typing(typed, "s"), shown)
    short, whole = ("".join(file.getvalue().split("\n")) for _, file in told.values())
    for event in texts["assigned"]:
        assert event.text in short
    held = "Alice 3 oak_log, 5 sugar_cane; Bob 2 beef, 1 leather"
    assert f"held at the end of round 1 (the time is up): {held}" in short
    for event in texts["said"]:
        assert event.text not in short
        assert event.text in whole
    assert texts["evaluated"][0].feedback not in short
    assert texts["evaluated"][0].feedback in whole
    assert [event.text in short for event in own if event.kind == "said"] == [True] * (len(own) - 1)
    assert [event.feedback in whole for event in own if event.kind == "evaluated"] == [True]
    assert "held at the end of round 3" not in short
    assert "held at the end of round 3" in whole
    assert short.count("evaluation:") == 0
    assert len(short.split()) < 0.6 * len(whole.split())


def test_what_a_crew_is_given_is_shown_with_its_first_round() -> None:
    reading = read_events(KEPT / "minds_temptation_goods" / "events.jsonl")
    shown, told = console()
    annotate.annotate_sample([SampledRound(reading, 1, NOTHING)], "Eva", typing("s"), shown)
    assert "starts with 3 book" in told.getvalue()


def test_a_subtask_is_one_line_and_its_programs_are_shown_on_demand() -> None:
    reading = read_events(KEPT / "minds_short_rounds" / "events.jsonl")
    shown, told = console()
    annotate.annotate_sample([SampledRound(reading, 2, NOTHING)], "Eva", typing("m", "s"), shown)
    short, whole = told.getvalue().split("round 1\n", 1)[0], told.getvalue()
    own = [event for event in reading.events if event.round == 2]
    ended = [event for event in own if event.kind == "subtask.ended"]
    programs = [event for event in own if event.kind == "skill.ended" and event.name not in event.message]
    assert ended
    assert programs
    for event in ended:
        assert event.text in short
        assert event.message in short
    for event in programs:
        assert f"{event.agent}  {event.name} " not in short
        assert f"{event.agent}  {event.name} " in whole
    assert "needed, held" not in short


def test_a_program_outside_of_subtasks_is_shown() -> None:
    reading = read_events(KEPT / "minds_short_rounds" / "events.jsonl")
    cut = [event for event in reading.events if event.kind != "subtask.ended"]
    shown, told = console()
    annotate.annotate_sample(
        [SampledRound(replace(reading, events=cut), 2, NOTHING)], "Eva", typing("s"), shown
    )
    for event in reading.events:
        if event.round == 2 and event.kind == "skill.ended":
            assert f"{event.agent}  {event.name} " in told.getvalue()


def test_a_program_that_failed_for_another_reason_than_its_subtask_is_shown() -> None:
    reading = read_events(KEPT / "minds_short_rounds" / "events.jsonl")
    ended = next(event for event in reading.events if event.kind == "skill.ended" and event.round == 2)
    failed = ended.model_copy(update={"ok": False, "code": "FAR", "message": "too far away"})
    changed = [failed if event is ended else event for event in reading.events]
    shown, told = console()
    one = SampledRound(replace(reading, events=changed), 2, NOTHING)
    annotate.annotate_sample([one], "Eva", typing("s"), shown)
    assert f"{ended.agent}  {ended.name} fails: FAR too far away" in told.getvalue()


def test_what_follows_each_other_is_joined() -> None:
    reading = read_events(KEPT / "minds_temptation_goods" / "events.jsonl")
    shown, told = console()
    annotate.annotate_sample([SampledRound(reading, 1, NOTHING)], "Eva", typing("s"), shown)
    lines = told.getvalue().splitlines()
    for one, other in pairwise(line.split(": ")[0].split(" starts with ")[0] for line in lines):
        assert one != other
    granted = [event for event in reading.events if event.kind == "item.granted"]
    assert all(any(f"{event.count} {event.item}" in line for line in lines) for event in granted)
