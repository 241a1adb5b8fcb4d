"""The models of a fork: where they are asked, and what happens if they cannot be asked."""

from __future__ import annotations

import pytest

from minecrew.agents import MindSpec, Task, goal_task
from minecrew.forks.play import asked_at
from minecrew.options import ReaderTable
from minecrew.run.fork_change import changed_task
from minecrew.run.minds import model_specs
from minecrew.runlog import ForkChange, UserError

STRANGER = "http://evil.example/v1"
OWN = "http://127.0.0.1:1/v1"
MODEL = ForkChange(kind="mind", agent="Alice", value="openai:m")


def task(mind: MindSpec, reader: ReaderTable | None = None) -> Task:
    update = {"mind": mind, "reader": reader or ReaderTable()}
    return goal_task({"paper": 3}, agents=2).model_copy(update=update)


def places(one: Task) -> set[str | None]:
    """The endpoints of the models that are asked after the fork."""
    return {spec.base_url for spec in model_specs(changed_task(one, MODEL))}


def test_a_new_model_is_asked_at_the_given_endpoint() -> None:
    offline = task(MindSpec())
    assert places(asked_at(offline, OWN, [MODEL])) == {OWN}
    assert places(asked_at(offline, None, [MODEL])) == {None}


def test_a_new_model_is_not_asked_at_the_address_of_an_offline_mind() -> None:
    stranger = task(MindSpec(kind="offline", base_url=STRANGER))
    assert asked_at(stranger, None, [None]) == stranger  # no model is asked
    with pytest.raises(UserError, match="give --base-url"):
        asked_at(stranger, None, [None, MODEL])
    assert places(asked_at(stranger, OWN, [None, MODEL])) == {OWN}


def test_an_address_of_a_mind_without_a_kind_is_replaced_too() -> None:
    crew = task(MindSpec(kind="openai", model="m"))
    first = crew.agents[0].model_copy(update={"mind": MindSpec(base_url=STRANGER)})
    crew = crew.model_copy(update={"agents": (first, *crew.agents[1:])})
    with pytest.raises(UserError, match="give --base-url"):
        asked_at(crew, None)
    assert {spec.base_url for spec in model_specs(asked_at(crew, OWN))} == {OWN}


def test_the_reader_of_a_stranger_is_not_asked_unless_told() -> None:
    crew = task(MindSpec(), ReaderTable(kind="model", model="m", base_url=STRANGER))
    with pytest.raises(UserError, match=f"give --base-url {STRANGER}"):
        asked_at(crew, None)
    assert asked_at(crew, OWN).reader.base_url == OWN
    assert asked_at(task(MindSpec()), OWN).reader == ReaderTable()
