"""The offline secretary, which reads the whole discussion and writes one self-contained line per agent.

It sees only the goal, the team and the words, so the plan depends on nothing else (paper, appendix D,
the auxiliary agent; section A5, summarization).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from minecrew.agents.answers import AgreedLimit, Assignment, Plan, Refusal
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.offline.acts import Work
from minecrew.agents.offline.commitments import Commitments
from minecrew.agents.offline.reading import Reader
from minecrew.agents.offline.speech import amounts, listing, work_phrase
from minecrew.agents.views import Discussion
from minecrew.language import plain
from minecrew.runlog import Items

LIMIT = re.compile(r"\b(?:at most|no more than|not more than|up to|limit of) (\d{1,4})\b", re.IGNORECASE)


class OfflineSecretary:
    """It is deterministic, and knows the item names of the registry."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge

    async def assign(self, record: Discussion) -> Plan:
        commitments = Commitments(Reader(self.knowledge, record.team)).hear(record.lines)
        crafter = commitments.crafter(record.goal)
        shares = {name: _with_receiver(commitments.share(name), name, crafter) for name in record.team}
        _one_crafter(shares, record.goal, crafter)
        place = next((w.at for works in shares.values() for w in works if w.verb == "craft" and w.at), None)
        assignments: list[Assignment] = []
        refusals: list[Refusal] = []
        for name, works in shares.items():
            if works:
                placed = [replace(w, at=place) if w.to and w.to == crafter else w for w in works]
                text = _sentence(name, placed, shares)
                assignments.append(
                    Assignment(agent=name, text=text, cause=tuple(commitments.causes.get(name, ())))
                )
            elif name in commitments.cannot:
                missing = commitments.cannot[name]
                reason = f"found no {listing(list(map(plain, missing)), 'or')}"
                refusals.append(Refusal(agent=name, reason=reason, missing=missing))
        return Plan(assignments=tuple(assignments), refusals=tuple(refusals))

    async def agreed_limit(self, record: Discussion, resource: str) -> AgreedLimit:
        """Returns the maximum per member that more than half of the speakers named; only the last one that
        each of them named counts.
        """
        named: dict[str, tuple[int, int]] = {}
        for line in record.lines:
            found = LIMIT.findall(line.text)
            if found and not line.visitor:
                named[line.speaker] = (int(found[-1]), line.seq)
        speakers = {line.speaker for line in record.lines if not line.visitor}
        for limit in {number for number, _ in named.values()}:
            causes = tuple(seq for number, seq in named.values() if number == limit)
            if 2 * len(causes) > len(speakers):
                return AgreedLimit(limit=limit, cause=causes)
        return AgreedLimit()


def _one_crafter(shares: dict[str, list[Work]], goal: Items, crafter: str | None) -> None:
    """If members want to craft more than the goal needs, the last one to say so crafts it. Changes
    `shares`.
    """
    for item, count in goal.items():
        crafts = [w for works in shares.values() for w in works if w.verb == "craft" and w.thing == item]
        if crafter and sum(work.count or 1 for work in crafts) > count:
            for name, works in shares.items():
                if name != crafter:
                    shares[name] = [w for w in works if not (w.verb == "craft" and w.thing == item)]


def _with_receiver(works: tuple[Work, ...], name: str, crafter: str | None) -> list[Work]:
    """Gathered items go to the member that crafts the goal, unless the discussion says otherwise."""
    if crafter in (None, name):
        return [replace(w, to=None) if w.to == name else w for w in works]
    return [replace(w, to=w.to or crafter) if w.verb in {"gather", "bring"} else w for w in works]


def _total(works: Iterable[Work]) -> Items:
    total: Items = {}
    for work in works:
        total[work.thing] = total.get(work.thing, 0) + (work.count or 1)
    return total


def _sentence(name: str, works: list[Work], shares: dict[str, list[Work]]) -> str:
    text = work_phrase(works)
    if any(w.verb == "craft" for w in works):
        brought = [
            f"{other} has brought {amounts(_total(w for w in theirs if w.to == name))}"
            for other, theirs in shares.items()
            if other != name and any(w.to == name for w in theirs)
        ]
        if brought:
            text += " once " + listing(brought)
    return text[:1].upper() + text[1:] + "."
