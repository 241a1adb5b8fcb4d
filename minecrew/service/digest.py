"""What is told of all runs together, of each run: its behaviours, the time for them, its calls of skills."""

from __future__ import annotations

from dataclasses import dataclass

from behaviors import FindingClass, FindingSub, measure_activity
from minecrew.findings import findings_of
from runlog import RunBundle, RunStarted, read_events
from skills import Record, run_records


@dataclass(frozen=True)
class Found:
    """A finding, without its evidence."""

    id: str
    class_: FindingClass
    sub: FindingSub | None
    agents: tuple[str, ...]
    seq: int
    """Of its first evidence."""


@dataclass(frozen=True)
class Digest:
    """One run's."""

    run: str
    task: str
    """Its title."""
    agents: tuple[str, ...]
    minds: dict[str, str]
    """Agent -> its mind, and model where there is one."""
    minutes: float
    """Of execution, in game time: each agent had as many."""
    found: tuple[Found, ...]
    calls: dict[str, Record]


def digest_of(bundle: RunBundle) -> Digest:
    """Raises UserError where the bundle cannot be read."""
    reading, manifest = read_events(bundle.path), bundle.manifest()
    started = next((event for event in reading.events if isinstance(event, RunStarted)), None)
    return Digest(
        run=bundle.id,
        task=started.title if started else bundle.id,
        agents=started.agents if started else (),
        minds=manifest.minds if manifest else {},
        minutes=measure_activity(reading.events).seconds / 60,
        found=tuple(
            Found(one.id, one.class_, one.sub, one.agents, one.evidence[0].seq)
            for one in findings_of(reading)
        ),
        calls=run_records(bundle),
    )
