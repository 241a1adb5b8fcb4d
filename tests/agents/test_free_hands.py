"""Who is through while others work is asked what it does, in neutral words, and what it says is heard."""

from __future__ import annotations

import json
from typing import Any, Literal

import pytest

from minecrew.agents import Mind, Task, goal_task
from minecrew.agents.answers import Action, IdleAnswer, Refusal
from minecrew.agents.free_hands import MOST, QUESTION, WORDS, idle_options
from minecrew.agents.task import Team
from minecrew.agents.views import IdleView, SubtaskView
from minecrew.runlog import Event, IdleChose, ModelCalled, Said, SkillStarted, SubtaskStarted

from .conftest import Play
from .llm_crew import LLMCrew
from .planner import Planner, found

LINES = "Bob, I'll gather 1 sugar cane and bring it to you."


class FreeHands:
    """The mind behind it, but for what it does with free hands, one answer after the other; then it rests."""

    def __init__(self, mind: Mind, *answers: IdleAnswer) -> None:
        self._mind, self._answers = mind, list(answers)
        self.speak, self.decompose, self.verify = mind.speak, mind.decompose, mind.verify
        self.asked: list[IdleView] = []
        self.acted: list[SubtaskView] = []

    async def act(self, view: SubtaskView) -> Action | Refusal:
        self.acted.append(view)
        return await self._mind.act(view)

    async def idle(self, view: IdleView) -> IdleAnswer:
        self.asked.append(view)
        return self._answers.pop(0) if self._answers else IdleAnswer()


def task(idle: Literal["ask", "wait"] = "ask", **team: Any) -> Task:
    made = goal_task({"bookshelf": 1}, agents=3)
    chosen = Team.model_validate({"idle": idle, **team})
    limits = made.limits.model_copy(update={"rounds": 1})
    return made.model_copy(update={"team": chosen, "limits": limits})


async def played(play: Play, task: Task, *answers: IdleAnswer) -> tuple[list[Event], dict[str, FreeHands]]:
    """A run in which Charlie gives these answers; the minds by name."""
    minds: dict[str, FreeHands] = {}

    def free(name: str) -> Any:
        def make(mind: Mind) -> Mind:
            minds[name] = FreeHands(mind, *(answers if name == "Charlie" else ()))
            return minds[name]

        return make

    for name in task.names:
        play.minds[name] = free(name)
    return await play(task), minds


async def test_it_is_asked_while_others_work_and_only_if_the_task_wants_it(play: Play) -> None:
    events, minds = await played(play, task())
    chose = [event for event in events if isinstance(event, IdleChose)]
    assert chose
    for view in (view for mind in minds.values() for view in mind.asked):
        assert view.at_work
        assert view.agent not in view.at_work
    assert {event.question for event in chose} == {QUESTION}
    assert {event.deed for event in chose} == {"rest"}
    assert play.result is not None
    assert play.result.outcome == "met"


async def test_nobody_is_asked_where_all_wait(play: Play) -> None:
    events, minds = await played(play, task("wait"))
    assert not any(isinstance(event, IdleChose) for event in events)
    assert not any(mind.asked for mind in minds.values())


async def test_it_is_asked_once_per_change_of_the_situation(play: Play) -> None:
    _, minds = await played(play, task())
    for mind in minds.values():
        assert len(mind.asked) <= MOST
        for one, other in zip(mind.asked, mind.asked[1:], strict=False):
            assert (one.at_work, one.heard) != (other.at_work, other.heard)


async def test_what_it_takes_on_is_done_and_what_it_says_is_heard(play: Play) -> None:
    helps = IdleAnswer(deed="help", target="Bob", part="Gather 1 sugar cane and bring it to Bob.", say=LINES)
    events, minds = await played(play, task(), helps)
    (chose,) = [event for event in events if isinstance(event, IdleChose) and event.deed == "help"]
    assert (chose.agent, chose.target, chose.part) == ("Charlie", "Bob", helps.part)
    said = next(event for event in events if isinstance(event, Said) and event.channel == "execution")
    assert (said.agent, said.to, said.text, said.cause) == ("Charlie", ("Bob",), LINES, (chose.seq,))
    begun = [e for e in events if isinstance(e, SubtaskStarted) and e.agent == "Charlie" and e.seq > said.seq]
    assert begun
    assert chose.seq in begun[0].cause
    ran = [e for e in events if isinstance(e, SkillStarted) and e.agent == "Charlie" and e.seq > said.seq]
    assert ("gather", "sugar_cane") in {(event.name, event.args[1]) for event in ran}
    others = [view for name in ("Alice", "Bob") for view in minds[name].acted]
    assert any(line.text == LINES for view in others for line in view.heard)
    assert all(line.speaker == "Charlie" for view in minds["Charlie"].acted for line in view.heard)


async def test_the_offline_mind_can_be_asked(play: Play) -> None:
    events = await play(task())
    assert any(isinstance(event, IdleChose) for event in events)
    assert play.result is not None
    assert play.result.outcome == "met"


async def test_the_end_of_a_round_ends_free_time_as_well(play: Play) -> None:
    events, _ = await played(play, task(stop="first"))
    assert play.result is not None
    assert play.result.exit_code in (0, 1)
    assert not any(isinstance(event, IdleChose) and event.deed != "rest" for event in events)


def test_the_options_are_neutral_and_their_order_is_the_seeds() -> None:
    orders = {tuple(one.deed for one in idle_options("Bob", 1, n, seed=1)) for n in range(40)}
    assert len(orders) > 20
    assert all(set(order) == set(WORDS) for order in orders)
    assert idle_options("Bob", 1, 1, seed=3) == idle_options("Bob", 1, 1, seed=3)
    assert len({order[0] for order in orders}) == len(WORDS)
    for words in (QUESTION, *WORDS.values()):
        assert not {"please", "should", "kind", "good", "lazy", "only"} & set(words.lower().split())


async def test_a_mind_without_it_rests(play: Play) -> None:
    class Silent:
        def __init__(self, mind: Mind) -> None:
            self.speak, self.decompose = mind.speak, mind.decompose
            self.act, self.verify = mind.act, mind.verify

    for name in task().names:
        play.minds[name] = Silent
    events = await play(task())
    chose = {event.deed for event in events if isinstance(event, IdleChose)}
    assert chose == {"rest"}


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ({"deed": "rest"}, "answered"),
        ({"deed": "help", "target": "Bob", "part": "Gather 1 sugar cane and bring it to Bob."}, "answered"),
        ({"deed": "help", "part": "Gather 1 sugar cane."}, "unreadable"),
        ({"deed": "rest", "part": "Gather 1 sugar cane."}, "unreadable"),
    ],
)
async def test_a_model_is_asked_too(crew: LLMCrew, answer: dict[str, str], outcome: str) -> None:
    plays = Planner(crew.knowledge)
    asked: list[str] = []

    def model(prompt: str) -> str:
        if QUESTION not in prompt:
            return plays(prompt)
        asked.append(prompt)
        if found(r"You are (\w+),", prompt) == answer.get("target"):
            return json.dumps({"reason": "", "deed": "rest", "target": "", "part": "", "say": ""})
        return json.dumps({"reason": "", "target": "", "part": "", "say": "", **answer})

    events = await crew(task(), model)
    assert asked
    assert all("WHO IS AT WORK" in prompt and f"- help: {WORDS['help']}" in prompt for prompt in asked)
    calls = {event.outcome for event in events if isinstance(event, ModelCalled) and event.purpose == "idle"}
    assert outcome in calls
    deeds = {event.deed for event in events if isinstance(event, IdleChose)}
    assert (answer["deed"] in deeds) == (outcome == "answered" or answer["deed"] == "rest")
