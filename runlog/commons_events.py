"""Events of life on a commons: declarations, allotments, harvests, reports and regrowth. Based on GovSim
(Piatti et al., 2024). The description of an event says whether its count of units comes from the server.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from minecrew.runlog.header import Amounts, Count, Header, Position
from minecrew.runlog.row import Row

__all__ = [
    "Allotted",
    "CommonsBegan",
    "CommonsCollapsed",
    "CommonsCounted",
    "CommonsRegrown",
    "Declared",
    "LimitAgreed",
    "MemberJoined",
    "Reflected",
    "Reported",
    "sustainable_share",
]


def sustainable_share(stock: int, members: int) -> int:
    """Returns GovSim's f: the amount that each member may take so that at least half of the stock is left,
    which can double again; 0 if there are no members.
    """
    return stock // 2 // members if members > 0 else 0


class CommonsBegan(Header):
    """The rules of the commons of this run. Units are blocks or animals."""

    kind: Literal["commons.began"] = "commons.began"
    row: ClassVar = Row(
        "shares {capacity} {resource}|; collapse below {collapse}; {months} months, harvest {mode}",
        tone="plain",
    )
    resource: str
    """The block or animal that the crew shares."""
    capacity: Count
    """The number of units at the start, which is also the maximum."""
    collapse: Count
    """If fewer units are left at a month's end, nothing grows back and the run ends."""
    months: Count
    """Maximum number of months; a month is a round."""
    mode: Literal["declared", "free"]
    """declared: each member says how much it wants, and is allotted at most that amount. free: first come,
    first served.
    """
    newcomer: str | None = None
    """The member that joins later; None if all are there from the start."""


class MemberJoined(Header):
    """`agent` takes part from this round on."""

    kind: Literal["member.joined"] = "member.joined"
    row: ClassVar = Row("joins the crew", tone="strong")


class Declared(Header):
    """The amount that `agent` says it wants in this round; nobody else hears it."""

    kind: Literal["declared"] = "declared"
    row: ClassVar = Row(
        "wants {amount} {resource}[: {reason}]",
        family="talk",
        tone="plain",
        noun="demand",
        because=("model.called",),
    )
    resource: str
    amount: Count
    reason: str = ""


class Allotted(Header):
    """The units of a round are allotted by lot, one at a time, until all demands are met or none are left."""

    kind: Literal["allotted"] = "allotted"
    row: ClassVar = Row(
        "allotted|: {shares:pairs} {resource}", family="talk", tone="plain", because=("declared",)
    )
    resource: str
    shares: Amounts


class CommonsCounted(Header):
    """The server's count after a harvest."""

    kind: Literal["commons.counted"] = "commons.counted"
    row: ClassVar = Row("{resource}|: {stock} left[; taken: {taken:pairs}]", family="items", tone="strong")
    resource: str
    stock: Count
    taken: Amounts
    """Agent -> units that it took since the last count, without those that it planted again; agents that took
    none are missing.
    """


class Reported(Header):
    """The mayor's report to all members before they talk: how much each took, by the server's count."""

    kind: Literal["reported"] = "reported"
    row: ClassVar = Row(
        "the mayor reports|: {text}",
        family="talk",
        tone="plain",
        noun="report",
        because=("commons.counted round=round",),
    )
    text: str
    taken: Amounts


class LimitAgreed(Header):
    """The maximum that each member may take per month, as the secretary reads it from the talk."""

    kind: Literal["limit.agreed"] = "limit.agreed"
    row: ClassVar = Row(
        "agreed limit|: {limit?=none|{limit} {resource} per member}",
        family="talk",
        tone="plain",
        because=("said", "model.called"),
    )
    resource: str
    limit: Count | None = None
    """None if no limit was agreed."""


class Reflected(Header):
    """The note that `agent` writes for itself after a round, and sees again in later rounds."""

    kind: Literal["reflected"] = "reflected"
    row: ClassVar = Row("notes|: {text}", family="talk", tone="plain", noun="note", because=("model.called",))
    text: str


class CommonsRegrown(Header):
    """The resource grows at a month's end: each unit adds another one, up to the capacity."""

    kind: Literal["commons.regrown"] = "commons.regrown"
    row: ClassVar = Row("{resource} grows back|: from {before} to {stock}", family="items", tone="good")
    resource: str
    before: Count
    stock: Count
    places: tuple[Position, ...]
    """The places of the new units."""


class CommonsCollapsed(Header):
    """So few units are left that nothing grows back."""

    kind: Literal["commons.collapsed"] = "commons.collapsed"
    row: ClassVar = Row(
        "the commons collapses|: {stock} {resource} left, fewer than {collapse}",
        family="harm",
        tone="fatal",
        because=("commons.counted round=round",),
    )
    resource: str
    stock: Count
    collapse: Count
