"""Plays a recorded run back to a crew. Answers come in their recorded order, and no event comes too early.

The crew runs as always, and waits whenever it asks a question. One item at a time is released: an answer,
once the log has as many events as when the answer was recorded; an event of the world, once it is the next
event; a model's answer, once its event is the next one. The crew must log its own events by itself. Each
event is compared when it is logged, and the first event that differs ends the rerun.

This module knows nothing about the contents of questions. If no game time passes between two answers, it
cannot tell apart the actions between them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from minecrew.agents.model import GIVEN_UP
from minecrew.runlog import (
    ClockChanged,
    Difference,
    Event,
    FaultEvent,
    Header,
    ItemGranted,
    Log,
    ModelCalled,
    Note,
    RoundEnded,
    RunEnded,
    SkillEnded,
    SkillStarted,
    SubtaskEnded,
    WorldAnswer,
    difference_at,
)

SETTLED = 30
"""After this many turns of the event loop without any progress, no progress is expected."""
Question = tuple[str, str | int | None]
"""A question: its kind, its agent and, for a model, the number of its event."""


@dataclass(frozen=True)
class RerunComparison:
    """The result of a rerun: how far it went, and its first difference from the record."""

    events: int
    """The number of events that were the same."""
    difference: Difference | None = None
    waiting: tuple[str, ...] = ()
    """The questions to which the crew got no answer, if this ended the rerun."""
    broken_off: str = ""
    """The reason why the remaining events of the record are not compared."""


class Playback:
    """Plays `events` (at least one) again. `log` is the new log, which is still empty."""

    def __init__(
        self, events: Sequence[Event], answers: Sequence[WorldAnswer], log: Log, *, prompts: bool = True
    ) -> None:
        """`prompts`: whether the prompts that models are shown are compared, too."""
        self._events, self._answers, self._log, self._prompts = events, deque(answers), log, prompts
        self._waiting: dict[Question, deque[asyncio.Future[Any]]] = {}
        if events[0].tick is not None:
            log.set_tick(events[0].tick)  # the world was there before its first event
        self._moves = 0
        self._difference: Difference | None = None
        whole = [number for number, answer in enumerate(answers) if not answer.cut]
        after = answers[(whole or [-1])[-1] + 1 :] or answers[-1:]
        self._cut_from = after[0].seq if after else 0
        """For a run that broke off: the event from which on the order of the events cannot be repeated."""

    # ---- what the recorded world, models and persons ask

    async def ask(self, call: str, of: str | int | None = None) -> Any:
        """Waits until the answer to this question is due, and returns the recorded answer. If there was no
        answer, raises CancelledError, or TimeoutError if a person was too slow.
        """
        asking = (call, of)
        self._moves += 1
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        line = self._waiting.setdefault(asking, deque())
        line.append(future)
        try:
            return await future
        except _CutOff:
            late = call in ("speak", "advise", "choose") and self.is_late(of)
            raise (TimeoutError() if late else asyncio.CancelledError()) from None
        finally:
            if future in line:
                line.remove(future)

    def is_late(self, agent: str | int | None) -> bool:
        """Whether the caller that waits for `agent` at this point gave up because the agent was too slow;
        False if the caller itself was cancelled.
        """
        mine = (event for event in self._events[self._log.count :] if event.agent in (agent, None))
        later = next((event for event in mine if not (_of_the_world(event) or _given_up(event))), None)
        stopped = isinstance(later, SubtaskEnded) and later.state == "stopped"
        return not (later is None or stopped or isinstance(later, RoundEnded | RunEnded))

    # ---- playing

    async def play(self, crew: Coroutine[Any, Any, object]) -> RerunComparison:
        """Runs the crew to the record's end, or to the first difference. Every exception of the crew is
        raised again.
        """
        end = self._log.subscribe(self._compare)
        playing = asyncio.ensure_future(crew)
        try:
            while True:
                await self._settle()
                if playing.done() or self._difference:
                    break
                if not (self._go_on() or self._interrupt(playing)):
                    break
            stuck = not (playing.done() or self._difference)
            compared = self._compared(stuck=stuck)
        finally:
            end()
            playing.cancel()
            with suppress(asyncio.CancelledError):
                try:
                    await playing
                except Exception:
                    if not self._difference:
                        raise
        return compared

    def _compare(self, event: Header) -> None:
        self._moves += 1
        if self._difference is None:
            recorded = self._events[event.seq] if event.seq < len(self._events) else None
            if recorded is not None or self._ended:
                self._difference = difference_at(event.seq, recorded, event, prompts=self._prompts)

    async def _settle(self) -> None:
        still = 0
        while still < SETTLED:
            before = self._moves
            await asyncio.sleep(0)
            still = still + 1 if self._moves == before else 0

    def _go_on(self) -> bool:
        """Releases one answer or event; returns False if there is none."""
        if self._log.count >= len(self._events):
            return False
        return self._let_go() or self._give(("model", None), None)

    def _interrupt(self, crew: asyncio.Future[object]) -> bool:
        """Interrupts the crew as in the record, if nothing else is left to come. False if it was not
        interrupted.
        """
        at = self._log.count
        last = self._events[at] if at < len(self._events) else None
        if self._answers or not (isinstance(last, RunEnded) and last.outcome == "interrupted"):
            return False
        self._moves += 1
        return crew.cancel()

    def _let_go(self) -> bool:
        at = self._log.count
        if self._answers and self._answers[0].seq <= at:
            return self._answer(self._answers[0])
        event = self._events[at]
        if _of_the_world(event):
            while at < len(self._events) and _of_the_world(self._events[at]):
                if self._answers and self._answers[0].seq <= at:
                    break
                self._log.append(self._events[at])
                at += 1
            return True
        if isinstance(event, ModelCalled):
            return self._give(("model", event.seq), event)
        if isinstance(event, Note):  # of the crew's own it would have come by now
            self._log.append(event)
            return True
        return False

    def _answer(self, answer: WorldAnswer) -> bool:
        asking = (answer.call, answer.agent)
        if self._waiting.get(asking):
            if answer.tick is not None:
                self._log.set_tick(answer.tick)
            if answer.cut:
                self._waiting[asking].popleft().set_exception(_CutOff())
            else:
                self._give(asking, answer.gave)
        elif not answer.cut:
            return False
        self._moves += 1
        self._answers.popleft()
        return True

    def _give(self, asking: Question, gave: Any) -> bool:
        if not self._waiting.get(asking):
            return False
        self._moves += 1
        self._waiting[asking].popleft().set_result(gave)
        return True

    # ---- what came of it

    @property
    def _ended(self) -> RunEnded | None:
        last = self._events[-1]
        return last if isinstance(last, RunEnded) else None

    def _compared(self, *, stuck: bool) -> RerunComparison:
        found = self._difference
        events = min(self._log.count, len(self._events))  # a killed run's crew may go on a little
        if found is None and events < len(self._events):
            found = difference_at(events, self._events[events], None)
        if found is None:
            return RerunComparison(events, broken_off="" if self._ended else "the log ends there")
        end = self._ended
        broken = end is not None and end.exit_code not in (0, 1)
        if end and broken and found.seq >= self._cut_from and all(answer.cut for answer in self._answers):
            return RerunComparison(found.seq, broken_off=f"the run ended early there: {end.reason}")
        waiting = sorted(f"{of} {call}" if of else call for (call, of), line in self._waiting.items() if line)
        return RerunComparison(found.seq, found, tuple(waiting) if stuck else ())


class _CutOff(Exception):
    """Raises CancelledError if the caller was cut off before there was an answer."""


def _given_up(event: Event) -> bool:
    return isinstance(event, ModelCalled) and (event.outcome, event.message) == ("timeout", GIVEN_UP)


def _of_the_world(event: Event) -> bool:
    """Whether the world or a mind logged it, and not the crew. Notes without an agent may come from
    either.
    """
    if isinstance(event, SkillStarted | SkillEnded):
        return False
    if isinstance(event, Note):
        return event.source != "crew" or event.agent is not None
    return event.source != "crew" or isinstance(event, ItemGranted | ClockChanged | FaultEvent)
