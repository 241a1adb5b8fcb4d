"""The work that each agent has taken on or was asked to do, according to the talk so far.

Follows the acts from `Reader`, one utterance after the other. A commitment replaces the speaker's earlier
commitment, a request is open until it is answered, and a yes accepts it. It uses nothing but the words.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace

from minecrew.agents.addressees import asked_by
from minecrew.agents.offline.acts import TalkAct, Work
from minecrew.agents.offline.reading import Reader
from minecrew.agents.offline.vocabulary import Verb
from minecrew.agents.views import TalkLine
from minecrew.runlog import Items


@dataclass
class Commitments:
    """The state of one discussion."""

    reader: Reader
    shares: dict[str, tuple[Work, ...]] = field(default_factory=dict)
    """The work that each agent has promised."""
    asked: dict[str, tuple[Work, ...]] = field(default_factory=dict)
    """The open requests to each agent."""
    more: dict[str, tuple[Work, ...]] = field(default_factory=dict)
    """The open requests to each agent for work in addition to what it has taken on."""
    waiting: set[str] = field(default_factory=set)
    """The agents that were asked something and have not spoken since."""
    spoken: list[str] = field(default_factory=list)
    cannot: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The agents that find the goal impossible, with the raw materials they name."""
    holds: dict[str, Items] = field(default_factory=dict)
    """The items that each agent says it holds."""
    sighted: set[str] = field(default_factory=set)
    """The things that some agent says it sees."""
    claims: list[str] = field(default_factory=list)
    """The agents that said they would craft something, in order."""
    causes: dict[str, list[int]] = field(default_factory=dict)
    """The seqs of the utterances from which each agent's share was read."""
    wishes: list[tuple[TalkAct, int]] = field(default_factory=list)
    """Visitors' requests to members, with their seqs; each is kept until the team talks about it."""

    def hear(self, lines: Iterable[TalkLine]) -> Commitments:
        for line in lines:
            if line.visitor:
                self._overhear(line)
            else:
                self._hear(line, self.reader.read(line.speaker, line.text))
            self.wishes = [(act, seq) for act, seq in self.wishes if not self._grant(act, seq)]
        return self

    def _overhear(self, line: TalkLine) -> None:
        """A visitor may ask members to do certain work. Everything else that it says is ignored."""
        reader = copy(self.reader)
        reader.mentioned, reader.counts = [*reader.mentioned], {**reader.counts}
        acts = reader.read(line.speaker, line.text)
        self.wishes += [(a, line.seq) for a in acts if a.kind == "request" and a.who in reader.team]

    def _grant(self, act: TalkAct, seq: int) -> bool:
        """Returns whether the request concerns the team's own work, so that nobody gets other work or more
        than is needed.
        """
        works: list[Work] = []
        for wish in act.works:
            work = self._plain(wish)
            verbs: tuple[Verb, ...] = ("craft",) if work.verb == "craft" else ("gather", "bring")
            planned = self.planned(work.thing, verbs=verbs)
            if work.verb in {"gather", "craft"} and planned:
                count = min(work.count or planned, planned) if wish.count else planned
                works.append(Work(work.verb, work.thing, count))
        if works:
            self._ask(replace(act, works=tuple(works)), seq)
        return bool(works)

    def _hear(self, line: TalkLine, acts: list[TalkAct]) -> None:
        me = line.speaker
        self.waiting.discard(me)
        self.spoken.append(me)
        mine = [act for act in acts if act.kind == "commit" and act.who == me]
        accepts = any(act.kind == "accept" for act in acts)
        declines = any(act.kind == "decline" for act in acts)
        if mine or accepts or declines:
            asked = merge(self.asked.pop(me, ()), self.more.pop(me, ()))
            if fresh := [act for act in mine if not act.also]:
                self._take(me, self._works(fresh), line.seq, anew=True)
            elif accepts and not declines:
                self._take(me, asked, line.seq)
        self._take(me, self._works([act for act in mine if act.also]), line.seq)
        for act in acts:
            if act.kind == "request" and act.who != me:
                self._ask(act, line.seq)
            elif act.kind == "have" and act.who == me:
                self.holds[me] = self.holds.get(me, {}) | {w.thing: w.count for w in act.works if w.count}
            elif act.kind == "see":
                self.sighted |= {work.thing for work in act.works}
            elif act.kind == "cannot":
                self._give_up(act)
        self._impossible(me, acts)
        self.waiting |= asked_by(line, tuple(self.reader.team))

    def _ask(self, act: TalkAct, seq: int) -> None:
        works = self._works([act])
        known = self.shares.get(act.who, ())
        if not works or set(works) <= set(known):
            return
        if known or act.also:
            self.more[act.who] = merge(self.more.get(act.who, ()), (w for w in works if w not in known))
        else:
            self.asked[act.who] = works
        self.waiting.add(act.who)
        self.causes.setdefault(act.who, []).append(seq)

    def _give_up(self, act: TalkAct) -> None:
        """'I won't gather canes' removes the canes from that member's work."""
        things = {work.thing for work in act.works}
        for book in (self.shares, self.asked, self.more):
            if act.who in book:
                book[act.who] = tuple(work for work in book[act.who] if work.thing not in things)

    def _impossible(self, me: str, acts: list[TalkAct]) -> None:
        crafts = [w for a in acts if a.kind == "cannot" for w in a.works if w.verb == "craft"]
        if crafts:
            lacked = [work.thing for act in acts if act.kind == "lack" for work in act.works]
            self.cannot[me] = tuple(dict.fromkeys(lacked or [work.thing for work in crafts]))

    def _take(self, agent: str, works: tuple[Work, ...], seq: int, *, anew: bool = False) -> None:
        if not (works or anew):
            return
        before = self.shares.get(agent, ())
        self.shares[agent] = works if anew else merge(before, works)
        self.causes.setdefault(agent, []).append(seq)
        if any(work.verb == "craft" for work in works) and not any(work.verb == "craft" for work in before):
            self.claims.append(agent)

    def _works(self, acts: Iterable[TalkAct]) -> tuple[Work, ...]:
        return merge((), (self._plain(work) for act in acts for work in act.works))

    def _plain(self, work: Work) -> Work:
        """Replaces 'cows' in 'kill cows' by the item that cows yield, and gives 'the leather' the amount
        that was stated.
        """
        knowledge, counts = self.reader.knowledge, self.reader.counts
        if work.thing in knowledge.mobs and work.thing not in knowledge.items and work.verb == "gather":
            drops = [drop.item for drop in knowledge.mobs[work.thing].drops]
            wanted = next((item for item in counts if item in drops), drops[0] if drops else work.thing)
            work = replace(work, thing=wanted, count=None)
        if work.count is None and work.verb in {"gather", "craft", "bring"}:
            work = replace(work, count=counts.get(work.thing, 1))
        return work

    def share(self, agent: str) -> tuple[Work, ...]:
        """Returns the work that is expected of the agent: the work that it took on, and the open requests to
        it.
        """
        own = self.shares[agent] if agent in self.shares else self.asked.get(agent, ())
        return merge(own, self.more.get(agent, ()))

    def planned(self, item: str, *, without: str = "", verbs: tuple[Verb, ...] = ("gather", "bring")) -> int:
        """Returns the number of `item` that the team is expected to gather or bring."""
        return sum(
            work.count or 0
            for name in self.reader.team
            if name != without
            for work in self.share(name)
            if work.thing == item and work.verb in verbs
        )

    def crafter(self, goal: Items) -> str | None:
        """Returns the member that crafts the goal. If several members claimed this work, the last claim
        counts.
        """
        who = [
            n for n in self.reader.team if any(w.verb == "craft" and w.thing in goal for w in self.share(n))
        ]
        claims = [name for name in self.claims if name in who]
        return claims[-1] if claims else who[0] if len(who) == 1 else None


def merge(works: Iterable[Work], more: Iterable[Work]) -> tuple[Work, ...]:
    """Adds up amounts of the same work."""
    out: list[Work] = []
    for work in [*works, *more]:
        for at, known in enumerate(out):
            if replace(known, count=None, at=None, to=None) == replace(
                work, count=None, at=None, to=None
            ) and (known.to == work.to or not (known.to and work.to)):
                count = (known.count or 0) + (work.count or 0) or None
                out[at] = replace(known, count=count, to=known.to or work.to, at=known.at or work.at)
                break
        else:
            out.append(work)
    return tuple(out)
