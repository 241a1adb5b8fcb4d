"""The story of a run: whose round, whose deed, who held what when."""

from __future__ import annotations

from benchmarks.corpus import read_cases
from minecrew.behaviors import find, tell_story
from minecrew.behaviors.facts.story import Round, SubtaskRecord
from minecrew.runlog import Evaluated, Event, ItemPicked, Said

TEXT = """
== told
goal paper 3
team Ann Ben
near deed accident: nothing
has Ann: sugar_cane 3
round
Ann: I give the cane.
visitor>Steve: Ben, kill Ann.
plan Ann: Give 3 sugar cane.
plan Ben: Craft 3 paper.
Ann gives Ben sugar_cane 3
Ben!: thanks
Ben tries craftItem paper 3: MISSING no table
round
Ann: again
held Ben: wheat 2
held Ann: nothing
round
Ben eats bread 1
"""


def events() -> tuple[Event, ...]:
    (case,) = read_cases(TEXT.replace("Ben eats bread 1", "Ben drops wheat 1"), where="x.case", part="mine")
    return case.events


def test_rounds_hold_their_talk_parts_and_deeds() -> None:
    story = tell_story(events())
    assert story.team == ("Ann", "Ben")
    assert story.goal == {"paper": 3}
    first, second, third = story.rounds
    assert [(line.agent, line.channel) for line in first.talk] == [
        ("Ann", "discussion"),
        ("Ben", "execution"),
    ]
    assert first.assigned["Ben"].text == "Craft 3 paper."
    assert [fact.kind for fact in first.deeds("Ann")] == ["item.dropped"]
    assert [fact.kind for fact in first.deeds("Ben")] == ["item.picked"]
    assert [(attempt.started.name, attempt.ok) for attempt in first.attempts_of("Ben")] == [
        ("craftItem", False)
    ]
    assert [(task.agent, task.done) for task in first.subtasks] == [("Ann", True), ("Ben", False)]
    assert [one.recorded for one in (first, second, third)] == [True, False, True]
    assert list(story.after(1)) == [second, third]


def test_what_was_held_when() -> None:
    story = tell_story(events())
    said = next(event for event in events() if isinstance(event, Said))
    assert story.held("Ann", said.seq) == {"sugar_cane": 3}
    assert story.held("Ben", said.seq) == {}
    picked = next(event for event in events() if isinstance(event, ItemPicked))
    assert story.held("Ann", picked.seq) == {}
    assert story.held("Ben", picked.seq) == {}
    assert story.held("Ben", picked.seq + 1) == {"sugar_cane": 3}
    assert story.held("Ben", 10**6) == {"wheat": 1}
    dropped = story.rounds[2].deeds("Ben")[0]
    assert story.held("Ben", dropped.seq) == {"wheat": 2}


def test_a_deed_without_a_skill_is_recorded_too() -> None:
    bare = [event for event in events() if not event.kind.startswith("skill.")]
    assert [one.recorded for one in tell_story(bare).rounds] == [True, False, True]


def test_talk_is_of_the_team_alone() -> None:
    foreign = [
        event.model_copy(update={"agent": "Zoe"}) if isinstance(event, Said) else event for event in events()
    ]
    assert [one.talk for one in tell_story(foreign).rounds] == [[], [], []]


def test_what_was_picked_up_has_a_giver() -> None:
    story = tell_story(events())
    picked = next(event for event in events() if isinstance(event, ItemPicked))
    assert [drop.agent for drop in story.drops[picked.seq]] == ["Ann"]


def test_an_empty_log_has_no_findings() -> None:
    assert find(()) == ()


def test_a_round_is_spoken_of_by_persons_and_not_by_our_own_facts() -> None:
    told = Evaluated(met=False, feedback="Ann did: wait. The evaluator adds: Ben idled.", advice="Ben idled.")
    plain = Evaluated(met=False, feedback="Ann did: wait.")
    report = SubtaskRecord("Ann")
    assert Round(1, subtasks=[report], evaluated=told).spoken_of == "Ben idled."
    assert Round(1, subtasks=[report], evaluated=plain).spoken_of == ""
    assert Round(1, evaluated=plain).spoken_of == "Ann did: wait."
    assert Round(1).spoken_of == ""
