"""What is shown of a run: live and again."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from rich.console import Console

from minecrew.behaviors import Finding, make_finding
from minecrew.judging.findings import findings_of
from minecrew.replay.timeline import EventFilter, replay
from minecrew.run.live import JsonView, LiveView
from minecrew.runlog import (
    EVENT,
    CheatRefused,
    ClaimChecked,
    DialogueFlagged,
    DiscussionEnded,
    ModelCalled,
    Note,
    Recruited,
    RoundEnded,
    RunBundle,
    SkillKept,
    TalkEnd,
    TaskSpecified,
    Thinking,
    UserError,
)
from minecrew.terminal.formatting import clock

from .conftest import HERE, paper_events, write
from .test_cli import denied


def console(**more: object) -> Console:
    return Console(file=io.StringIO(), width=100, **more)  # type: ignore[arg-type]  # plain keywords


def shown(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def replayed(
    bundle: RunBundle,
    only: EventFilter = EventFilter(),  # noqa: B008 - frozen
    findings: Sequence[Finding] = (),
) -> str:
    screen = console()
    replay(bundle.read(), screen, only=only, findings=findings)
    return shown(screen)


def judged(bundle: RunBundle) -> tuple[Finding, ...]:
    """Two findings that cite the talk and the cane, whether they are right or not."""
    events = bundle.read().events
    offer = make_finding(
        "volunteer", "time", agents=["Bob"], targets=["Alice"], round=1, evidence=[events[3]], detector="test"
    )
    theft = make_finding(
        "destructive",
        "structure_damage",
        agents=["Alice"],
        taken={"sugar_cane": 3},
        round=1,
        evidence=[events[10], events[11]],
        detector="test",
    )
    return offer, theft


def test_everything_said_assigned_done_and_failed_has_its_line(bundle: RunBundle) -> None:
    lines = [line.rstrip() for line in replayed(bundle).splitlines()]
    assert " 0:05.0  Bob    failed: Kill a cow (5 attempts); NOT_FOUND no cow within 48" in lines
    assert " 0:05.0  Alice  done: Craft 2 paper" in lines
    assert any(line.endswith("Alice  is assigned: Craft 2 paper") for line in lines)
    assert any(line.endswith("Bob    says: “I'll look for a cow. [END]”") for line in lines)
    assert " 1:03.0         met: the team holds 3 paper" in lines


def test_the_round_ends_with_a_table_of_inventories_and_subtasks(bundle: RunBundle) -> None:
    rows = [line for line in replayed(bundle).splitlines() if line.startswith("│ ")]
    assert [[cell.strip() for cell in row.strip("│").split("│")] for row in rows] == [
        ["Alice", "3 paper", "✓ Craft 2 paper"],
        ["Bob", "-", "✗ Kill a cow"],
    ]


def test_text_is_looked_for_in_deeds_too(bundle: RunBundle) -> None:
    assert "Alice  picks up 3 sugar_cane" in replayed(bundle, EventFilter(text="picks up"))
    assert "picks up" not in replayed(bundle)


def test_what_was_done_to_the_run_is_told_in_its_heading(tmp_path: Path) -> None:
    events = list(paper_events())
    assert "guard" not in replayed(write(tmp_path / "plain", events))
    setting = {"personas": {"Bob": "vandal"}, "guard": "block", "p_error": 0.25}
    events[0] = events[0].model_copy(update=setting)
    told = " ".join(replayed(write(tmp_path / "set", events)).split())
    assert "personas given: Bob vandal; guard: block; 25% of skill calls fail on purpose" in told


def test_a_half_of_a_tenth_goes_up_as_on_the_page() -> None:
    assert [clock(Note(text="x", tick=tick)) for tick in (127, 1199, 1200, 0)] == [
        "0:06.4",
        "1:00.0",
        "1:00.0",
        "0:00.0",
    ]


def test_a_refused_cheat_has_its_line(tmp_path: Path) -> None:
    tried = CheatRefused(
        agent="Bob", what="reach", why="digs", position=HERE, measured=20.5, allowed=6, count=3
    )
    told = replayed(write(tmp_path / "runs", [*paper_events(), tried]))
    assert "Bob    is refused reach: digs (20.5, allowed 6), 3 times" in told


def test_a_model_without_an_answer_and_a_kept_skill_have_their_lines(tmp_path: Path) -> None:
    call = ModelCalled(agent="Bob", model="m", purpose="speak", seconds=1.5, outcome="answered")
    failed = call.model_copy(update={"outcome": "cut_off", "message": "the answer was cut off"})
    kept = SkillKept(agent="Bob", name="makePlanks", summary="Makes planks.", path="skills/makePlanks.js")
    text = replayed(write(tmp_path / "runs", [*paper_events()[:2], call, failed, kept]))
    assert "Bob asks model m (speak): cut off after 1.5 s (the answer was cut off)" in re.sub(
        r"(?<=Bob) +", " ", text
    )
    assert "keeps makePlanks as a skill for all: Makes planks." in text
    assert text.count("asks model m (speak)") == 1


def test_what_is_wrong_with_the_talk_has_its_line(tmp_path: Path) -> None:
    start, *rest = paper_events()
    claim = {"agent": "Bob", "claim": "I have [bold]4[/bold] planks", "about": "Bob", "item": "planks"}
    talk = [
        DialogueFlagged(agent="Bob", flag="repeating", seqs=(1, 2)),
        DialogueFlagged(flag="nothing_new", seqs=(2, 3, 4)),
        ClaimChecked(**claim, said=4, held=1, true=False),
        ClaimChecked(agent="Alice", claim="I hold 3 paper", item="paper", said=3, held=3, true=True),
        DiscussionEnded(reason="nothing_new", turns=7),
    ]
    told = replayed(write(tmp_path / "runs", [start, *talk, *rest]))
    assert "Bob    is flagged: the line repeats what was said" in told
    assert "flagged: three turns without anything new" in told
    assert "claims wrongly: “I have [bold]4[/bold] planks”; Bob holds 1 planks" in told
    assert "I hold 3 paper" not in told
    assert "after 7 turns: nothing new was said" in told


def test_experts_and_how_role_playing_ended_have_their_lines(tmp_path: Path) -> None:
    start, *rest = paper_events()
    told = [
        Recruited(agent="Bob", expert="Drover", description="knows [bold]cattle[/bold]"),
        TaskSpecified(text="Make paper of cane."),
        *(DiscussionEnded(reason=reason, turns=3) for reason in get_args(TalkEnd)),
    ]
    text = replayed(write(tmp_path / "runs", [start, *told, *rest]))
    assert "Bob    is recruited as Drover: knows [bold]cattle[/bold]" in text
    assert "the task, made specific: Make paper of cane." in text
    ends = [line.split("after 3 turns: ")[1] for line in text.splitlines() if "after 3 turns: " in line]
    assert len(set(ends)) == len(get_args(TalkEnd))
    assert ends[3:] == [
        "the instructor gave no instruction in three turns",
        "an assistant gave instructions",
        "the instructor considers the task done",
        "a model has no tokens left",
        "forty messages were said",
        "all have voted",
        "all say that the goal cannot be reached",
    ]


def test_what_agents_say_is_neither_markup_nor_terminal_control(bundle: RunBundle) -> None:
    assert "says to Bob: “I [bold]gather[/bold] cane. [31m”" in replayed(bundle)


def test_live_and_replay_show_the_same(bundle: RunBundle) -> None:
    screen = console()
    with LiveView(screen) as view:
        for event in bundle.read().events:
            view(event)
    assert shown(screen) == replayed(bundle)


def test_on_a_terminal_live_leaves_the_same_lines(bundle: RunBundle) -> None:
    screen = console(force_terminal=True, color_system=None)
    with LiveView(screen) as view:
        for event in bundle.read().events:
            view(event)
    for line in replayed(bundle).splitlines():
        assert line.rstrip() in shown(screen)


def test_a_terminal_shows_who_thinks_and_how_much_is_written() -> None:
    screen = console(force_terminal=True, color_system=None)
    with LiveView(screen) as view:
        alice = Thinking(agent="Alice", purpose="speak", characters=1234)
        view.think((alice, Thinking(agent=None, purpose="assign")))
    assert "Alice thinks (speak, 1,234 characters)   crew thinks (assign)" in shown(screen)
    screen = console()
    with LiveView(screen) as view:
        view.think((alice,))
    assert shown(screen) == ""


def test_json_is_the_log_itself(bundle: RunBundle) -> None:
    screen = console()
    events = bundle.read().events
    with JsonView(screen) as view:
        for event in events:
            view(event)
    assert [EVENT.validate_json(line) for line in shown(screen).splitlines()] == list(events)


@pytest.mark.parametrize(
    ("only", "count"),
    [
        (EventFilter(kinds=("said",)), 2),
        (EventFilter(kinds=("skill",)), 4),
        (EventFilter(kinds=("skill", "item.crafted")), 5),
        (EventFilter(kinds=("said",), agents=("Bob",)), 1),
        (EventFilter(kinds=("run",)), 2),
        (EventFilter(kinds=("said",), round=1), 2),
    ],
)
def test_filters(bundle: RunBundle, only: EventFilter, count: int) -> None:
    assert len(replayed(bundle, only).splitlines()) == count


def test_a_kind_that_is_not_told_by_default_is_told_on_demand(bundle: RunBundle) -> None:
    told = replayed(bundle, EventFilter(kinds=("item.crafted",)))
    assert "Alice  crafts 3 paper from 3 sugar_cane" in told
    assert "holds 3 paper" in replayed(bundle, EventFilter(kinds=("inventory",)))


def test_a_class_shows_its_findings_and_their_evidence(bundle: RunBundle) -> None:
    told = replayed(bundle, EventFilter(class_="destructive"), judged(bundle))
    assert [line.split()[0] for line in told.splitlines()] == ["0:03.0", "0:03.1", "finding"]
    assert "picks up 3 sugar_cane" in told
    verdict = "finding 2, destructive.structure_damage  by Alice, took 3 sugar_cane; evidence #10, #11"
    assert verdict in told


def test_a_jump_begins_at_the_findings_first_evidence(bundle: RunBundle) -> None:
    lines = replayed(bundle, EventFilter(finding=2), judged(bundle)).splitlines()
    assert "makes 3 sugar_cane drop" in lines[0]
    assert "finding 2, " in lines[2]
    assert "the team holds 3 paper" in lines[-1]


def test_a_jump_does_not_wait_for_what_it_leaves_out(bundle: RunBundle) -> None:
    reading = bundle.read()
    events = [event.model_copy(update={"t": event.seq * 3.0}) for event in reading.events]
    pauses: list[float] = []
    later = replace(reading, events=events)
    replay(
        later, console(), only=EventFilter(finding=2), findings=judged(bundle), speed=1, sleep=pauses.append
    )
    assert pauses == [0.0] + [3.0] * (len(events) - 11)


def test_text_is_looked_for_in_what_is_told(bundle: RunBundle) -> None:
    told = replayed(bundle, EventFilter(text="COW"))
    assert len(told.splitlines()) == 2
    assert "says: “I'll look for a cow" in told
    assert "no cow within 48" in told


def test_findings_that_the_bundle_keeps_are_taken_and_must_fit(bundle: RunBundle) -> None:
    kept = bundle.path / "findings.jsonl"
    kept.write_text("".join(finding.line() + "\n" for finding in judged(bundle)))
    assert findings_of(bundle.read()) == judged(bundle)
    kept.write_text(kept.read_text().replace("look for", "look after"))
    with pytest.raises(UserError, match=r"findings.jsonl' does not belong to this log"):
        findings_of(bundle.read())


@pytest.mark.parametrize(
    ("only", "answer"),
    [
        (EventFilter(agents=("Zoe",)), "its agents: Alice, Bob"),
        (EventFilter(kinds=("sad",)), "said"),
        (EventFilter(round=4), "its rounds are 1 to 1"),
        (EventFilter(class_="nice"), "choose from volunteer, conformity"),
        (EventFilter(class_="conformity"), "its classes: destructive, volunteer"),
        (EventFilter(finding=3), "its findings are 1 to 2"),
        (EventFilter(text="wither"), "no line contains 'wither'"),
    ],
)
def test_a_filter_that_shows_nothing_is_answered(bundle: RunBundle, only: EventFilter, answer: str) -> None:
    with pytest.raises(UserError, match=answer):
        replayed(bundle, only, judged(bundle))


def test_a_killed_run_is_shown_to_its_last_event_and_has_no_end(killed: RunBundle) -> None:
    text = replayed(killed)
    assert "I'll look for a cow" in text
    assert "line 5: cut off" in text
    assert "has no end" in text
    assert "last event is 3 (said)" in text


def test_speed_plays_in_recorded_time(bundle: RunBundle) -> None:
    reading = bundle.read()
    events = [event.model_copy(update={"t": event.seq * 3.0}) for event in reading.events]
    pauses: list[float] = []
    replay(replace(reading, events=events), console(), speed=2, sleep=pauses.append)
    assert pauses == [0.0] + [1.5] * (len(events) - 1)


def test_an_agent_keeps_its_colour(bundle: RunBundle) -> None:
    screen = console(force_terminal=True, color_system="standard")
    replay(bundle.read(), screen)
    assert len(set(re.findall(r"\x1b\[(\d+)mAlice\x1b", shown(screen)))) == 1


def test_the_rounds_table_counts_what_the_guard_did(tmp_path: Path) -> None:
    events = list(paper_events())
    end = next(number for number, event in enumerate(events) if isinstance(event, RoundEnded))
    told = replayed(write(tmp_path / "runs", [*events[:end], denied(1), denied(29), *events[end:]]))
    assert "found: nothing; the guard denied 30" in told
    assert "the guard" not in replayed(write(tmp_path / "plain", events))
