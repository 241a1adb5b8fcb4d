"""A team that says together that its goal cannot be reached ends the run, with its reasons."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minecrew.agents import goal_task, read_norms
from minecrew.agents.discussion import doubts
from minecrew.agents.norms import norms_text
from minecrew.agents.views import TalkLine
from minecrew.runlog import DiscussionEnded, Refused, RoundStarted, RunEnded, RunStarted, UserError

from .llm_crew import LLMCrew
from .planner import Planner

WHY = "no sheep within 100 blocks to the north and south"


async def play(crew: LLMCrew, *who: str, structure: str = "horizontal") -> list[object]:
    """A run of at most three rounds in whose second talk those in `who` give up."""
    plays = Planner(crew.knowledge)

    def answer(prompt: str) -> str:
        if "What will you, " not in prompt:
            return (
                json.dumps({"reason": "", "refuses": "it is dark", "subtasks": []})
                if ("Now give the sub-tasks of" in prompt)
                else plays(prompt)
            )
        said = json.loads(plays(prompt))
        agent = prompt.split("You are ", 1)[1].split(",", 1)[0]
        if "ROUND 2" in prompt and agent in who:
            said = {"say": "There are no sheep anywhere.", "asks": [], "impossible": WHY}
        return json.dumps(said)

    task = goal_task({"paper": 1}, agents=2)
    limits = task.limits.model_copy(update={"rounds": 3})
    team = task.team.model_copy(update={"discussion": structure})
    return list(await crew(task.model_copy(update={"limits": limits, "team": team}), answer))


@pytest.mark.parametrize(
    ("structure", "who"),
    [
        ("horizontal", ("Alice", "Bob")),
        ("vertical", ("Alice", "Bob")),
        ("roleplay", ("Alice", "Bob")),
        ("solo", ("Alice",)),
    ],
)
async def test_the_run_ends_as_impossible(crew: LLMCrew, structure: str, who: tuple[str, ...]) -> None:
    events = await play(crew, *who, structure=structure)
    ended = [event for event in events if isinstance(event, DiscussionEnded)]
    assert ended[-1].reason == "impossible"
    refused = [event for event in events if isinstance(event, Refused) and event.round == 2]
    assert [(event.agent, event.reason) for event in refused] == [(name, WHY) for name in who]
    assert isinstance(events[-1], RunEnded)
    assert (events[-1].outcome, events[-1].exit_code, events[-1].reason) == ("impossible", 1, WHY)
    assert sum(isinstance(event, RoundStarted) for event in events) == 2


async def test_one_alone_gives_up_nothing(crew: LLMCrew) -> None:
    events = await play(crew, "Bob")
    assert isinstance(events[-1], RunEnded)
    assert events[-1].outcome == "not_met"
    assert sum(isinstance(event, RoundStarted) for event in events) == 3


def test_who_speaks_again_without_saying_so_has_hope() -> None:
    lines = [
        TalkLine(speaker="Alice", text="No.", impossible=WHY),
        TalkLine(speaker="Bob", text="No.", impossible=WHY),
        TalkLine(speaker="Alice", text="There was one after all."),
    ]
    assert list(doubts(lines[:2])) == ["Alice", "Bob"]
    assert list(doubts(lines)) == ["Bob"]


@pytest.mark.parametrize("norms", ["none", "property", "Leave the library alone."])
async def test_norms_stand_in_the_prompts_and_in_the_log(crew: LLMCrew, norms: str) -> None:
    asked: list[str] = []
    plays = Planner(crew.knowledge)

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return plays(prompt)

    task = goal_task({"paper": 1}, agents=2)
    events = await crew(
        task.model_copy(update={"team": task.team.model_copy(update={"norms": norms})}), answer
    )
    text = norms_text(norms)
    assert isinstance(events[0], RunStarted)
    assert events[0].norms == (text or None)
    told = [prompt for prompt in asked if "secretary" not in prompt]
    assert {f"NORMS\n{text}\n\n" in prompt for prompt in told} == {norms != "none"}
    assert {"NORMS" in prompt for prompt in told} == {norms != "none"}


def test_norms_can_be_the_text_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "norms.md"
    file.write_text("Leave the library alone.\n")
    assert read_norms(str(file)) == "Leave the library alone."
    assert [read_norms(name) for name in ("none", "property")] == ["none", "property"]
    with pytest.raises(UserError, match=r"norms = 'propperty' cannot be read; give none, prop"):
        read_norms("propperty")
    file.write_text("")
    with pytest.raises(UserError, match="the text has 0 characters; give 1 to 4000"):
        read_norms(str(file))
