"""Answers of a model with one value changed at random: the run goes on, and its log can be read."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from minecrew.agents import Knowledge, goal_task, structures
from minecrew.agents.task import Team
from minecrew.runlog import read_events

from .conftest import MEADOW
from .llm_crew import LLMCrew
from .planner import Planner

STRUCTURES = tuple(structures())
ODD: tuple[Any, ...] = (
    *(0, -1, 0.5, 1e308, 10**20, -(10**20), 1 << 63, 10**400, float("nan"), float("inf"), True, None),
    *(
        "",
        " ",
        "x" * 5000,
        "\ud800",
        "\u0000",
        "\u202e",
        "__proto__",
        "constructor",
        "<script>",
        "\x1b[31m",
        "```",
    ),
    *(
        [],
        {},
        [[]],
        [None],
        ["x"],
        [10**20],
        {"": 1},
        [1, 2],
        [1, 2, 3, 4],
        ["Alice", "Alice"],
        "null",
        "[1e999]",
    ),
    *("Zoe", "Alice", "paper", "oak_log", "[END]"),
)
LISTS = (
    "[1" + "0" * 30 + "]",
    '["paper", {"x": ' + "9" * 30 + "}]",
    "[[[[]]]]",
    "[null]",
    '["paper", -1]',
    "[1e300]",
)
"""For `arguments`, which are JSON in a text."""
SHARE = 0.3
"""The share of answers that are changed."""


def places(value: Any) -> list[tuple[Any, Any]]:
    """Each value inside, by what holds it and its key."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = []
    for key, inner in list(pairs):
        found += [(value, key), *places(inner)]
    return found


def change(answer: str, chance: random.Random) -> str:
    try:
        value = json.loads(answer)
    except ValueError:
        return answer
    inside = places(value)
    if not inside:
        return answer
    at = chance.choice(
        sorted({str(key) for _, key in inside})
    )  # so that long lists are not all that is changed
    holder, key = chance.choice([one for one in inside if str(one[1]) == at])
    match chance.randrange(6):
        case 0 if isinstance(holder, dict):
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.extend([holder[key]] * chance.choice((1, 5, 60)))
        case _:
            holder[key] = chance.choice(LISTS if key == "arguments" else ODD)
    return json.dumps(value)


async def play(path: Path, knowledge: Knowledge, seed: int) -> LLMCrew:
    chance, planner = random.Random(seed), Planner(knowledge, at_once=seed % 2 == 0)
    crew = LLMCrew(path, knowledge, MEADOW)

    def model(prompt: str) -> str:
        answer = planner(prompt)
        return change(answer, chance) if chance.random() < SHARE else answer

    team = Team(discussion=STRUCTURES[seed % len(STRUCTURES)], idle="ask" if seed % 3 == 0 else "wait")
    task = goal_task({"bookshelf": 1}, agents=3).model_copy(update={"team": team})
    await crew(task, model)
    return crew


@pytest.mark.parametrize(
    "seed", [*range(12), *(pytest.param(n, marks=pytest.mark.soak) for n in range(12, 400))]
)
async def test_no_answer_ends_a_run(tmp_path: Path, knowledge: Knowledge, seed: int) -> None:
    crew = await play(tmp_path / "run", knowledge, seed)
    assert crew.result is not None
    assert crew.result.outcome != "fault"
    assert read_events(tmp_path / "run").problems == ()
