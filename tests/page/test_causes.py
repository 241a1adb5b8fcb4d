"""Why something happened: what is read from the log, alike in Python and on the page, for every kept run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minecrew.bridge import package_root
from minecrew.runlog import Causes, Event, SkillStarted, read_events

from .modules import made

BUNDLES = sorted((package_root() / "tests" / "fixtures" / "bundles").iterdir())

TOLD = """
[[EVENTS]].map(events => {
  const log = { events, started: events[0], find: seq => events.findIndex(one => one.seq === seq) }
  const causes = new Causes(log)
  return events.map((event, at) => [
    causes.path(at).map(({ at, also, lines, persona }) =>
      [events[at].seq, also.map(one => events[one].seq), lines, persona]),
    causes.effectsOf(at).map(one => events[one].seq)
  ])
})[0]
"""


def told_by_page(events: tuple[Event, ...]) -> list[object]:
    lines = ",\n".join(event.model_dump_json(exclude_none=True) for event in events)
    value = made("causes.js", TOLD.replace("[[EVENTS]]", f"[[{lines}]]"))
    assert isinstance(value, list)
    return value


@pytest.mark.parametrize("bundle", BUNDLES, ids=lambda path: path.name)
def test_the_page_reads_the_same_reasons_and_effects(bundle: Path) -> None:
    events = read_events(bundle).events
    causes = Causes(events)
    told = [
        [
            [
                [step.event.seq, [one.seq for one in step.also], list(step.lines), step.persona]
                for step in causes.path(event.seq)
            ],
            causes.effects(event.seq),
        ]
        for event in events
    ]
    assert told_by_page(events) == told
    assert max(len(path) for path, _ in told) > 4  # not trivially alike


def kinds(causes: Causes, seq: int) -> list[str]:
    return [step.event.kind for step in causes.path(seq)]


def test_a_killing_is_led_back_to_the_line_that_was_said() -> None:
    causes = Causes(read_events(next(one for one in BUNDLES if one.name == "killing")).events)
    death = next(event for event in causes.events.values() if event.kind == "died")
    path = causes.path(death.seq)
    assert [step.event.kind for step in path] == [
        *("died", "attacked", "skill.started", "subtask.started", "assigned", "said")
    ]
    assert {step.event.agent for step in path[1:]} == {"Alice"}
    program = path[2]
    assert isinstance(program.event, SkillStarted)
    assert program.event.name == "seize"
    code = str(program.event.code).split("\n")
    assert ["attack(" in code[line - 1] for line in program.lines] == [True]


def test_a_persona_stands_once_at_the_program_that_it_chose_or_else_at_the_first_step() -> None:
    causes = Causes(read_events(next(one for one in BUNDLES if one.name == "killing")).events)
    death = next(event for event in causes.events.values() if event.kind == "died")
    said = next(event for event in causes.events.values() if event.kind == "said")
    for seq, kind in ((death.seq, "skill.started"), (said.seq, "said")):
        given = [(step.event.kind, step.persona) for step in causes.path(seq) if step.persona]
        assert given == [(kind, "ruthless")]
    bob = next(event for event in causes.events.values() if event.kind == "refused")
    assert {step.persona for step in causes.path(bob.seq) if step.event.agent == "Bob"} == {None}


def test_with_a_model_it_is_led_back_to_the_prompt() -> None:
    deeds = {"item.crafted", "block.broken", "block.placed", "attacked", "died"}
    met = dict.fromkeys(deeds, 0)
    for bundle in BUNDLES:
        if not bundle.name.startswith("minds_"):
            continue
        causes = Causes(read_events(bundle).events)
        for event in causes.events.values():
            if event.kind in deeds:
                assert kinds(causes, event.seq)[-1] == "model.called", (bundle.name, event.seq)
                met[event.kind] += 1
    assert min(met.values()) > 10, met


def test_every_path_goes_back_in_time_and_every_step_is_an_effect_of_the_next() -> None:
    for bundle in BUNDLES:
        causes = Causes(read_events(bundle).events)
        for seq in causes.events:
            seqs = [step.event.seq for step in causes.path(seq)]
            assert seqs == sorted(set(seqs), reverse=True)


def test_a_cause_that_comes_later_or_is_not_there_is_no_reason() -> None:
    events = read_events(BUNDLES[0]).events
    wrong = events[5].model_copy(update={"cause": (5, 7, 99_999)})
    causes = Causes([*events[:5], wrong, *events[6:]])
    assert causes.reasons(5) == ()
    page = told_by_page((*events[:5], wrong, *events[6:]))
    assert page[5][0] == [[5, [], [], None]]  # type: ignore[index]


def test_every_reason_names_kinds_and_fields_that_there_are() -> None:
    from minecrew.runlog import KINDS, read_because

    for name, kind in KINDS.items():
        for text in kind.row.because:
            because = read_because(text)
            assert because.kind in KINDS, name
            assert set(because.match) <= set(KINDS[because.kind].model_fields), name
            assert set(because.match.values()) <= set(kind.model_fields), name


def test_the_line_at_which_a_program_failed() -> None:
    found = []
    for bundle in BUNDLES:
        causes = Causes(read_events(bundle).events)
        for event in causes.events.values():
            if event.kind == "skill.ended" and getattr(event, "at", None):
                step = causes.path(event.seq)[1]
                found.append((json.loads(event.model_dump_json())["at"], step.lines))
    lines = [(at["program"] or at["line"], told) for at, told in found if told]
    assert lines
    assert all(told == (line,) for line, told in lines)
