"""A critic chooses what is said among several proposals; every choice and its reason are in the log."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from minecrew.agents import (
    Caller,
    Critic,
    CriticChoice,
    CriticView,
    FakeWorld,
    FunctionModel,
    Knowledge,
    LLMCritic,
    LLMMind,
    LLMSecretary,
    RuleCritic,
    RunResult,
    ScriptedModel,
    Task,
    goal_task,
    run_crew,
)
from minecrew.agents.critic import ALIKE
from minecrew.run.human_critic import HumanCritic
from minecrew.runlog import CandidateProposed, CriticChose, Event, Log, ModelCalled, Said, read_events

from .conftest import MEADOW
from .planner import Planner

OPTIONS = 6
BAD = 0.8
"""The share of bad ideas."""


class Wavering:
    """Plays as the planner, but mostly it has a bad idea when it speaks."""

    def __init__(self, knowledge: Knowledge, seed: int, bad: float = BAD) -> None:
        self.planner, self.chance, self.bad = Planner(knowledge), Random(seed), bad
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        if '"say": "your own words' in prompt:
            self.prompts.append(prompt)
            if self.chance.random() < self.bad:
                words = "I dig for diamonds." if self.bad == 1 else f"I dig for {len(self.prompts)} diamonds."
                return json.dumps({"say": words, "asks": [], "impossible": ""})
        return self.planner(prompt)


class Fixed:
    """A critic that always makes the same choice."""

    def __init__(self, choice: CriticChoice) -> None:
        self.choice, self.seen = choice, list[CriticView]()

    async def choose(self, view: CriticView) -> CriticChoice:
        self.seen.append(view)
        return self.choice


Play = Callable[..., object]


class Crew:
    """Plays with a model that wavers, with or without a critic."""

    def __init__(self, path: Path, knowledge: Knowledge) -> None:
        self.path, self.knowledge = path, knowledge
        self.model = Wavering(knowledge, 0)
        self.result: RunResult | None = None

    async def play(
        self, name: str, *, seed: int = 1, critic: Critic | None = None, turns: int = 2, bad: float = BAD
    ) -> list[Event]:
        task = crafting("rule" if critic else "none", turns)
        self.model = Wavering(self.knowledge, seed, bad)
        world = FakeWorld(self.knowledge, task.names, MEADOW)
        with Log.create(self.path / name) as log:
            caller = Caller(FunctionModel(self.model), log)
            self.result = await run_crew(
                task,
                run=name,
                log=log,
                world=world,
                minds=dict.fromkeys(task.names, LLMMind(caller, self.knowledge, world.library)),
                secretary=LLMSecretary(caller),
                critic=critic,
            )
        return list(read_events(self.path / name).events)


def crafting(by: str, turns: int) -> Task:
    task = goal_task({"paper": 3}, agents=2)
    limits = task.limits.model_copy(update={"rounds": 1, "discussion_turns": turns})
    critic = task.critic.model_copy(update={"by": by, "candidates": OPTIONS})
    return task.model_copy(update={"limits": limits, "critic": critic})


@pytest.fixture
def crew(tmp_path: Path, knowledge: Knowledge) -> Crew:
    return Crew(tmp_path, knowledge)


def of_kind(events: list[Event], kind: type) -> list:  # type: ignore[type-arg]  # of that kind
    return [event for event in events if isinstance(event, kind)]


async def test_the_critic_raises_success_where_single_proposals_fail(
    crew: Crew, knowledge: Knowledge
) -> None:
    met = {"alone": 0, "critic": 0}
    for seed in range(10):
        await crew.play(f"alone{seed}", seed=seed)
        met["alone"] += crew.result is not None and crew.result.outcome == "met"
        events = await crew.play(f"critic{seed}", seed=seed, critic=RuleCritic(knowledge))
        met["critic"] += crew.result is not None and crew.result.outcome == "met"
        assert all(event.reason for event in of_kind(events, CriticChose)), "every choice is explained"
    assert met["critic"] >= met["alone"] + 4, met


async def test_every_proposal_is_logged_and_only_the_chosen_one_is_said(
    crew: Crew, knowledge: Knowledge
) -> None:
    events = await crew.play("run", critic=RuleCritic(knowledge))
    proposed, chose, said = (of_kind(events, kind) for kind in (CandidateProposed, CriticChose, Said))
    assert len(proposed) == OPTIONS * len(said)
    assert len(chose) == len(said)
    for choice, line in zip(chose, said, strict=True):
        options = [one for one in proposed if one.seq < choice.seq][-OPTIONS:]
        assert [one.option for one in options] == [1, 2, 3, 4, 5, 6]
        assert line.text == options[choice.option - 1].text
        assert choice.seq in line.cause
        assert choice.cause[0] == options[choice.option - 1].seq
        assert (choice.agent, choice.by) == (line.agent, "rule")


async def test_the_reason_reaches_the_speaker_and_nobody_else(crew: Crew) -> None:
    critic = Fixed(CriticChoice(option=2, reason="because the moon is full"))
    await crew.play("run", critic=critic, turns=4)
    first = next(view.agent for view in critic.seen)
    told = [prompt for prompt in crew.model.prompts if "because the moon is full" in prompt]
    assert told
    assert all(prompt in told or "WHY THE CRITIC CHOSE" not in prompt for prompt in crew.model.prompts)
    mine = [prompt for prompt in crew.model.prompts if f"You are {first}" in prompt]
    assert "because the moon is full" not in mine[0]
    assert any("because the moon is full" in prompt for prompt in mine[1:])


@pytest.mark.parametrize(
    ("choice", "outcome"),
    [
        (CriticChoice(option=None, reason="hm"), "unreadable"),
        (CriticChoice(option=9, reason="nine"), "out_of_range"),
        (CriticChoice(option=0, reason="zero"), "out_of_range"),
        (CriticChoice(unanswered=True, reason="timeout"), "unanswered"),
    ],
)
async def test_a_choice_that_fails_has_a_name_and_falls_back_to_the_first(
    crew: Crew, choice: CriticChoice, outcome: str
) -> None:
    events = await crew.play("run", critic=Fixed(choice))
    chose = [event for event in of_kind(events, CriticChose) if event.outcome != "identical"]
    assert chose
    for event in chose:
        assert (event.outcome, event.option, event.reason) == (outcome, 1, choice.reason)
    assert not any("WHY THE CRITIC CHOSE" in prompt for prompt in crew.model.prompts)


async def test_without_a_critic_nothing_is_proposed(crew: Crew) -> None:
    events = await crew.play("run")
    assert not of_kind(events, CandidateProposed)
    assert not of_kind(events, CriticChose)
    speaks = [event for event in of_kind(events, ModelCalled) if event.purpose == "speak"]
    assert len(speaks) == len(of_kind(events, Said))


def view_of(*options: str) -> CriticView:
    return CriticView(
        agent="Alice",
        team=("Alice", "Bob"),
        goal={"paper": 3},
        round=1,
        role="critic",
        criteria="improving the task performance",
        options=options,
    )


async def ask_model(path: Path, *answers: str) -> tuple[CriticChoice, ScriptedModel]:
    model = ScriptedModel([*answers])
    with Log.create(path) as log:
        choice = await LLMCritic(Caller(model, log)).choose(view_of("I cut cane.", "I sing."))
    return choice, model


async def test_a_model_is_told_once_what_was_wrong_and_then_it_is_unreadable(tmp_path: Path) -> None:
    good = json.dumps({"option": 2, "why": "singing helps"})
    choice, model = await ask_model(tmp_path / "1", json.dumps({"option": 7, "why": "seven"}), good)
    assert (choice.option, choice.reason) == (2, "singing helps")
    assert "Option 1: I cut cane." in model.asked[0]
    assert "improving the task performance" in model.asked[0]
    choice, _ = await ask_model(tmp_path / "2", "the second", "the second, I said")
    assert (choice.option, choice.unanswered) == (None, False)
    assert choice.reason


async def test_a_rule_prefers_what_the_goal_needs(knowledge: Knowledge) -> None:
    critic = RuleCritic(knowledge)
    choice = await critic.choose(view_of("I dig for diamonds.", "I cut 3 sugar cane.", "I cut 3 sugar cane!"))
    assert choice.option == 2
    assert choice.reason == "it names sugar cane, which the goal needs"


@pytest.mark.parametrize(
    ("typed", "option", "reason"),
    [
        ("2, because it is shorter", 2, "because it is shorter"),
        ("Option 1: clear", 1, "Option 1: clear"),
        ("the second", None, "the second"),
        ("3", 3, "no reason was typed"),
    ],
)
async def test_a_person_types_a_number_and_a_reason(typed: str, option: int | None, reason: str) -> None:
    async def choose(view: CriticView) -> str | None:
        return typed

    choice = await HumanCritic(choose).choose(view_of("a", "b", "c"))
    assert (choice.option, choice.unanswered) == (option, False)
    if option != 1:
        assert choice.reason == reason


async def test_alike_proposals_need_no_choice(crew: Crew) -> None:
    critic = Fixed(CriticChoice(option=2, reason="x"))
    events = await crew.play("run", critic=critic, bad=1)
    chose = of_kind(events, CriticChose)
    assert chose
    assert {(event.outcome, event.option, event.reason) for event in chose} == {("identical", 1, ALIKE)}
    assert critic.seen == []
