"""The examples of skills, as their JSDoc has them: a few here, all of them in `make soak`."""

from __future__ import annotations

import pytest

from minecrew.skill_tools.trial import run_trial
from minecrew.skills import Library

SAMPLE = ("giveItem", "pickUp")
"""One with two bots, one that is prepared; one that gains is tried in minecrew/test_trials.py."""
LIBRARY = Library()


async def passes(name: str, **changed: int) -> None:
    skill = LIBRARY.get(name)
    assert skill is not None
    assert skill.trial is not None
    result = await run_trial(skill, skill.trial.model_copy(update=changed), LIBRARY)
    assert result.problem == "", f"{result.problem} {result.failure}"


@pytest.mark.parametrize("name", SAMPLE)
async def test_an_example_passes(name: str) -> None:
    await passes(name)


@pytest.mark.soak
@pytest.mark.parametrize("name", [skill.name for skill in LIBRARY.all() if skill.name not in SAMPLE])
async def test_every_other_example_passes(name: str) -> None:
    await passes(name)


@pytest.mark.soak
@pytest.mark.parametrize("name", [skill.name for skill in LIBRARY.all()])
async def test_every_example_passes_in_another_world(name: str) -> None:
    await passes(name, seed=2)


def test_every_skill_has_an_example() -> None:
    assert [skill.name for skill in LIBRARY.all() if skill.trial is None] == []
