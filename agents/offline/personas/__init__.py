"""Bents that an offline mind can be given, so that a behaviour is sure to come about.

Each is the plain mind with a little of it replaced, a function of its view like any other, and passes
`check_mind`. A run says which agents have one: what they do did not emerge.
"""

from minecrew.agents.knowledge import Knowledge
from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.personas.distracted import Distracted
from minecrew.agents.offline.personas.eager import Eager
from minecrew.agents.offline.personas.follower import Follower
from minecrew.agents.offline.personas.generous import Generous
from minecrew.agents.offline.personas.ruthless import Ruthless
from minecrew.agents.offline.personas.silent import Silent
from minecrew.agents.offline.personas.vandal import Vandal
from minecrew.agents.task import PersonaName

PERSONAS: dict[PersonaName, type[OfflineMind]] = {
    "eager": Eager,
    "generous": Generous,
    "distracted": Distracted,
    "ruthless": Ruthless,
    "vandal": Vandal,
    "silent": Silent,
    "follower": Follower,
}


def make_persona(name: PersonaName, knowledge: Knowledge) -> OfflineMind:
    """The offline mind with that bent."""
    return PERSONAS[name](knowledge)


__all__ = ["PERSONAS", "make_persona"]
