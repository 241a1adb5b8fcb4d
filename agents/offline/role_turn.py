"""What an offline mind says where roles are played: instructions one at a time, or solutions to them.

The plan is the one that equals would make; what differs is who says it, in which form, and that nobody asks.
Says no more than it has seen, holds, or will really do. Deterministic.
"""

from __future__ import annotations

from minecrew.agents.addressees import DONE
from minecrew.agents.offline.acts import Work
from minecrew.agents.offline.criticism import stray_work
from minecrew.agents.offline.shares import split
from minecrew.agents.offline.speech import amounts, work_phrase
from minecrew.agents.offline.turn import Turn
from minecrew.agents.planning import Gather, Needs
from minecrew.runlog import Items


class RoleTurn(Turn):
    """A turn among equals, or in a role."""

    @property
    def _roles(self) -> bool:
        return self.view.structure == "roleplay"

    def say(self) -> str:
        return self._word() if self._roles else super().say()

    def _word(self) -> str:
        if not self._roles:
            return super()._word()
        return self._instruct() if self.me == self.view.team[0] else self._solve()

    def _close(self, parts: list[str], *, settled: bool) -> str:
        """An assistant does not say when the talk is over."""
        return (
            " ".join(part for part in parts if part)
            if self._roles
            else super()._close(parts, settled=settled)
        )

    # ---- the assistants

    def _solve(self) -> str:
        if self.lacking:
            words = self._verdict() or " ".join(self._setting_out()[1:])
        else:
            seeks = any(work.verb == "seek" for work in self.commitments.share(self.me))
            words = " ".join(part for part in (self._sight() if seeks else "", self._answer()) if part)
        return f"Solution: {words} Next request."

    def _open_work(self, works: tuple[Work, ...], crafter: str | None) -> tuple[tuple[Work, ...], list[str]]:
        """An assistant does what it was told, or takes up what is open where nobody told it anything."""
        if not self._roles:
            return super()._open_work(works, crafter)
        return (
            (works, [])
            if self.commitments.shares or self.commitments.asked
            else (super()._open_work(works, crafter)[0], [])
        )

    def _offer(self, works: tuple[Work, ...], crafter: str | None) -> list[str]:
        return [] if self._roles else super()._offer(works, crafter)

    def _spared(self, gifts: Items) -> list[str]:
        return [] if self._roles else super()._spared(gifts)

    # ---- the instructor

    def _instruct(self) -> str:
        """The next instruction; once all have had theirs and nothing is open, or only what was said in vain,
        the end."""
        unheard = [name for name in self.others if name not in self.commitments.spoken]
        word = self._instruct_to_look(unheard) if self.lacking else self._instruct_to_work(unheard)
        own = {line.text for line in self.view.lines if line.speaker == self.me}
        return word if word and word not in own else DONE

    def _instruct_to_look(self, unheard: list[str]) -> str:
        if not unheard:
            return ""
        name, first = unheard[0], self.me not in self.commitments.spoken
        if verdict := self._verdict():
            return _instruction(f"{name}, tell what you found.", [verdict])
        told = f"{name}, {work_phrase(self._sought_by(name), self.me)}."
        return _instruction(told, self._setting_out() if first else [])

    def _instruct_to_work(self, unheard: list[str]) -> str:
        commitments, view, needs = self.commitments, self.view, self.needs
        fresh = not any(work.verb != "seek" for name in view.team for work in commitments.share(name))
        crafter = (commitments.crafter(view.goal) or self._best_crafter()) if needs.crafts else None
        strays = stray_work(view, self.knowledge) if fresh else {}
        workers = [name for name in view.team if name in strays or name == crafter] if strays else view.team
        if not fresh:
            left = {item: count - commitments.planned(item) for item, count in needs.raw.items()}
            needs = Needs(steps=[Gather(item, count) for item, count in left.items() if count > 0])
            workers = unheard or [
                min(self.others, key=lambda name: self._load(commitments.share(name), name))
            ]
        shares = split(needs, view.goal, workers, crafter, self._place(), self.costs, self.holdings)
        mine = self._with_gifts(self.me, shares.get(self.me, ()), crafter) if fresh else ()
        works = {name: self._unpromised(name, shares.get(name, ()), crafter) for name in self.others}
        ahead = [name for name in unheard if works[name]] or unheard or [n for n in self.others if works[n]]
        if not ahead:
            return ""
        name = crafter if crafter in ahead else ahead[0]
        said = [words for words in self._criticism(strays) if words.startswith(f"{name}, ")]
        if works[name]:
            also = "also " if commitments.share(name) and not fresh else ""
            said.append(f"{name}, {also}{work_phrase(works[name], self.me)}.")
        else:
            said.append(f"{name}, tell what you hold.")
        return _instruction(" ".join(said), self._input(mine) if fresh else [])

    def _unpromised(self, name: str, works: tuple[Work, ...], crafter: str | None) -> tuple[Work, ...]:
        """The works, with what it holds that will be needed and has not yet said that it brings."""
        said = {work.thing for work in self.commitments.share(name) if work.verb == "bring"}
        gifts = self._with_gifts(name, works, crafter)
        return tuple(work for work in gifts if work.verb != "bring" or work.thing not in said)

    def _input(self, mine: tuple[Work, ...]) -> list[str]:
        """What the first of a round needs to know, and what the instructor does itself."""
        parts = [f"We need {amounts(self.view.goal)}.", *self._situation()]
        return [*parts, f"I'll {work_phrase(mine, self.me)}."] if mine else parts


def _instruction(words: str, known: list[str]) -> str:
    told = " ".join(part for part in known if part)
    return f"Instruction: {words} Input: {told or 'None'}"
