"""Programs and sub-tasks that models write: what is run, fixed, kept and refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from minecrew.agents import (
    Task,
    goal_task,
)
from minecrew.game import VERSION
from minecrew.runlog import (
    ModelCalled,
    ProgramWritten,
    SkillEnded,
    SkillKept,
    SkillStarted,
)

from .llm_crew import LLMCrew
from .planner import Planner, attempt


def one_round(task: Task) -> Task:
    return task.model_copy(update={"limits": task.limits.model_copy(update={"rounds": 1})})


JS = """/**
 * Makes planks of {n} logs.
 * @keywords wood
 */
async function {name} (bot) {{
  await mineBlock(bot)
}}
"""


def of(stage: str) -> str:
    return {"act": "What do you run now?", "verify": "Is it done?"}[stage]


async def test_a_program_that_was_verified_is_kept_and_one_that_failed_is_not(crew: LLMCrew) -> None:
    """Facts cannot tell here, so the critic is asked; the fake world knows `seek` alone of these names."""
    critic = iter([False, True])

    def answer(prompt: str) -> str:
        if "say now?" in prompt:
            return json.dumps({"say": "I look around. [END]"})
        if "Now write one line for each member" in prompt:
            return json.dumps({"Alice": "Look around 1 time."})
        if "Now give the sub-tasks" in prompt:
            steps = [{"text": "look around", "kind": "other", "item": "", "count": 0, "who": ""}]
            return json.dumps({"reason": "", "refuses": "", "subtasks": steps})
        if of("act") in prompt:
            return json.dumps(
                attempt(
                    "write", name="seek", code=JS.format(n=2, name="seek"), arguments='[["cow"], [1, 0, 0]]'
                )
            )
        return json.dumps({"why": "I saw it", "done": next(critic)})

    events = await crew(one_round(goal_task({"oak_planks": 1}, agents=1)), answer)
    written = [event for event in events if isinstance(event, ProgramWritten)]
    assert [(event.name, event.summary) for event in written] == [("seek", "Makes planks of 2 logs.")] * 2
    started = [event for event in events if isinstance(event, SkillStarted)]
    assert [event.cause[-1] for event in started] == [event.seq for event in written]
    (kept,) = [event for event in events if isinstance(event, SkillKept)]
    assert (kept.name, kept.path) == ("seek", "skills/seek.js")
    ended = [event for event in events if isinstance(event, SkillEnded)]
    assert kept.cause[0] == ended[-1].seq
    assert (crew.path / kept.path).read_text() == JS.format(n=2, name="seek").strip()
    assert crew.world is not None
    assert crew.world.library.get("seek") is not None


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        (attempt("call"), "to call a skill, give its name"),
        (attempt("call", skill="danceAround"), "there is no skill 'danceAround'"),
        (
            attempt("call", skill="goTo", arguments="8, 5, 8"),
            "arguments must be a string that contains a JSON list",
        ),
        (
            attempt("call", skill="goTo", arguments='{"x": 8}'),
            "arguments must be a string that contains a JSON list",
        ),
        (
            attempt("call", skill="goTo", arguments="[" * 9999 + "]" * 9999),
            "arguments must be a string that contains a JSON list",
        ),
        (
            attempt("call", skill="goTo", arguments="[NaN]"),
            "arguments must be a string that contains a JSON list",
        ),
        (
            attempt("call", skill="goTo", arguments="[1e999]"),
            "arguments must be a string that contains a JSON list",
        ),
        (
            attempt("call", skill="goTo", arguments='["\\ud800"]'),
            "arguments must be a string that contains a JSON list",
        ),
        (
            attempt("call", skill="goTo", arguments="[100000000000000000000]"),
            "arguments must be a string that contains a JSON list",
        ),
        (attempt("call", skill="goTo", arguments="[8, 5, 8]", seconds=float("nan")), "seconds: Input should"),
        (attempt("refuse", reason=""), "a refusal needs a reason"),
        (attempt("write", name="", code="x"), "cannot be the name of a program"),
        (attempt("write", name="bot", code=JS.format(n=1, name="bot")), "cannot be the name of a program"),
        (attempt("write", name="Math", code=JS.format(n=1, name="Math")), "cannot be the name of a program"),
        (attempt("write", name="chop", code=JS.format(n=1, name="hew")), "has no function 'chop'"),
        (attempt("write", name="chop", code="async function chop (bot) {}"), "has no JSDoc sentence"),
        (attempt("write", name="goTo", code=JS.format(n=1, name="goTo")), "a skill goTo already exists"),
    ],
)
async def test_what_cannot_be_run_is_mended_before_it_is_tried(
    crew: LLMCrew, answer: dict[str, Any], wrong: str
) -> None:
    planner = Planner(crew.knowledge)

    def model(prompt: str) -> str:
        asked = of("act") in prompt and "That could not be read" not in prompt
        return json.dumps(answer) if asked else planner(prompt)

    events = await crew(goal_task({"paper": 2}, agents=2), model)
    acts = [event for event in events if isinstance(event, ModelCalled) and event.purpose == "act"]
    assert wrong in (acts[0].message or "")
    assert {event.outcome for event in acts if event.attempt == 1} == {"unreadable"}
    assert crew.result is not None
    assert crew.result.outcome == "met"


@pytest.mark.parametrize(
    ("step", "wrong"),
    [
        ({"item": "oak_plank"}, f"there is no 'oak_plank' in Minecraft {VERSION}; did you mean oak_planks"),
        ({"count": 0}, "needs a count of 1 or more"),
        ({"count": 10**20}, "a count may be at most 10,000"),
        ({"item": ""}, "needs an item"),
        ({"kind": "give"}, "needs the name of a member"),
        ({"kind": "give", "who": "Zoe"}, "who: Input should be"),
        ({"kind": "give", "who": "Alice"}, "who: Input should be"),  # herself
        (None, "give either sub-tasks, or a reason in 'refuses'"),
    ],
)
async def test_a_sub_task_is_about_what_there_is(
    crew: LLMCrew, step: dict[str, Any] | None, wrong: str
) -> None:
    planner = Planner(crew.knowledge)
    whole = {"text": "hold 4 oak planks", "kind": "have", "item": "oak_planks", "count": 4, "who": ""}
    steps = [] if step is None else [whole | step]

    def model(prompt: str) -> str:
        asked = "Now give the sub-tasks of Alice" in prompt and "That could not be read" not in prompt
        return json.dumps({"reason": "", "refuses": "", "subtasks": steps}) if asked else planner(prompt)

    events = await crew(one_round(goal_task({"paper": 2}, agents=2)), model)
    messages = [e.message or "" for e in events if isinstance(e, ModelCalled) and e.purpose == "decompose"]
    assert wrong in " ".join(messages)
