"""A fork: a run that repeats another one up to an event and then goes on with one thing changed.

The crew plays as always. Until the event, everything repeats, because the run is played in strict order from
the same seed and models answer from the record. `check_copy` compares each event with the same event of the
original run. At the first decision of an agent from that event on, random choices get another seed, and the
change takes effect. This module knows minds, views and the log, but nothing about servers or models.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from minecrew.agents.answers import (
    Action,
    Declaration,
    IdleAnswer,
    Reflection,
    Refusal,
    Subtask,
    Utterance,
    Verdict,
)
from minecrew.agents.deadline_mind import SILENCE
from minecrew.agents.mind import Mind, ask_declaration, ask_idle, ask_reflection
from minecrew.agents.views import (
    AssignmentView,
    Check,
    Critique,
    DeclarationView,
    DiscussionView,
    IdleView,
    ReflectionView,
    RoundView,
    SubtaskView,
    TalkLine,
)
from minecrew.runlog import (
    Event,
    Forked,
    ForkOrigin,
    GuardMode,
    Header,
    Log,
    UserError,
    difference_at,
)

T = TypeVar("T")
V = TypeVar("V", bound=RoundView)
Diverge = Callable[..., Awaitable[None]]
"""`World.diverge`."""


class Fork:
    """One fork of a run. `mind`: the agent's new mind, if the change is a new mind."""

    def __init__(self, origin: ForkOrigin, log: Log, diverge: Diverge, *, mind: Mind | None = None) -> None:
        self.origin, self.mind = origin, mind
        self._log, self._diverge = log, diverge
        self.begun = False
        """Whether the change has taken effect."""
        self.round = 0
        """The round in which it began."""
        self.heard: list[Callable[[ForkOrigin], None]] = []
        """Called when it begins."""

    async def begin(self) -> bool:
        """Lets the change take effect if the event is reached. Returns whether it has taken effect."""
        if not self.begun and self._log.count >= self.origin.at:
            self.begun = True
            origin, change = self.origin, self.origin.change
            self.round = self._log.round or 0
            guard: GuardMode | None = None
            if change and change.kind == "guard":
                guard = change.value  # type: ignore[assignment]  # `read_change` has checked it
            await self._diverge(origin.seed, guard=guard)
            for hear in self.heard:
                hear(origin)
            self._log.append(
                Forked(
                    agent=change.agent if change else None,
                    run=origin.run,
                    at=origin.at,
                    seed=origin.seed,
                    change=change.kind if change else None,
                    value=(change.value or None) if change else None,
                )
            )
        return self.begun


class ForkedMind:
    """The mind of one agent: the original mind until the fork, and the changed mind from then on."""

    def __init__(self, agent: str, mind: Mind, fork: Fork, new: Sequence[Fork] = ()) -> None:
        """`new`: the forks with another mind of the agent, oldest first, if `mind` is what they replace."""
        self._mind, self._fork, self._new = mind, fork, new
        change = fork.origin.change
        self._change = change if change and change.agent == agent else None
        self._turn: tuple[int, int] | None = None
        """The round, and the lines before it, of the turn on which the agent says the given line."""

    async def speak(self, view: DiscussionView) -> Utterance:
        if await self._fork.begin() and (instead := self._instead(view)):
            return instead
        said = await self._ask(view, lambda mind, seen: mind.speak(seen))
        return (self._instead(view) if await self._fork.begin() else None) or said

    async def decompose(self, view: AssignmentView) -> list[Subtask] | Refusal:
        return await self._ask(view, lambda mind, seen: mind.decompose(seen))

    async def act(self, view: SubtaskView) -> Action | Refusal:
        return await self._ask(view, lambda mind, seen: mind.act(seen))

    async def verify(self, view: SubtaskView) -> Verdict:
        return await self._ask(view, lambda mind, seen: mind.verify(seen))

    async def idle(self, view: IdleView) -> IdleAnswer:
        answer = await self._ask(view, ask_idle)
        if self._is("silence") and await self._fork.begin():
            deed = "rest" if answer.deed == "say" else answer.deed
            return answer.model_copy(update={"say": "", "deed": deed})
        return answer

    async def declare(self, view: DeclarationView) -> Declaration:
        return await self._ask(view, ask_declaration)

    async def reflect(self, view: ReflectionView) -> Reflection:
        return await self._ask(view, ask_reflection)

    async def _ask(self, view: V, ask: Callable[[Mind, V], Awaitable[T]]) -> T:
        if not await self._fork.begin():
            answer = await ask(self._below(), view)
            if not await self._fork.begin() or not (self._is("mind") or self._is("forget")):
                return answer  # else the event lies between the question and the answer
        return await ask(self._below(), forgetting(view, self._fork) if self._is("forget") else view)

    def _below(self) -> Mind:
        """The mind that this one changes. A new mind takes the place of the first one, so that what earlier
        forks changed stays changed.
        """
        new = [fork.mind for fork in self._new if fork.begun and fork.mind]
        return new[-1] if new else self._mind

    def _instead(self, view: DiscussionView) -> Utterance | None:
        """What the agent says because of the change; None if it speaks for itself."""
        turn = (view.round, len(view.lines))  # with a critic it is asked several times
        if self._change and self._change.kind == "say" and self._turn in (None, turn):
            self._turn = turn
            return Utterance(text=self._change.value)
        return SILENCE if self._is("silence") else None

    def _is(self, kind: str) -> bool:
        return self._change is not None and self._change.kind == kind


def forgetting(view: V, fork: Fork) -> V:
    """The view without what the agent remembers from before the fork: earlier rounds with their evaluations,
    its notes, the talk with its checks, the critic's reasons, and the agreed limit. The plan and the agent's
    own sub-tasks of this round stay.
    """
    since, at = max(0, view.round - fork.round), fork.origin.at
    told: dict[str, object] = {
        "history": tuple(one for one in view.history if one.number >= fork.round),
        "feedback": view.feedback[-since:] if since else (),
        "notes": tuple(one for one in view.notes if one.round >= fork.round),
    }
    for name in ("lines", "heard", "discussed", "checks", "critiques"):
        entries: Sequence[TalkLine | Check | Critique] | None = getattr(view, name, None)
        if entries is not None:
            told[name] = tuple(entry for entry in entries if entry.seq >= at)
    if view.commons and view.commons.limit_seq < at:
        told["commons"] = view.commons.model_copy(update={"limit": None, "limit_seq": -1})
    return view.model_copy(update=told)


def fork_minds(minds: Mapping[str, Mind], forks: Sequence[Fork]) -> dict[str, Mind]:
    """The minds of a run with these forks, which are given oldest first."""
    forked = dict(minds)
    for name in minds:
        changes = [(fork, fork.origin.change) for fork in forks]
        new = [fork for fork, change in changes if change and (change.kind, change.agent) == ("mind", name)]
        for fork in forks:
            forked[name], new = ForkedMind(name, forked[name], fork, new), []
    return forked


def check_copy(events: Sequence[Event], at: int, log: Log) -> None:
    """From now on, compares each logged event with the same event in `events`, until event `at`.

    The call that logs an event raises UserError if the event differs.
    """

    def compare(event: Header) -> None:
        if event.seq + 1 >= at:
            stop()
        if event.seq >= at:
            return
        if found := difference_at(event.seq, events[event.seq], event):
            stop()
            what = f"event {found.seq} is another one ({', '.join(found.fields)})"
            raise UserError(
                f"the run cannot be repeated up to event {at}: {what}; use the version, the skills and the "
                "plug-ins with which it was recorded"
            )

    stop = log.subscribe(compare)
