"""Role-playing: the order of speakers, the reasons to end the discussion, and the turns of offline minds.

Paper: CAMEL, sections 3.1 (roles), 3.2 (the form of what each role says) and 4.1 (the five reasons to end).
The first member gives instructions (the paper's AI user), and all others work out solutions (its AI
assistants). The instructor is the centre of the message-passing graph; a crew of two is the pair that the
paper studies. The roles apply only to the talk; in the world, all members act. Offline minds make the same
plan as they would as equals; only the speaker and the form differ, and nobody asks questions. An offline mind
speaks only of things that it has seen, holds, or will really do. Deterministic.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from minecrew.agents.addressees import addressees, asked, asked_by
from minecrew.agents.marks import DONE, marked
from minecrew.agents.offline.acts import Work
from minecrew.agents.offline.criticism import stray_work
from minecrew.agents.offline.shares import split
from minecrew.agents.offline.speech import amounts, work_phrase
from minecrew.agents.offline.turn import Turn
from minecrew.agents.planning import Gather, Needs
from minecrew.agents.structure import Structure, spoken
from minecrew.agents.structures import PROMPTS
from minecrew.agents.views import DiscussionView, TalkLine
from minecrew.runlog import Items

MESSAGES = 40
"""Maximum number of turns of all members together, without visitors, even if the task allows more."""
QUIET = 3
"""The number of consecutive turns without an instruction after which the discussion ends."""

Stop = Literal["no_instruction", "assistant_instructs", "task_done", "token_limit", "message_limit"]
"""The paper's five reasons to end a discussion, in the paper's order."""

INSTRUCTS = re.compile(
    r"^\W*instruction\b|[.!?]\s+instruction\s*:|\byou (?:should|must|need to|have to)\b|\bi instruct you\b",
    re.IGNORECASE,
)
SOLVES = re.compile(r"^\W*solution\s*:|\bnext request\W*$", re.IGNORECASE)


def next_speaker(lines: Sequence[TalkLine], team: Sequence[str]) -> str:
    """Returns the instructor or, after the instructor's turn, the member that it called, or else the member
    that has been silent for longest.
    """
    instructor, *assistants = team
    said = spoken(lines)
    if not said or said[-1].speaker != instructor:
        return instructor
    text = said[-1].text
    called = _called(said[-1], team)
    named = [name for name in assistants if re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)]
    last = {line.speaker: at for at, line in enumerate(said)}
    silent = sorted(assistants, key=lambda name: last.get(name, -1))
    return (called or named or silent)[0]


def stopped(lines: Sequence[TalkLine], team: Sequence[str], *, out_of_tokens: bool = False) -> Stop | None:
    """Returns which of the five reasons applies to the last of `lines`, which must be a member's; None if
    none does. `out_of_tokens`: whether the speaker of that line ran out of tokens.
    """
    said = spoken(lines)
    orders = [line for line in said if line.speaker == team[0]]
    if out_of_tokens:
        return "token_limit"
    if said[-1].speaker != team[0]:
        if instructs(said[-1], team):
            return "assistant_instructs"
    elif marked(orders[-1].text, DONE) and not orders[-1].asks:
        return "task_done"
    elif len(orders) >= QUIET and not any(is_instruction(line, team) for line in orders[-QUIET:]):
        return "no_instruction"
    return "message_limit" if len(said) >= MESSAGES else None


def instructs(line: TalkLine, team: Sequence[str]) -> bool:
    """Whether an assistant tells others what to do. A question is only flagged (`dialogue`), and does not end
    the discussion.
    """
    if INSTRUCTS.search(line.text):
        return True
    return line.asks is None and bool(asked(line.text.replace("?", "."), line.speaker, tuple(team)))


def is_instruction(line: TalkLine, team: Sequence[str]) -> bool:
    """Whether the instructor tells an assistant what to do, as an instruction or in other words."""
    form = INSTRUCTS.search(line.text) or re.search(r"\binstruction\s*:", line.text, re.IGNORECASE)
    return bool(form or _called(line, team))


def _called(line: TalkLine, team: Sequence[str]) -> list[str]:
    """The member whom the instructor asks, as it says itself, or else the one that it calls by name."""
    called = line.asks if line.asks is not None else addressees(line.text, tuple(team))
    return [name for name in called if name != team[0]]


class RoleTurn(Turn):
    """A turn in a role."""

    def say(self) -> str:
        return self._word()

    def _word(self) -> str:
        return self._instruct() if self.me == self.view.team[0] else self._solve()

    def _close(self, parts: list[str], *, settled: bool) -> str:
        """An assistant may not end the discussion."""
        return " ".join(part for part in parts if part)

    def _unheard(self) -> set[str]:
        """An assistant only answers, so nobody waits for what it holds."""
        return set()

    # ---- the assistants

    def _solve(self) -> str:
        if self.lacking:
            words = self._verdict() or " ".join(self._setting_out()[1:])
        else:
            seeks = any(work.verb == "seek" for work in self.commitments.share(self.me))
            words = " ".join(part for part in (self._sight() if seeks else "", self._answer()) if part)
        return f"Solution: {words} Next request."

    def _open_work(self, works: tuple[Work, ...], crafter: str | None) -> tuple[tuple[Work, ...], list[str]]:
        """An assistant does what it was told, or takes open work if nobody told it anything."""
        if self.commitments.shares or self.commitments.asked:
            return works, []
        return super()._open_work(works, crafter)[0], []

    def _offer(self, works: tuple[Work, ...], crafter: str | None) -> list[str]:
        return []

    def _spared(self, gifts: Items) -> list[str]:
        return []

    # ---- the instructor

    def _instruct(self) -> str:
        """The next instruction; or the end, once all have had theirs and nothing is open, or the rest was
        said in vain.
        """
        unheard = [name for name in self.others if name not in self.commitments.spoken]
        word = self._instruct_to_look(unheard) if self.lacking else self._instruct_to_work(unheard)
        own = {line.text for line in self.view.lines if line.speaker == self.me}
        return word if word and word not in own else DONE

    def _instruct_to_look(self, unheard: list[str]) -> str:
        if not unheard:
            return ""
        name, first = unheard[0], self.me not in self.commitments.spoken
        if verdict := self._verdict():
            return _instruction(f"{name}, say what you found.", [verdict])
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
        said = [words for peer, words in self._criticism(strays).items() if peer == name]
        if works[name]:
            also = "also " if commitments.share(name) and not fresh else ""
            said.append(f"{name}, {also}{work_phrase(works[name], self.me)}.")
        else:
            said.append(f"{name}, say what you hold.")
        return _instruction(" ".join(said), self._input(mine) if fresh else [])

    def _unpromised(self, name: str, works: tuple[Work, ...], crafter: str | None) -> tuple[Work, ...]:
        """The works, with what it holds that will be needed and has not yet said that it brings."""
        said = {work.thing for work in self.commitments.share(name) if work.verb == "bring"}
        gifts = self._with_gifts(name, works, crafter)
        return tuple(work for work in gifts if work.verb != "bring" or work.thing not in said)

    def _input(self, mine: tuple[Work, ...]) -> list[str]:
        """What the first instruction of a round must say, and what the instructor does itself."""
        parts = [f"We need {amounts(self.view.goal)}.", *self._situation()]
        return [*parts, f"I'll {work_phrase(mine, self.me)}."] if mine else parts


def _instruction(words: str, known: list[str]) -> str:
    told = " ".join(part for part in known if part)
    return f"Instruction: {words} Input: {told or 'None'}"


class Roleplay(Structure):
    name = "roleplay"
    summary = (
        "The first agent instructs the others, who answer with solutions, until it says that all is done."
    )
    agents = 2
    roles = True
    specified = True
    turn = RoleTurn

    def turns(self, agents: int) -> int:
        return 2

    def speaker(self, lines: Sequence[TalkLine], team: tuple[str, ...]) -> str:
        return next_speaker(lines, team)

    def end(
        self, lines: Sequence[TalkLine], team: tuple[str, ...], *, out_of_tokens: bool = False
    ) -> Stop | None:
        return stopped(lines, team, out_of_tokens=out_of_tokens)

    def flips(self, line: TalkLine, team: tuple[str, ...]) -> bool:
        if line.speaker == team[0]:
            return bool(SOLVES.search(line.text.strip()))
        return bool(instructs(line, team) or asked_by(line, team))

    def prompt(self, view: DiscussionView) -> Path:
        return PROMPTS / ("instruct.md" if view.agent == view.team[0] else "solve.md")

    def hint(self, view: DiscussionView) -> str:
        if view.agent == view.team[0]:
            return f"Instruction: NAME, ... Input: ...; {DONE}: all have their parts"
        return "Solution: ... Next request."


STRUCTURE = Roleplay()
