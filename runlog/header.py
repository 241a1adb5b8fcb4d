"""The fields that every event has, and the types of their values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from minecrew.runlog.plain import finite
from minecrew.runlog.row import Move, Row

FORMAT = 1
"""The version of the log's format."""
TICKS = 20
"""Ticks of game time per second."""

EventSource = Literal["server", "bot", "crew"]
MOST, LARGEST_FIGURE = 10**12, 1e100
"""The largest numbers that are added up over a log: a sum over the largest log still has 63 bits, and even a
sum of squares is finite.
"""
Count = Annotated[int, Field(ge=-MOST, le=MOST)]
Figure = Annotated[float, Field(ge=-LARGEST_FIGURE, le=LARGEST_FIGURE)]
Items = dict[str, Count]
Amount = Annotated[int, Field(ge=0, le=MOST)]
"""A number of items; never negative in a real log, because only items that exist can be taken."""
Amounts = dict[str, Amount]
Position = tuple[float, float, float]


class Record(BaseModel):
    """A frozen value that may be written to a file or sent over a socket."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    @model_validator(mode="after")
    def _has_numbers(self) -> Self:
        finite(vars(self))
        return self


class Header(Record):
    """The fields of every event. The writer fills in `seq`, `t`, and fields that the appender left open.

    Each kind adds `kind`, its own fields and its row. New kinds are found automatically.
    """

    row: ClassVar[Row] = Row()
    if TYPE_CHECKING:
        kind: str

    seq: int = -1
    """Position in the log, from 0, without gaps."""
    t: Figure = 0.0
    """Seconds since the run began, monotonic."""
    tick: Count | None = None
    """Game time of the server in ticks of 50 ms; None before the server is up."""
    round: Count | None = None
    agent: str | None = None
    subtask: str | None = None
    """Id of the sub-task being executed, e.g. 'r1.Alice.2'."""
    source: EventSource = "crew"
    cause: tuple[int, ...] = ()
    """Seqs of the events that led to this one."""

    def values(self) -> dict[str, Any]:
        """The fields by name, for templates; '*' contains the fields that belong only to this kind."""
        fields = {**self.__dict__, **(self.model_extra or {})}
        return {**fields, "*": {name: fields[name] for name in fields if name not in COMMON}}

    def sentence(self) -> tuple[str, str]:
        """The sentence about the event, without the agent's name: its head, and the rest."""
        return self.row.sentence(self.values())

    def moves(self) -> tuple[Move, ...]:
        """The items that this event moves."""
        return tuple(self.row.get_moves(self.values())) if self.row.moves else ()


COMMON = frozenset({*Header.model_fields, "kind"})
"""The fields that all kinds have."""
