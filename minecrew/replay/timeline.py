"""The replay on the terminal: shows a run from its log.

It needs no Node, no server and no model. A run that was killed is shown up to its last event, with a note
that it has no end.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console, RenderableType
from rich.text import Text

from minecrew.behaviors import SUBS, Finding
from minecrew.runlog import Header, Reading, UserError
from minecrew.terminal.evidence import condense_seqs, list_seqs
from minecrew.terminal.formatting import plain, tell_finding
from minecrew.terminal.narrator import Narrator


@dataclass(frozen=True)
class EventFilter:
    """A filter for events. An empty filter shows everything that is shown by default."""

    round: int | None = None
    agents: Collection[str] = ()
    kinds: Collection[str] = ()
    """Kinds of events, including kinds that are not shown by default. 'skill' means 'skill.started' and
    'skill.ended'.
    """
    text: str = ""
    """Text that the shown line must contain; case is ignored."""
    class_: str | None = None
    """Shows only the evidence of findings of this class, and each finding after its last piece of
    evidence.
    """
    finding: int | None = None
    """Begins at the first evidence of the finding with this number, counted from 1 in the order of the
    findings.
    """

    def takes(self, event: Header) -> bool:
        kind = event.kind
        return (
            (self.round is None or event.round == self.round)
            and (not self.agents or event.agent in self.agents)
            and (not self.kinds or any(kind == one or kind.startswith(f"{one}.") for one in self.kinds))
        )


def replay(
    reading: Reading,
    console: Console,
    *,
    only: EventFilter = EventFilter(),
    findings: Sequence[Finding] = (),
    speed: float | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Shows `reading`. `speed` is a multiple of the recorded speed; without it, everything is printed at
    once.
    """
    check(reading, only, findings)
    narrator = Narrator()
    verdicts = Verdicts(findings, only, {event.seq: event for event in reading.events})
    met = False
    before: float | None = None if only.finding else 0.0
    for event in reading.events:
        sought = bool(only.text) and event.row.deed is not None and event.agent is not None
        told = narrator.tell(event, all_kinds=bool(only.kinds) or event.seq in verdicts.cited or sought)
        if not only.takes(event) or not verdicts.take(event):
            continue
        if event.seq in verdicts.passed and not (only.kinds or only.text):
            continue
        if only.text or only.class_:
            told = told[:1]  # the event's own line
        if only.text and not any(only.text.lower() in line.lower() for line in _plain(told)):
            continue
        met = True
        if speed is not None:
            sleep(max(0.0, event.t - (event.t if before is None else before)) / speed)
            before = event.t
        for shown in (*told, *verdicts.after(event)):
            console.print(shown)
    if only.text and not met:
        raise UserError(f"no line contains {only.text!r}; try a shorter text, or add --kind")
    for problem in reading.problems:
        console.print(Text(f"{reading.path.name}: {problem}", style="yellow"))
    if reading.ended is None:
        end = f"This run has no end: it was killed or is still in progress; {_last(reading)}."
        console.print(Text(end, style="yellow"), soft_wrap=True)


class Verdicts:
    """The findings that were selected by class or number, with their evidence and the event after which
    each is shown.
    """

    def __init__(self, findings: Sequence[Finding], only: EventFilter, events: Mapping[int, Header]) -> None:
        self._events = events
        self._class = only.class_
        self._start = 0
        chosen = [
            (number, finding)
            for number, finding in enumerate(findings, start=1)
            if number == only.finding or finding.class_ == only.class_
        ]
        if only.finding is not None:
            self._start = findings[only.finding - 1].evidence[0].seq
        self.cited = {point.seq for _, finding in chosen for point in finding.evidence}
        """Seqs of events that are shown even if their kind is not shown by default."""
        shown = {seq: more for _, finding in chosen for seq, more in condense_seqs(finding, events)}
        self.passed = self.cited - shown.keys()
        """The hidden events: those between the first and the last of several equal events in a row."""
        self._more = {} if only.kinds or only.text else {seq: more for seq, more in shown.items() if more}
        self._last: dict[int, list[tuple[int, Finding]]] = {}
        for number, finding in chosen:
            self._last.setdefault(finding.evidence[-1].seq, []).append((number, finding))

    def take(self, event: Header) -> bool:
        return event.seq >= self._start and (self._class is None or event.seq in self.cited)

    def after(self, event: Header) -> list[Text]:
        """Returns a line for events that are left out after `event`, and a line for each finding whose last
        evidence is `event`.
        """
        more = self._more.get(event.seq)
        lines = [] if more is None else [Text(f"{'':9}… {more} more like it", style="dim")]
        return lines + [self._verdict(*one) for one in self._last.get(event.seq, ())]

    def _verdict(self, number: int, finding: Finding) -> Text:
        cited = list_seqs(finding, self._events)
        text = Text(f"finding {number}, {finding.name}", style="bold")
        return text.append(f"  {plain(tell_finding(finding))}; evidence {cited}", style="not bold")


def _plain(told: Sequence[RenderableType]) -> list[str]:
    """Returns the lines as text, without style or width."""
    screen = Console(file=io.StringIO(), width=100_000, color_system=None, markup=False, emoji=False)
    with screen.capture() as captured:
        for shown in told:
            screen.print(shown)
    return captured.get().splitlines()


def _last(reading: Reading) -> str:
    if not reading.events:
        return "the log is empty"
    last = reading.events[-1]
    return f"its last event is {last.seq} ({last.kind}) at {last.t:.1f} s"


def check(reading: Reading, only: EventFilter, findings: Sequence[Finding] = ()) -> None:
    """Raises UserError if the filter cannot match anything; the error lists the possible values."""
    classes = sorted({finding.class_ for finding in findings})
    if only.class_ is not None and only.class_ not in (*SUBS, *classes):
        raise UserError(f"there is no class {only.class_!r}; choose from {', '.join(SUBS)}")
    if only.class_ is not None and only.class_ not in classes:
        raise UserError(
            f"there is no finding of class {only.class_!r} in this run; its classes: {_any(classes)}"
        )
    if only.finding is not None and not 0 < only.finding <= len(findings):
        there = f"its findings are 1 to {len(findings)}" if findings else "it has none"
        raise UserError(f"there is no finding {only.finding} in this run; {there}")
    if not reading.events:
        return
    agents = sorted({event.agent for event in reading.events if event.agent})
    for agent in only.agents:
        if agent not in agents:
            raise UserError(f"there is no agent {agent!r} in this run; its agents: {_any(agents)}")
    kinds = sorted({event.kind for event in reading.events})
    for kind in only.kinds:
        if not any(one == kind or one.startswith(f"{kind}.") for one in kinds):
            raise UserError(f"there is no event of kind {kind!r} in this run; its kinds: {', '.join(kinds)}")
    rounds = sorted({event.round for event in reading.events if event.round is not None})
    if only.round is not None and only.round not in rounds:
        there = f"its rounds are {rounds[0]} to {rounds[-1]}" if rounds else "it has none"
        raise UserError(f"there is no round {only.round} in this run; {there}")


def _any(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"
