"""Every kind of event a run can hold: a tagged union on `kind`.

The log is the only thing that passes from those who act (crew, bots, server) to those who read (evaluator,
audit, replay, detectors). This module knows the shapes and nothing of files. Format version: `FORMAT`.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, TypeAdapter

from minecrew.runlog.bot_events import (
    BotJoined,
    BotLeft,
    BotRestarted,
    Observed,
    SkillEnded,
    SkillStarted,
)
from minecrew.runlog.crew_events import (
    Asked,
    Assigned,
    ClaimChecked,
    ClockChanged,
    DialogueFlagged,
    DiscussionEnded,
    Evaluated,
    FaultEvent,
    GoalChecked,
    ItemGranted,
    ModelCalled,
    Note,
    ProgramWritten,
    Recruited,
    Refused,
    RoundEnded,
    RoundStarted,
    RunEnded,
    RunStarted,
    Said,
    SkillKept,
    SubtaskEnded,
    SubtaskStarted,
    TaskSpecified,
)
from minecrew.runlog.guard_events import GuardDenied, GuardWarned
from minecrew.runlog.server_events import (
    Attacked,
    BlockBroken,
    BlockPlaced,
    CheatRefused,
    ContainerMoved,
    ContainerStocked,
    Died,
    FuelBurnt,
    Hurt,
    Inventory,
    ItemCrafted,
    ItemDropped,
    ItemEaten,
    ItemLost,
    ItemPicked,
    ItemSmelted,
    ItemSpent,
    Moved,
    Respawned,
)

Event = Annotated[
    RunStarted
    | ItemGranted
    | RunEnded
    | RoundStarted
    | Said
    | Asked
    | DialogueFlagged
    | ClaimChecked
    | DiscussionEnded
    | Assigned
    | Recruited
    | Refused
    | SubtaskStarted
    | TaskSpecified
    | SubtaskEnded
    | RoundEnded
    | Evaluated
    | GoalChecked
    | ModelCalled
    | ProgramWritten
    | SkillKept
    | ClockChanged
    | FaultEvent
    | Note
    | BotJoined
    | BotLeft
    | BotRestarted
    | SkillStarted
    | SkillEnded
    | Observed
    | GuardWarned
    | GuardDenied
    | ItemDropped
    | ItemPicked
    | ItemLost
    | ItemCrafted
    | ItemEaten
    | ItemSpent
    | ContainerMoved
    | ContainerStocked
    | ItemSmelted
    | FuelBurnt
    | BlockBroken
    | BlockPlaced
    | Attacked
    | Hurt
    | Died
    | Respawned
    | Inventory
    | Moved
    | CheatRefused,
    Field(discriminator="kind"),
]

EVENT: TypeAdapter[Event] = TypeAdapter(Event)
"""Validates and dumps one event."""
