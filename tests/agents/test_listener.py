"""What is claimed in a talk is checked against the server's counts, and told where that is wanted."""

from __future__ import annotations

import pytest

from minecrew.agents import DiscussionView, Mind, Task, Utterance, VoicedMind, goal_task, scripted
from minecrew.agents.views import Check
from minecrew.runlog import ClaimChecked, Said

from .conftest import Play

CLAIM = "I hold 9 sugar cane. Charlie has 2 leather."


class Watched(VoicedMind):
    """Remembers what it was shown."""

    def __init__(self, mind: Mind) -> None:
        super().__init__(mind, scripted({}))
        self.checks: list[tuple[Check, ...]] = []

    async def speak(self, view: DiscussionView) -> Utterance:
        self.checks.append(view.checks)
        return await super().speak(view)


def task(*, fact_check: bool) -> Task:
    made = goal_task({"bookshelf": 1})
    agents = [spec.model_copy(update={"inventory": {"leather": 2}}) for spec in made.agents]
    return made.model_copy(
        update={
            "agents": (agents[0].model_copy(update={"inventory": {"sugar_cane": 1}}), *agents[1:]),
            "team": made.team.model_copy(update={"fact_check": fact_check}),
        }
    )


async def play_with_a_lie(play: Play, *, fact_check: bool) -> tuple[list[ClaimChecked], Watched]:
    minds: list[Watched] = []

    def watched(mind: Mind) -> Mind:
        minds.append(Watched(mind))
        return minds[0]

    play.minds["Alice"] = lambda mind: VoicedMind(mind, scripted({1: CLAIM}))
    play.minds["Bob"] = watched
    events = await play(task(fact_check=fact_check))
    return [event for event in events if isinstance(event, ClaimChecked)], minds[0]


async def test_a_false_claim_is_logged_with_what_is_held(play: Play) -> None:
    checked, _ = await play_with_a_lie(play, fact_check=False)
    said = next(event for event in play.events if isinstance(event, Said))
    assert [(e.agent, e.claim, e.about, e.item, e.said, e.held, e.true, e.cause) for e in checked[:2]] == [
        ("Alice", "I hold 9 sugar cane", "Alice", "sugar_cane", 9, 1, False, (said.seq,)),
        ("Alice", "Charlie has 2 leather", "Charlie", "leather", 2, 2, True, (said.seq,)),
    ]


async def test_those_who_speak_next_are_told_only_where_the_task_wants_it(play: Play) -> None:
    _, bob = await play_with_a_lie(play, fact_check=False)
    assert bob.checks[0] == ()


async def test_a_fact_check_stands_in_the_next_views(play: Play) -> None:
    _, bob = await play_with_a_lie(play, fact_check=True)
    assert [(check.item, check.said, check.held, check.true) for check in bob.checks[0]] == [
        ("sugar_cane", 9, 1, False),
        ("leather", 2, 2, True),
    ]


@pytest.mark.parametrize(
    ("fact_check", "counted_on"), [(False, "bring 9 sugar cane"), (True, "bring 1 sugar cane")]
)
async def test_an_offline_mind_counts_on_no_claim_that_was_found_false(
    play: Play, *, fact_check: bool, counted_on: str
) -> None:
    await play_with_a_lie(play, fact_check=fact_check)
    bob = next(event.text for event in play.events if isinstance(event, Said) and event.agent == "Bob")
    assert counted_on in bob, bob
