"""Bents that an offline mind can be given, so that a behaviour is sure to come about.

Each is the plain mind with a little of it replaced, a function of its view like any other, and passes
`check_mind`. A run says which agents have one: what they do did not emerge.
"""

from agents.knowledge import Knowledge
from agents.offline.mind import OfflineMind
from agents.offline.personas.distracted import Distracted
from agents.offline.personas.eager import Eager
from agents.offline.personas.follower import Follower
from agents.offline.personas.generous import Generous
from agents.offline.personas.ruthless import Ruthless
from agents.offline.personas.silent import Silent
from agents.offline.personas.vandal import Vandal
from agents.task import PersonaName

PERSONAS: dict[PersonaName, type[OfflineMind]] = {
    "eager": Eager,
    "generous": Generous,
    "distracted": Distracted,
    "ruthless": Ruthless,
    "vandal": Vandal,
    "silent": Silent,
    "follower": Follower,
}


def make_persona(name: PersonaName, rules: Knowledge) -> OfflineMind:
    """The offline mind with that bent."""
    return PERSONAS[name](rules)


__all__ = ["PERSONAS", "make_persona"]
