"""Tells skills in a bot's process how to get more of an item."""

from __future__ import annotations

import math
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from minecrew.agents.knowledge import Knowledge
from minecrew.agents.planning.costs import Costs
from minecrew.agents.planning.expansion import Expansion
from minecrew.agents.planning.needs import STATIONS, Craft, Needs, in_order
from minecrew.bridge import Observation
from minecrew.game import DISTANCES

MOST = 2304
"""Maximum number of an item in one plan: as many as fit into an inventory."""


class Question(BaseModel):
    """The question that `bot.planFor` sends. The item comes from a program, so it may be any text."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    item: str
    count: int = Field(ge=1, le=MOST)
    barred: tuple[str, ...]
    """The items that could not be gathered here."""
    observation: Observation


class SkillPlanner:
    """Answers the questions of all bots of one world. `Bridge.counsel` is set to an object of this class."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge

    def __call__(self, method: str, params: dict[str, Any]) -> dict[str, Any] | None:
        """Returns the steps or, in `lacking`, the items that the world does not yield. Returns None if the
        item or amount is invalid.
        """
        try:
            question = Question.model_validate(params)
        except ValueError:
            return None
        if method != "plan" or question.item not in self._knowledge.items:
            return None
        seen = distances(question.observation)
        held = dict(question.observation.inventory)
        held.pop(question.item, None)  # so many more
        standing = [name for name in STATIONS if seen.get(name, math.inf) <= DISTANCES["stations"]]
        expansion = Expansion(Costs(self._knowledge, seen, question.barred), held, standing)
        expansion.get(question.item, question.count)
        needs = expansion.needs()
        needs.steps = in_order(needs.steps, held, standing)
        lacking = {
            item: count
            for item, count in needs.lacking.items()
            if item in question.barred or item not in self._knowledge.sources
        }
        return {"steps": [] if lacking else self._told(needs), "lacking": lacking}

    def _told(self, needs: Needs) -> list[dict[str, Any]]:
        """The steps in the form in which `make` carries them out."""
        told: list[dict[str, Any]] = []
        for step in needs.steps:
            if not isinstance(step, Craft):
                told.append({"gather": step.item, "count": step.count, "source": self._source(step.item)})
            elif step.fuel:
                (part,) = step.recipe.needs
                told.append({"smelt": part, "fuel": step.fuel.item, "count": step.times})
            else:
                told.append({"craft": step.item, "times": step.times, "table": step.recipe.table})
        return told

    def _source(self, item: str) -> dict[str, Any]:
        """All sources of it, in the form in which `gatherRaw` takes them."""
        natural = self._knowledge.sources[item]
        mobs = [source.name for source in natural if source.kind == "mob"]
        if mobs:
            return {"mob": mobs[0], "chance": True}
        blocks = [source.name for source in natural if source.kind == "block"]
        drops = [
            drop for name in blocks[:1] for drop in self._knowledge.blocks[name].drops if drop.item == item
        ]
        return {"blocks": blocks, "chance": any(drop.chance < 1 or drop.min < 1 for drop in drops)}


def distances(observation: Observation) -> dict[str, float]:
    """Returns the blocks and mobs in sight, with the distance of the nearest of each in blocks. A kind of mob
    is left out if every mob of that kind belongs to somebody.
    """
    spots = {**observation.blocks, **observation.free_mobs}
    return {name: math.dist(spot.nearest, observation.position) for name, spot in spots.items()}
