"""Every kind of event a run can hold: a tagged union on `kind`.

The log is the only thing that passes from those who act (crew, bots, server) to those who read (evaluator,
audit, replay, detectors). This module knows the shapes and nothing of files. Format version: `FORMAT`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

FORMAT = 1

Source = Literal["server", "bot", "crew"]
Items = dict[str, int]
Position = tuple[float, float, float]


class Record(BaseModel):
    """A frozen value that may cross a file or a socket."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Header(Record):
    """What every event carries. The writer fills `seq`, `t`, and what the appender left open."""

    seq: int = -1
    """Position in the log, from 0, without gaps."""
    t: float = 0.0
    """Seconds since the run began, monotonic."""
    tick: int | None = None
    """Game time of the server in ticks of 50 ms; None before the server is up."""
    round: int | None = None
    agent: str | None = None
    subtask: str | None = None
    """Id of the sub-task being executed, e.g. 'r1.Alice.2'."""
    source: Source = "crew"
    cause: tuple[int, ...] = ()
    """Seqs of the events that led to this one."""


# ---- crew: the run and its rounds --------------------------------------------------------------------------


class RunStarted(Header):
    kind: Literal["run.started"] = "run.started"
    format: int = FORMAT
    run: str
    title: str
    goal: Items
    agents: tuple[str, ...]


class ItemGranted(Header):
    """What the task gives an agent before the first round."""

    kind: Literal["item.granted"] = "item.granted"
    item: str
    count: int


class RunEnded(Header):
    kind: Literal["run.ended"] = "run.ended"
    outcome: Literal["met", "not_met", "impossible", "interrupted", "fault"]
    reason: str
    exit_code: int


class RoundStarted(Header):
    kind: Literal["round.started"] = "round.started"


class Said(Header):
    kind: Literal["said"] = "said"
    channel: Literal["discussion", "execution", "visitor"]
    visitor: str | None = None
    """Who said it in the game's chat, where that is no agent; `agent` is None then."""
    to: tuple[str, ...] = ()
    """Whom it addresses by name; empty: everybody."""
    text: str


class DiscussionEnded(Header):
    kind: Literal["discussion.ended"] = "discussion.ended"
    reason: Literal["agreed", "turn_limit"]
    turns: int


class Assigned(Header):
    """One agent's part of the plan: one self-contained line (paper section D, the auxiliary agent)."""

    kind: Literal["assigned"] = "assigned"
    text: str


class Refused(Header):
    """An agent declines, with its reason: logged as refused, not as failed."""

    kind: Literal["refused"] = "refused"
    reason: str
    missing: tuple[str, ...] = ()
    """Raw materials this world was found not to have."""


class SubtaskStarted(Header):
    kind: Literal["subtask.started"] = "subtask.started"
    text: str


class SubtaskEnded(Header):
    kind: Literal["subtask.ended"] = "subtask.ended"
    text: str
    state: Literal["done", "failed", "stopped", "refused"]
    attempts: int
    code: str | None = None
    message: str = ""


class RoundEnded(Header):
    kind: Literal["round.ended"] = "round.ended"
    rule: Literal["all", "first", "time", "fault", "interrupted", "nothing_assigned"]
    """What ended execution."""
    inventories: dict[str, Items]


class Evaluated(Header):
    kind: Literal["evaluated"] = "evaluated"
    met: bool
    feedback: str


class GoalChecked(Header):
    kind: Literal["goal.checked"] = "goal.checked"
    goal: Items
    have: Items
    met: bool


class ClockChanged(Header):
    """The world's virtual clock begins, or stands still for a mind long enough to be noticed, or goes on."""

    kind: Literal["clock.changed"] = "clock.changed"
    state: Literal["running", "paused"]
    speed: float | Literal["max"]
    """Game seconds in a real second, at most."""
    thinking: Literal["paused", "live"]
    """What the world does while minds think."""
    order: Literal["parallel", "strict"] = "parallel"
    """Who comes first within a tick: whoever is faster, or always the same."""
    holders: tuple[str, ...] = ()
    """Agents for whom it stands still."""
    waited: float = 0.0
    """Real seconds it stood still, once it goes on."""


class FaultEvent(Header):
    """A fault of ours, told apart from what agents fail at."""

    kind: Literal["fault"] = "fault"
    where: str
    message: str


class Note(Header):
    kind: Literal["note"] = "note"
    text: str


# ---- bots --------------------------------------------------------------------------------------------------


class BotJoined(Header):
    kind: Literal["bot.joined"] = "bot.joined"
    position: Position


class BotLeft(Header):
    kind: Literal["bot.left"] = "bot.left"
    why: str


class BotRestarted(Header):
    kind: Literal["bot.restarted"] = "bot.restarted"
    why: str


class SkillStarted(Header):
    """One attempt: a program begins in the agent's bot."""

    kind: Literal["skill.started"] = "skill.started"
    name: str
    args: tuple[Any, ...] = ()
    code: str | None = None
    """The text, where it is not a skill of the library."""
    attempt: int
    deadline: float
    """Game seconds."""


class Place(Record):
    """A line of a program or skill."""

    skill: str
    line: int


class SkillEnded(Header):
    kind: Literal["skill.ended"] = "skill.ended"
    name: str
    ok: bool
    code: str | None = None
    message: str = ""
    at: Place | None = None
    gained: Items = {}
    """Difference of the inventory; negative: lost."""
    seconds: float
    """Game seconds."""


class Observed(Header):
    kind: Literal["observed"] = "observed"
    observation: dict[str, Any]


# ---- the server as witness ---------------------------------------------------------------------------------


class ItemDropped(Header):
    """An item entity comes into the world. `agent`: who threw it, broke the block, killed the mob or died."""

    kind: Literal["item.dropped"] = "item.dropped"
    entity: int
    item: str
    count: int
    origin: Literal["agent", "death", "block", "mob", "container", "world"]
    """agent, death: it was held before. container: it lay in the block that stood here. Else it is new."""
    of: str = ""
    """Name of the block or mob it came from."""
    position: Position


class ItemPicked(Header):
    """`count` of item entity `entity` went into `agent`'s inventory; the rest stays on the ground."""

    kind: Literal["item.picked"] = "item.picked"
    entity: int
    item: str
    count: int


class ItemLost(Header):
    """An item entity vanished without being picked up."""

    kind: Literal["item.lost"] = "item.lost"
    entity: int
    item: str
    count: int
    why: str


class ItemCrafted(Header):
    kind: Literal["item.crafted"] = "item.crafted"
    item: str
    count: int
    used: Items
    left: Items = {}
    """What the recipe gives back, e.g. empty buckets."""


class ItemEaten(Header):
    kind: Literal["item.eaten"] = "item.eaten"
    item: str
    count: int = 1


class ItemSpent(Header):
    """`count` of `item` that `agent` held is used up, and nothing is made of it."""

    kind: Literal["item.spent"] = "item.spent"
    item: str
    count: int = 1
    why: Literal["worn", "spread"]
    """worn: a tool, weapon or piece of armour broke. spread: bone meal."""


class ContainerMoved(Header):
    """`agent` lays `count` of `item` into a chest or furnace, or takes them out."""

    kind: Literal["container.moved"] = "container.moved"
    container: str
    """Name of the block."""
    position: Position
    """Of the block; of the half, where it is one of a double chest."""
    item: str
    count: int
    direction: Literal["in", "out"]
    owner: str | None = None
    """The agent that placed the block, or whose building it is part of; None: nobody's."""
    structure: str | None = None


class ContainerStocked(Header):
    """All that lies in a chest or furnace before anybody comes."""

    kind: Literal["container.stocked"] = "container.stocked"
    container: str
    position: Position
    items: Items
    owner: str | None = None
    structure: str | None = None


class ItemSmelted(Header):
    """A furnace turns what lies in it into something else; nobody needs to be there."""

    kind: Literal["item.smelted"] = "item.smelted"
    container: str
    position: Position
    item: str
    count: int
    used: Items


class FuelBurnt(Header):
    """A furnace lights `count` of `item` that lay in it."""

    kind: Literal["fuel.burnt"] = "fuel.burnt"
    container: str
    position: Position
    item: str
    count: int
    left: Items = {}
    """What stays in the furnace, e.g. an empty bucket."""


class BlockBroken(Header):
    kind: Literal["block.broken"] = "block.broken"
    block: str
    position: Position
    tool: str | None = None
    owner: str | None = None
    """The agent that placed it, or whose building or field it is part of; None: nobody's."""
    structure: str | None = None
    """The world's building that it is part of; None for crops, wild blocks, and what agents placed."""


class BlockPlaced(Header):
    """One `item` left `agent`'s inventory and stands in the world as `block`."""

    kind: Literal["block.placed"] = "block.placed"
    block: str
    item: str
    position: Position


class Attacked(Header):
    """`agent` hits `target`."""

    kind: Literal["attacked"] = "attacked"
    target: str
    target_kind: Literal["agent", "mob"]
    entity: int
    damage: float
    weapon: str | None = None


class Hurt(Header):
    """`agent` loses health."""

    kind: Literal["hurt"] = "hurt"
    by: str
    """Name of agent or mob, or 'fall', 'hunger', 'void'."""
    damage: float
    health: float


class Died(Header):
    """An agent or a mob dies; `agent` is set where the victim is an agent."""

    kind: Literal["died"] = "died"
    victim: str
    victim_kind: Literal["agent", "mob"]
    entity: int
    by: str | None = None
    position: Position


class Respawned(Header):
    kind: Literal["respawned"] = "respawned"
    position: Position


class Inventory(Header):
    """All that `agent` holds by the server's own count: slots, armour, crafting grid, cursor."""

    kind: Literal["inventory"] = "inventory"
    items: Items


class Moved(Header):
    """Where `agent` is, about once a second while it moves."""

    kind: Literal["position"] = "position"
    position: Position


class CheatRefused(Header):
    """`agent` tried what no honest client does; nothing came of it."""

    kind: Literal["cheat.refused"] = "cheat.refused"
    what: Literal["attack_rate", "click", "command", "dig_time", "move", "place", "reach", "slot"]
    why: str
    """In a few words."""
    position: Position
    """Where `agent` stood."""
    target: Position | None = None
    """The block or body it was done to, or the place it was to lead to."""
    measured: float | None = None
    """dig_time: ticks; move, reach: blocks; click: pieces or slot; slot: its number."""
    allowed: float | None = None
    """The most of it, or for dig_time the least; attack_rate: blows a second."""
    count: int = 1
    """Tries of that kind; the first is told at once, those of each second after it together."""


Event = Annotated[
    RunStarted
    | ItemGranted
    | RunEnded
    | RoundStarted
    | Said
    | DiscussionEnded
    | Assigned
    | Refused
    | SubtaskStarted
    | SubtaskEnded
    | RoundEnded
    | Evaluated
    | GoalChecked
    | ClockChanged
    | FaultEvent
    | Note
    | BotJoined
    | BotLeft
    | BotRestarted
    | SkillStarted
    | SkillEnded
    | Observed
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
