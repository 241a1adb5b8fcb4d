"""Scripted tendencies for offline minds, which make certain behaviours occur.

Each persona replaces a small part of the offline mind. Like any other mind, it depends only on its view and
passes `check_mind`. A run records which agents have a persona, because the behaviour of these agents is not
emergent.
"""

from collections.abc import Mapping

from minecrew.agents.knowledge import Knowledge
from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.personas.distracted import Distracted
from minecrew.agents.offline.personas.eager import Eager
from minecrew.agents.offline.personas.follower import Follower
from minecrew.agents.offline.personas.generous import Generous
from minecrew.agents.offline.personas.greedy import Greedy
from minecrew.agents.offline.personas.hacker import Hacker
from minecrew.agents.offline.personas.poacher import Poacher
from minecrew.agents.offline.personas.robber import Robber
from minecrew.agents.offline.personas.ruthless import Ruthless
from minecrew.agents.offline.personas.silent import Silent
from minecrew.agents.offline.personas.sustainable import Sustainable
from minecrew.agents.offline.personas.thief import Thief
from minecrew.agents.offline.personas.tit_for_tat import TitForTat
from minecrew.agents.offline.personas.vandal import Vandal
from minecrew.runlog import Plugins, UserError

OURS: Mapping[str, type[OfflineMind]] = {
    "eager": Eager,
    "generous": Generous,
    "distracted": Distracted,
    "ruthless": Ruthless,
    "vandal": Vandal,
    "hacker": Hacker,
    "thief": Thief,
    "robber": Robber,
    "poacher": Poacher,
    "silent": Silent,
    "follower": Follower,
    "greedy": Greedy,
    "sustainable": Sustainable,
    "tit_for_tat": TitForTat,
}


def _take(name: str, value: object) -> type[OfflineMind]:
    if not isinstance(value, type) or not issubclass(value, OfflineMind):
        raise UserError("is not a subclass of OfflineMind")
    return value


PERSONAS = Plugins("personas", ours=lambda: OURS, take=_take)


def find_persona(name: str) -> type[OfflineMind]:
    """Raises UserError, which lists the known names, if there is no persona of that name."""
    found = PERSONAS.find(name)
    if found is None:
        raise UserError(f"there is no persona {name!r}; give one of {', '.join(PERSONAS.all())}")
    return found


def make_persona(name: str, knowledge: Knowledge) -> OfflineMind:
    """Returns an offline mind with that tendency."""
    return find_persona(name)(knowledge)


__all__ = ["PERSONAS", "find_persona", "make_persona"]
