"""The kinds of minds: the offline mind, a model behind an endpoint, a seat, and those of plug-ins.

A kind is a function that creates the mind of one agent for one run. `check_mind` tests such a mind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module

from minecrew.agents.knowledge import Knowledge
from minecrew.agents.llm import Caller, LLMMind, SeatMind
from minecrew.agents.mind import Mind
from minecrew.agents.offline import OfflineMind
from minecrew.agents.offline.personas import make_persona
from minecrew.agents.plugin_names import CLASS
from minecrew.agents.task import Task
from minecrew.runlog import Plugins, UserError
from minecrew.skills import Library


@dataclass(frozen=True)
class MindSetting:
    """The agent whose mind is created, with the knowledge that it has from the start."""

    agent: str
    task: Task
    knowledge: Knowledge
    library: Library
    caller: Caller | None = None
    """The caller for the agent's model or seat; None if the agent has neither."""


MindMaker = Callable[[MindSetting], Mind]


def _offline(setting: MindSetting) -> Mind:
    persona = setting.task.personas.get(setting.agent)
    return make_persona(persona, setting.knowledge) if persona else OfflineMind(setting.knowledge)


def _openai(setting: MindSetting) -> Mind:
    assert setting.caller is not None  # `MindSpec.check` has refused it
    return LLMMind(setting.caller, setting.knowledge, setting.library)


def _seat(setting: MindSetting) -> Mind:
    assert setting.caller is not None  # each seat has one
    return SeatMind(setting.caller, setting.knowledge, setting.library)


OURS: Mapping[str, MindMaker] = {"offline": _offline, "openai": _openai, "seat": _seat}


def _take(name: str, value: object) -> MindMaker:
    if not callable(value):
        raise UserError("is not a function that creates a mind")
    return value


MINDS = Plugins("minds", ours=lambda: OURS, take=_take)


def find_mind(kind: str) -> MindMaker:
    """Returns the function that creates minds of this kind. `kind`: a name or `package.module:Class`.

    Raises a UserError that lists the kinds.
    """
    found = _imported(kind) if CLASS.fullmatch(kind) else MINDS.find(kind)
    if found is None:
        *names, last = MINDS.all()
        raise UserError(f"{kind!r} is not a mind; give {', '.join(names)} or {last}")
    return found


def make_mind(kind: str, setting: MindSetting) -> Mind:
    """Raises UserError if a plug-in's function returns no mind."""
    make = find_mind(kind)
    if kind in OURS:
        return make(setting)
    record = MINDS.record(kind)
    title = record.title if record else repr(kind)
    try:
        mind = make(setting)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise UserError(f"{title} failed to create a mind for {setting.agent} ({why}); correct it") from error
    if not _thinks(mind):
        raise UserError(
            f"{title} does not create a valid mind for {setting.agent}; correct it and test it "
            "with `check_mind`"
        )
    return mind


def _imported(kind: str) -> MindMaker:
    """Imports the class of that name. Only classes are accepted, because a task may come from anyone."""
    module, _, name = kind.partition(":")
    try:
        found = getattr(import_module(module), name)
    except (Exception, SystemExit) as error:  # a module may end the process
        why = f"{type(error).__name__}: {error}"
        raise UserError(f"{kind!r} cannot be imported ({why}); write it as package.module:Class") from None
    if not isinstance(found, type) or not _thinks(found):
        raise UserError(f"{kind!r} is not a class of minds; it needs speak, decompose, act and verify")
    return found


def _thinks(mind: object) -> bool:
    return all(callable(getattr(mind, name, None)) for name in ("speak", "decompose", "act", "verify"))
