"""Budgets of tokens and money, and the prices behind them."""

from __future__ import annotations

from pathlib import Path

import pytest

from minecrew.agents import (
    Budget,
    ModelCall,
    ModelMessage,
    Price,
    Task,
    goal_task,
    read_prices,
)
from minecrew.runlog import (
    ModelCalled,
    UserError,
)

from .llm_crew import LLMCrew
from .planner import Planner


def one_round(task: Task) -> Task:
    return task.model_copy(update={"limits": task.limits.model_copy(update={"rounds": 1})})


async def test_a_budget_of_tokens_ends_the_run_with_its_reason(crew: LLMCrew) -> None:
    asked = 0
    planner = Planner(crew.knowledge)

    def model(prompt: str) -> str:
        nonlocal asked
        asked += 1
        return planner(prompt)

    budget = Budget(max_tokens=40000)
    events = await crew(goal_task({"bookshelf": 1}), model, budget=budget)
    assert crew.result is not None
    assert (crew.result.outcome, crew.result.exit_code) == ("not_met", 1)
    assert crew.result.reason.startswith("the budget of 40000 tokens is used up")
    assert [event.kind for event in events[-2:]] == ["evaluated", "run.ended"]
    calls = [event for event in events if isinstance(event, ModelCalled)]
    assert len(calls) == asked
    assert 40000 <= budget.tokens < 40000 + 3 * 5000  # what was under way, one for each agent
    begun = sum(event.kind == "subtask.started" for event in events)
    assert begun == sum(event.kind == "subtask.ended" for event in events)


async def test_a_budget_of_money_counts_by_the_prices(crew: LLMCrew, tmp_path: Path) -> None:
    path = tmp_path / "prices.toml"
    path.write_text("[function]\ninput = 2.5\noutput = 10\n")
    prices = read_prices(path, ["function"])
    assert prices == {"function": Price(input=2.5, output=10)}
    budget = Budget(max_usd=0.02, prices=prices)
    await crew(goal_task({"bookshelf": 1}), Planner(crew.knowledge), budget=budget)
    assert crew.result is not None
    assert crew.result.reason.startswith("the budget of 0.02 USD is used up (0.0")
    assert budget.tokens * 2.5e-6 < budget.usd < budget.tokens * 10e-6


def test_a_budget_takes_the_endpoints_count_or_characters() -> None:
    sent = (ModelMessage(role="user", content=400 * "x"),)
    budget = Budget(max_tokens=1000, prices={"m": Price(input=2, output=10)})
    budget.add("m", ModelCall("answered", 1.0, sent=sent, text=80 * "y"))
    assert (budget.tokens, round(budget.usd, 9)) == (120, 0.0004)
    budget.add("m", ModelCall("unreadable", 1.0, "odd", 700, 30, sent, "z"))
    assert (budget.tokens, round(budget.usd, 9)) == (850, 0.0021)
    budget.add("m", ModelCall("failed", 1.0, "no connection", sent=sent))
    assert budget.tokens == 850
    assert budget.spent is None
    budget.add("other", ModelCall("answered", 1.0, "", 150, 0, sent, "z"))
    assert budget.spent == "the budget of 1000 tokens is used up (1000 used)"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("[m]\ninput = 1\n", "no price at 'm.output'"), ("[m", "not valid TOML"), ("", "no price for 'm'")],
)
def test_prices_that_are_none_are_told(tmp_path: Path, text: str, wrong: str) -> None:
    path = tmp_path / "prices.toml"
    path.write_text(text)
    with pytest.raises(UserError, match=wrong):
        read_prices(path, ["m"])
