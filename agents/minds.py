"""The kinds of mind there are: the offline one, a model behind an endpoint, and those of plug-ins.

A kind is a function that makes the mind of one agent for one run; `check_mind` is the test for what it makes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from minecrew.agents.knowledge import Knowledge
from minecrew.agents.llm import Caller, LLMMind
from minecrew.agents.mind import Mind
from minecrew.agents.offline import OfflineMind
from minecrew.agents.offline.personas import make_persona
from minecrew.agents.task import Task
from minecrew.runlog import Plugins, UserError
from minecrew.skills import Library


@dataclass(frozen=True)
class MindSetting:
    """Whose mind it is, and what that agent knows from the start."""

    agent: str
    task: Task
    knowledge: Knowledge
    library: Library
    caller: Caller | None = None
    """Asks the agent's model; None if the task names no model for it."""


MindMaker = Callable[[MindSetting], Mind]


def _offline(setting: MindSetting) -> Mind:
    persona = setting.task.personas.get(setting.agent)
    return make_persona(persona, setting.knowledge) if persona else OfflineMind(setting.knowledge)


def _openai(setting: MindSetting) -> Mind:
    assert setting.caller is not None  # `MindSpec.check` has refused it
    return LLMMind(setting.caller, setting.knowledge, setting.library)


OURS: Mapping[str, MindMaker] = {"offline": _offline, "openai": _openai}


def _take(name: str, value: object) -> MindMaker:
    if not callable(value):
        raise UserError("is not a function that makes a mind")
    return value


MINDS = Plugins("minds", ours=lambda: OURS, take=_take)


def find_mind(kind: str) -> MindMaker:
    """Raises UserError with the kinds there are."""
    found = MINDS.find(kind)
    if found is None:
        *names, last = MINDS.all()
        raise UserError(f"{kind!r} is not a mind; give {', '.join(names)} or {last}")
    return found


def make_mind(kind: str, setting: MindSetting) -> Mind:
    """Raises UserError if a plug-in makes none."""
    make = find_mind(kind)
    record = MINDS.record(kind)
    if record is None:
        return make(setting)
    try:
        mind = make(setting)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise UserError(
            f"{record.title} does not make a mind for {setting.agent} ({why}); correct it"
        ) from error
    if not all(callable(getattr(mind, name, None)) for name in ("speak", "decompose", "act", "verify")):
        raise UserError(
            f"{record.title} does not make a mind for {setting.agent}; correct it: `check_mind` tests one"
        )
    return mind
