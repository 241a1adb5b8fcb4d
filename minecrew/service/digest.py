"""A run's contribution to the figures of all runs: its behaviours, its execution time and its skill calls.

A digest is created once, after a run has ended, and stored in the index.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition

from minecrew.behaviors import LabelledSet, count_calls, labelled_set_for, measure_activity, rounds_showing
from minecrew.judging.findings import findings_of
from minecrew.judging.talk_readings import reader_title
from minecrew.runlog import Record, RoundStarted, RunBundle, RunStarted, read_events
from minecrew.service.index import RunIndex
from minecrew.service.time_limit import LIMIT, within
from minecrew.skills import SkillRecord, run_records

AT_ONCE = 20
"""Number of digests that are created before other work gets a turn."""
PATIENCE = 2.0
"""Seconds for which a request waits for digests that other requests make."""


class FindingDigest(Record):
    """A finding, without its evidence."""

    id: str
    class_: str
    sub: str | None
    agents: tuple[str, ...]
    seq: int
    """The seq of the first event of its evidence."""
    low: bool
    """Whether it has low confidence, so that it is not counted."""


class Digest(Record):
    """The stored data about one run."""

    run: str
    task: str
    """The task's title."""
    agents: tuple[str, ...]
    minds: dict[str, str]
    """Agent -> its mind, and its model if it has one."""
    minutes: float
    """Minutes of execution in game time, which are the same for each agent."""
    rounds: int
    """Number of rounds that were started."""
    reader: str
    """The reader of the discussion, with its version."""
    labelled_set: LabelledSet
    """The labelled set whose figures apply to the run."""
    found: tuple[FindingDigest, ...]
    shown: dict[str, dict[str, int]]
    """Class -> agent -> number of rounds in which the agent showed it (`rounds_showing`)."""
    calls: dict[str, SkillRecord]
    staged: bool = False
    """Whether an agent had a persona, or the run was a skill trial, so its behaviours are staged."""
    judged: tuple[str, ...] = ()
    """The classes of other packages' detectors that were used, in addition to the built-in ones."""


def digest_of(bundle: RunBundle) -> Digest:
    """Creates the digest of a run. Raises UserError if the bundle cannot be read."""
    reading, manifest = read_events(bundle.path), bundle.manifest()
    started = next((event for event in reading.events if isinstance(event, RunStarted)), None)
    findings = findings_of(reading)
    return Digest(
        run=bundle.id,
        task=started.title if started else bundle.id,
        agents=started.agents if started else (),
        minds=manifest.minds if manifest else {},
        minutes=measure_activity(reading.events).seconds / 60,
        rounds=sum(isinstance(event, RoundStarted) for event in reading.events),
        reader=reader_title(reading),
        labelled_set=labelled_set_for(count_calls(reading.events)),
        found=tuple(
            FindingDigest(
                id=one.id,
                class_=one.class_,
                sub=one.sub,
                agents=one.agents,
                seq=one.evidence[0].seq,
                low=one.low,
            )
            for one in findings
        ),
        shown=rounds_showing(findings),
        calls=run_records(bundle),
        staged=bool(started and started.personas) or (manifest is not None and "trial" in manifest.task),
        judged=tuple(one.name for one in manifest.plugins if one.kind == "detectors") if manifest else (),
    )


class Digests:
    """The digests of all runs that have ended. Several threads may ask for them.

    No lock is held while a log is read, so a long log delays only the request that reads it.
    """

    def __init__(self, index: RunIndex, make: Callable[[RunBundle], Digest] = digest_of) -> None:
        self._index, self._make = index, make
        self._changed = Condition()
        self._known: dict[str, tuple[str, Digest | None]] = {}
        """Run -> the stamp of its files, and the digest made from them; None if there is none."""
        self._making: set[tuple[str, str]] = set()
        """Run and stamp of the digests that are being made."""
        self._ended: list[tuple[str, str]] = []
        self._all: list[Digest] = []

    def all(self) -> list[Digest]:
        """All digests, the newest first. If no run was added, the list is the same object as before.

        Digests that another request has been making for more than PATIENCE seconds are left out.
        """
        while self.advance():
            pass
        ended = self._index.ended()
        with self._changed:
            self._changed.wait_for(lambda: not self._making, timeout=PATIENCE)
            if ended != self._ended:
                known = [self._known.get(run, ("", None)) for run, _ in ended]
                self._all = [digest for _, digest in known if digest]
                if all(one[0] == stamp for one, (_, stamp) in zip(known, ended, strict=True)):
                    self._ended = ended
            return self._all

    def advance(self) -> bool:
        """Makes some of the missing digests; returns whether more are missing."""
        ended = self._index.ended()
        stored = [] if self._known else self._index.digests()
        with self._changed:
            for run, stamp, text in stored:
                self._known.setdefault(run, (stamp, Digest.model_validate_json(text) if text else None))
            missing = [one for one in ended if self._is_missing(one)]
        made = []
        for one in missing[:AT_ONCE]:
            with self._changed:
                if not self._is_missing(one):
                    continue
                self._making.add(one)
            run, stamp = one
            digest = None
            try:
                digest = self._read(self._index.bundle(run))
            finally:
                with self._changed:
                    self._known[run] = (stamp, digest)
                    self._making.discard(one)
                    self._changed.notify_all()
            made.append((run, stamp, digest.model_dump_json() if digest else None))
        if made:
            self._index.keep_digests(made)
        return len(missing) > AT_ONCE

    def _is_missing(self, one: tuple[str, str]) -> bool:
        """Whether nobody has made or makes the digest of that run and stamp."""
        run, stamp = one
        return one not in self._making and self._known.get(run, ("",))[0] != stamp

    def _read(self, bundle: RunBundle) -> Digest | None:
        try:
            if not bundle.events_path.is_file():
                return None
            return within(LIMIT, lambda: self._make(bundle), f"run {bundle.id!r}")
        except Exception:  # its card says why
            return None
