"""Decides what an offline mind says on its turn: a proposal if there is none yet, otherwise an answer to the
current proposal.

It speaks only of things that it has seen, holds, or will really try. The result is deterministic.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from minecrew.agents.answers import HEADINGS
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.marks import END
from minecrew.agents.offline.acts import Work
from minecrew.agents.offline.commitments import Commitments
from minecrew.agents.offline.criticism import stray_work
from minecrew.agents.offline.reading import Reader
from minecrew.agents.offline.shares import load, split, unit_seconds
from minecrew.agents.offline.sights import sights
from minecrew.agents.offline.speech import amount, amounts, listing, work_phrase
from minecrew.agents.offline.steps import sought_for
from minecrew.agents.planning import STATIONS, Costs, find_needs, possible_part, unobtainable
from minecrew.agents.views import DiscussionView
from minecrew.language import plain
from minecrew.runlog import Items, Position

WORTH = 6.0
"""The minimum number of game seconds that an offer must save."""


@dataclass
class Turn:
    """An agent's turn to speak."""

    view: DiscussionView
    knowledge: Knowledge

    def __post_init__(self) -> None:
        view = self.view
        self.me = view.agent
        self.others = [name for name in view.team if name != self.me]
        self.commitments = self._hear()
        self.seen = sights(view.observation, self.knowledge, self.commitments)
        self.held = view.observation.inventory
        told = view.feedback[-1].inventories if view.feedback else self.commitments.holds
        self.holdings: dict[str, Items] = {name: dict(items) for name, items in told.items()}
        for check in view.checks:
            if not check.true and check.about and check.item in self.knowledge.items:
                self.holdings.setdefault(check.about, {})[check.item] = check.held
        self.holdings[self.me] = dict(self.held)
        pool: Items = {}
        for items in self.holdings.values():
            for item, count in items.items():
                pool[item] = pool.get(item, 0) + count
        standing = [station for station in STATIONS if station in view.observation.blocks]
        self.costs = Costs(self.knowledge, self.seen)
        self.lacking = find_needs(view.goal, pool, self.costs, standing=standing).lacking
        self.unobtainable = unobtainable(view.goal, pool, self.knowledge) if self.lacking else {}
        self.scarce: list[str] = []
        """What the crew ran out of; it makes as much of the goal as it can without more of it."""
        if self._searched() and (part := possible_part(view.goal, pool, self.costs)):
            self.scarce, self.lacking = [*self.lacking], {}
            self.view = view.model_copy(update={"goal": part})
        self.needs = find_needs(self.view.goal, pool, self.costs, standing=standing, tools=False)

    def _hear(self) -> Commitments:
        """Returns the part of the discussion so far that counts."""
        return Commitments(Reader(self.knowledge, self.view.team)).hear(self.view.lines)

    def say(self) -> str:
        heard = bool(self.view.lines) and self.view.lines[-1].visitor
        return ("Our visitor is heard. " if heard else "") + self._word()

    def _word(self) -> str:
        if self.lacking:
            return self._search()
        if all(self._is_vain(work) for name in self.view.team for work in self.commitments.share(name)):
            return self._propose()
        return self._answer()

    def _is_vain(self, work: Work) -> bool:
        """Whether it is a search for something that others have been found to hold."""
        return work.verb == "seek" and work.thing not in self.needs.raw

    # ---- the first word

    def _propose(self) -> str:
        view, needs = self.view, self.needs
        crafter = self._best_crafter() if needs.crafts else None
        strays = stray_work(view, self.knowledge)
        workers = [name for name in view.team if name in strays or name == crafter] if strays else view.team
        shares = dict.fromkeys(view.team, ()) | split(
            needs, view.goal, workers, crafter, self._place(), self.costs, self.holdings
        )
        for name in self._givers():
            shares[name] = self._with_gifts(name, shares[name], crafter)
        parts = list(self._criticism(strays).values()) or [f"We need {amounts(view.goal)}."]
        parts += self._situation()
        if shares[self.me]:
            parts.append(f"I'll {work_phrase(shares[self.me], self.me)}.")
        parts += [
            f"{name}, could you {work_phrase(shares[name], self.me)}?" for name in self.others if shares[name]
        ]
        idle = [name for name in self.others if not shares[name] and not self._useful(name, crafter)]
        if idle:
            parts.append(f"That leaves no work for {listing(idle)}.")
        return self._close(parts, settled=not self.others)

    def _givers(self) -> tuple[str, ...]:
        """Returns the members whose gifts are part of the proposal. The others offer their gifts when they
        answer.
        """
        return (self.me,)

    def _situation(self) -> list[str]:
        """Says which materials the goal needs, and which of them the team holds."""
        needs = self.needs
        parts: list[str] = []
        if self.scarce:
            parts.append(f"None of us found any more {listing(list(map(plain, self.scarce)), 'or')}.")
        if needs.raw and needs.raw != self.view.goal:
            stations = listing([f"a {plain(station)}" for station in needs.stations])
            enough = f", enough for {stations} as well" if stations else ""
            parts.append(f"That takes {amounts(needs.raw)}{enough}.")
        elif needs.crafts:
            parts.append("Between us we hold all that it takes.")
        return [*parts, *self._holdings(), self._sight()]

    def _holdings(self) -> list[str]:
        """Says in the first round what the speaker holds of what the goal needs."""
        held = {item: n for item, n in self.held.items() if item in self.needs.used}
        return [f"I hold {amounts(held)}."] if held and self.others and not self.view.feedback else []

    def _criticism(self, strays: Mapping[str, Items]) -> dict[str, str]:
        """Returns peer -> criticism of the useless items that it made in the last round."""
        goal = amounts(self.view.goal)
        return {
            name: f"{name}, last round you made {amounts(things)}. Those are no use for {goal}."
            for name, things in strays.items()
            if name != self.me
        }

    def _best_crafter(self) -> str:
        """Returns the member that holds most of the materials that will be used up; if there is a tie, the
        speaker.
        """

        def useful(name: str) -> int:
            held = self.holdings.get(name, {})
            return sum(min(held.get(item, 0), count) for item, count in self.needs.used.items())

        return max((self.me, *self.others), key=useful)

    def _useful(self, name: str, crafter: str | None) -> Items:
        """Returns the items of `name` that the crafter will need."""
        if crafter is None or name == crafter:
            return {}
        have = self.holdings.get(crafter, {})
        held = self.holdings.get(name, {})
        out: Items = {}
        for item, count in self.needs.used.items():
            wanted = (
                count - have.get(item, 0) - self.commitments.planned(item, without=name, verbs=("bring",))
            )
            if item not in self.view.goal and min(wanted, held.get(item, 0)) > 0:
                out[item] = min(wanted, held[item])
        return out

    def _with_gifts(self, name: str, works: tuple[Work, ...], crafter: str | None) -> tuple[Work, ...]:
        promised = {w.thing for w in works if w.verb == "bring"}
        gifts = {i: n for i, n in self._useful(name, crafter).items() if i not in promised}
        return (*works, *(Work("bring", item, count, to=crafter) for item, count in gifts.items()))

    # ---- later words

    def _answer(self) -> str:
        view, commitments, needs = self.view, self.commitments, self.needs
        crafter = commitments.crafter(view.goal) if needs.crafts else None
        before = commitments.share(self.me)
        asked = self.me in commitments.asked or self.me in commitments.more or self.me in commitments.waiting
        works = self._trimmed(before)
        if crafter not in (None, self.me):  # somebody else claimed it after me
            works = tuple(w for w in works if not (w.verb == "craft" and w.thing in view.goal))
        parts: list[str] = []
        if needs.crafts and crafter is None:
            works = (*works, *(Work("craft", item, n, at=self._place()) for item, n in view.goal.items()))
            crafter = self.me
        works = tuple(
            replace(w, to=w.to or crafter) if w.verb == "gather" and crafter not in (None, self.me) else w
            for w in works
        )
        works = self._with_gifts(self.me, works, crafter)
        works, requests = self._open_work(works, crafter)
        held_back = [w for w in works if w.verb == "bring" and w not in before]
        if held_back:
            gifts = {w.thing: w.count or 1 for w in held_back}
            parts.append(self._promise(amounts(gifts), crafter or ""))
            parts += [f"{name}, is that all right with you?" for name in self._spared(gifts)]
        rest = tuple(w for w in works if w not in held_back)
        fewer = sum(w.count or 0 for w in works) < sum(w.count or 0 for w in before)
        if rest and (self.me not in commitments.shares or works != before):
            parts.insert(0, f"{self._yes(asked, fewer)}I'll {work_phrase(rest, self.me)}.")
        offer = self._offer(works, crafter)
        parts += offer
        parts += requests
        if not works and not offer:
            parts.append("There is nothing left for me to do, so I'll stand by.")
        elif not parts:
            parts.append("Agreed.")
        return self._close(parts, settled=not offer and not requests)

    def _spared(self, gifts: Items) -> list[str]:
        """Returns the member whose work is finished when these items are given."""
        return [
            name
            for name in self.others
            if any(work.verb == "gather" and work.thing in gifts for work in self.commitments.share(name))
        ]

    def _promise(self, gifts: str, to: str) -> str:
        return f"I hold {gifts} and will bring {gifts} to {to}."

    def _trimmed(self, works: tuple[Work, ...]) -> tuple[Work, ...]:
        """Returns the speaker's share, without the work that others have taken over."""
        out: list[Work] = []
        for work in works:
            needed = self.needs.raw.get(work.thing, 0 if work.thing in self.needs.used else None)
            if work.verb == "gather" and needed is not None:
                taken = sum(
                    w.count or 0
                    for name in self.others
                    for w in self.commitments.shares.get(name, ())
                    if w.thing == work.thing and w.verb in {"gather", "bring"}
                )
                left = min(work.count or needed, max(0, needed - taken))
                if left:
                    out.append(replace(work, count=left))
            elif work.verb == "bring" and work not in self.commitments.shares.get(self.me, ()):
                held = min(work.count or 1, self.held.get(work.thing, 0))
                out += [replace(work, count=held)] if held else []
                if held < (work.count or 1) and work.thing in self.knowledge.sources:
                    out.append(replace(work, verb="gather", count=(work.count or 1) - held))
            elif not self._is_vain(work):
                out.append(work)
        return tuple(out)

    def _open_work(self, works: tuple[Work, ...], crafter: str | None) -> tuple[tuple[Work, ...], list[str]]:
        """Takes on work that nobody has taken, or asks a member that has more time than the speaker."""
        requests: list[str] = []
        for item, needed in self.needs.raw.items():
            mine = sum(w.count or 0 for w in works if w.thing == item and w.verb == "gather")
            left = needed - self.commitments.planned(item, without=self.me) - mine
            if left <= 0:
                continue
            loads = {name: self._load(self.commitments.share(name), name) for name in self.others}
            free = min(loads, key=lambda name: loads[name], default=self.me)
            to = crafter if crafter != self.me else None
            if not self.others or self._load(works) <= loads[free]:
                extra = Work("gather", item, left, to=to)
                known = next((w for w in works if w.thing == item and w.verb == "gather"), None)
                works = tuple(replace(w, count=(w.count or 0) + left) if w is known else w for w in works)
                works = works if known else (extra, *works)
            else:
                to = crafter if crafter != free else None
                requests.append(
                    f"{free}, could you also {work_phrase([Work('gather', item, left, to=to)], self.me)}?"
                )
        for name in self.others:
            if name in self.commitments.spoken and (gifts := self._useful(name, crafter)):
                promised = {w.thing for w in self.commitments.share(name) if w.verb == "bring"}
                bring = [Work("bring", i, n, to=crafter) for i, n in gifts.items() if i not in promised]
                if bring:
                    requests.append(f"{name}, could you also {work_phrase(bring, self.me)}?")
        return works, requests

    def _load(self, works: tuple[Work, ...], name: str = "") -> float:
        return load(works, self.costs, self.holdings.get(name or self.me, {}))

    def _offer(self, works: tuple[Work, ...], crafter: str | None) -> list[str]:
        """Offers help to the member that will finish last, if this makes the team faster."""
        if self.me in self.commitments.spoken:
            return []
        loads = {name: self._load(self.commitments.share(name), name) for name in self.others}
        for peer in sorted(loads, key=lambda name: -loads[name]):
            for work in self.commitments.share(peer):
                needed, count = self.needs.raw.get(work.thing, 0), work.count or 0
                left = min(count, needed - self._planned_by_others(work.thing, peer))
                if work.verb != "gather" or left < 2 or any(w.thing == work.thing for w in works):
                    continue  # others have offered to take the rest off it
                unit = unit_seconds(work.thing, self.costs)
                busy = loads[peer] - (count - left) * unit
                to = crafter if crafter != self.me else None
                mine = self._load((*works, replace(work, count=1, to=to))) - unit
                through = {n: max(mine + n * unit, busy - n * unit) for n in range(1, left)}
                units = min(through, key=lambda n: through[n])
                if busy - through[units] >= WORTH:
                    whole = amount(work.thing, left)
                    where = f" and bring them to {crafter}" if crafter not in (None, self.me) else ""
                    return [
                        f"I have time to spare, so I can also gather {units} of {peer}'s {whole}{where}.",
                        f"{peer}, is that all right with you?",
                    ]
        return []

    def _planned_by_others(self, item: str, peer: str) -> int:
        """Returns how many of the item those who are neither `peer` nor the speaker are expected to get."""
        own = sum(w.count or 0 for w in self.commitments.share(self.me) if w.thing == item)
        return self.commitments.planned(item, without=peer) - own

    def _yes(self, asked: bool, fewer: bool) -> str:
        if fewer and asked:
            return "Thank you, that helps. "
        return "Agreed. " if asked else ""

    # ---- when the world is not seen to have what it takes

    def _search(self) -> str:
        if verdict := self._verdict():
            agreed = set(self.others) <= set(self.commitments.cannot)
            return f"{verdict} {END}" if agreed else verdict
        if self.unobtainable:  # but those who have not spoken yet may hold it
            needed = f"We need {amounts(self.view.goal)}."
            nothing = f"I have no {listing(list(map(plain, self.unobtainable)), 'or')}."
            return self._close([needed, *self._holdings(), nothing], settled=False)
        asks = [
            f"{name}, could you {work_phrase(self._sought_by(name))}?"
            for name in self.others
            if not self.commitments.share(name)
        ]
        return self._close(self._setting_out() + asks, settled=not asks)

    def _verdict(self) -> str:
        """Says that the goal is impossible: if nothing yields the materials, as soon as all have said what
        they hold, otherwise when all have searched in vain.
        """
        cannot = f"We cannot craft {amounts(self.view.goal)} here:"
        if self.unobtainable and not self._unheard():
            return f"{cannot} there is no {listing(list(map(plain, self.unobtainable)), 'or')} to be had."
        if not self._searched():
            return ""
        return f"{cannot} none of us found any {listing(list(map(plain, self.lacking)), 'or')}."

    def _searched(self) -> bool:
        """Whether something is lacking that everybody has looked for in vain, while the game has it."""
        team = set(self.view.team)
        return bool(self.lacking) and all(
            thing not in self.unobtainable and self._sought_in_vain(thing) >= team for thing in self.lacking
        )

    def _unheard(self) -> set[str]:
        """Returns the members that will still say what they hold."""
        return set() if self.view.feedback else {*self.others} - {*self.commitments.spoken}

    def _setting_out(self) -> list[str]:
        names = list(map(plain, self.lacking))
        return [
            f"We need {amounts(self.view.goal)}.",
            *self._holdings(),
            f"I see no {listing(names, 'or')} from here.",
            f"I'll {work_phrase(self._sought_by(self.me))}.",
        ]

    def _sought_by(self, name: str) -> list[Work]:
        heading = HEADINGS[self.view.team.index(name) % 4]
        return [Work("seek", item, heading=heading) for item in self.lacking]

    def _sought_in_vain(self, thing: str) -> set[str]:
        """Returns the members that have searched for it in vain, in any round so far."""
        results = (result for feedback in self.view.feedback for result in feedback.results)
        sought = set(sought_for(thing, self.knowledge))
        return {r.agent for r in results if r.state != "done" and sought <= set(r.subtask.seek)}

    # ---- common

    def _sight(self) -> str:
        raws = {
            s.name: (s.name, item) for item in self.needs.raw for s in self.knowledge.sources.get(item, ())
        }
        spots = {**self.view.observation.blocks, **self.view.observation.free_mobs}
        seen = {name: spots[name].count for name in raws if name in spots}
        return f"From here I see {amounts(seen)}." if seen else ""

    def _place(self) -> Position:
        x, y, z = self.view.observation.position
        return (float(int(x // 1)), float(int(y // 1)), float(int(z // 1)))

    def _close(self, parts: list[str], *, settled: bool) -> str:
        """Returns the text, with the mark that ends the discussion if everybody has spoken and no question
        is open.
        """
        heard = set(self.others) <= set(self.commitments.spoken)
        pending = (self.commitments.waiting | set(self.commitments.asked) | set(self.commitments.more)) - {
            self.me
        }
        end = [END] if settled and heard and not pending else []
        return " ".join(p for p in [*parts, *end] if p)
