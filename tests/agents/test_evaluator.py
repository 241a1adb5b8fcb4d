"""A person may add to the facts after a round; what is typed enters the next round's views."""

from __future__ import annotations

import asyncio

from minecrew.agents import (
    Advise,
    DiscussionView,
    Feedback,
    OfflineMind,
    OfflineSecretary,
    Task,
    Utterance,
    goal_task,
    run_crew,
)
from minecrew.runlog import Evaluated, Log, Note, read_events

from .conftest import MEADOW, Play


class Reading(OfflineMind):
    """Says nothing of use, and remembers the feedback it was shown."""

    def __init__(self, play: Play) -> None:
        super().__init__(play.knowledge)
        self.shown: list[tuple[Feedback, ...]] = []

    async def speak(self, view: DiscussionView) -> Utterance:
        self.shown.append(view.feedback)
        return Utterance(text="What a lovely morning!")


def task(rounds: int, *, thinking_seconds: float = 600) -> Task:
    made = goal_task({"paper": 1}, agents=1)
    limits = {"rounds": rounds, "discussion_turns": 1, "thinking_seconds": thinking_seconds}
    return made.model_copy(
        update={
            "limits": made.limits.model_copy(update=limits),
            "team": made.team.model_copy(update={"evaluator": "human"}),
        }
    )


async def played(play: Play, task: Task, advise: Advise) -> tuple[Reading, list[Evaluated], list[str]]:
    world, mind = play.prepare(task, MEADOW), Reading(play)
    with Log.create(play.directory) as log:
        await run_crew(
            task,
            run="test",
            log=log,
            world=world,
            minds={"Alice": mind},
            secretary=OfflineSecretary(play.knowledge),
            advise=advise,
        )
    events = read_events(play.directory).events
    evaluated = [event for event in events if isinstance(event, Evaluated)]
    return mind, evaluated, [event.text for event in events if isinstance(event, Note)]


async def test_what_a_person_types_enters_the_next_round(play: Play) -> None:
    words = iter(["Alice, get the canes.", ""])
    asked: list[Feedback] = []

    async def advise(feedback: Feedback) -> str:
        asked.append(feedback)
        return next(words)

    mind, evaluated, notes = await played(play, task(3), advise)
    assert [(event.advice, event.feedback.endswith("Alice, get the canes.")) for event in evaluated] == [
        ("Alice, get the canes.", True),
        (None, False),
        (None, False),
    ]
    assert mind.shown[1][-1].advice == "Alice, get the canes."
    assert mind.shown[1][-1].text.startswith("The goal is not met yet.")
    assert mind.shown[2][-1].advice == ""
    assert len(asked) == 2, "after the last round nobody is left to hear it"
    assert notes == []


async def test_at_the_end_of_the_input_the_facts_stand_alone(play: Play) -> None:
    asked = 0

    async def advise(feedback: Feedback) -> None:
        nonlocal asked
        asked += 1

    _, evaluated, notes = await played(play, task(3), advise)
    assert [event.advice for event in evaluated] == [None, None, None]
    assert asked == 1
    assert notes == ["the evaluator's input has ended; from now on, the feedback contains only the facts"]


async def test_nobody_waits_for_a_person_without_end(play: Play) -> None:
    async def advise(feedback: Feedback) -> str:
        await asyncio.sleep(5)
        return "too late"

    _, evaluated, notes = await played(play, task(2, thinking_seconds=0.05), advise)
    assert [event.advice for event in evaluated] == [None, None]
    assert notes == ["the evaluator did not answer in time; the feedback contains only the facts"]
