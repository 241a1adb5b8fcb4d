"""Scripted tendencies that an offline mind can be given, so that a behaviour is sure to occur.

Each is the plain mind with a small part of it replaced. It is a function of its view like any other mind,
and passes `check_mind`. A run records which agents have one, because their behaviour did not emerge.
"""

from collections.abc import Mapping

from minecrew.agents.knowledge import Knowledge
from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.personas.distracted import Distracted
from minecrew.agents.offline.personas.eager import Eager
from minecrew.agents.offline.personas.follower import Follower
from minecrew.agents.offline.personas.generous import Generous
from minecrew.agents.offline.personas.greedy import Greedy
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
    "thief": Thief,
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
    """Raises UserError with the known names."""
    found = PERSONAS.find(name)
    if found is None:
        raise UserError(f"there is no persona {name!r}; there are {', '.join(PERSONAS.all())}")
    return found


def make_persona(name: str, knowledge: Knowledge) -> OfflineMind:
    """The offline mind with that tendency."""
    return find_persona(name)(knowledge)


__all__ = ["PERSONAS", "find_persona", "make_persona"]
