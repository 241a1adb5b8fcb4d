"""A run's contribution to the figures of all runs: its behaviours, its execution time and its skill calls.

A digest is created once, after a run has ended, and stored in the index.
"""

from __future__ import annotations

from threading import Lock

from minecrew.behaviors import measure_activity
from minecrew.judging.findings import findings_of
from minecrew.runlog import Record, RunBundle, RunStarted, read_events
from minecrew.service.index import RunIndex
from minecrew.skills import SkillRecord, run_records

AT_ONCE = 20
"""Number of digests that are created before other work gets a turn."""


class FindingDigest(Record):
    """A finding, without its evidence."""

    id: str
    class_: str
    sub: str | None
    agents: tuple[str, ...]
    seq: int
    """The seq of the first event of its evidence."""


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
    found: tuple[FindingDigest, ...]
    calls: dict[str, SkillRecord]
    staged: bool = False
    """Whether an agent had a persona, or the run was a skill trial, so that its behaviours did not emerge."""
    judged: tuple[str, ...] = ()
    """The classes of other packages' detectors that were used, besides ours."""


def digest_of(bundle: RunBundle) -> Digest:
    """Creates the digest of a run. Raises UserError if the bundle cannot be read."""
    reading, manifest = read_events(bundle.path), bundle.manifest()
    started = next((event for event in reading.events if isinstance(event, RunStarted)), None)
    return Digest(
        run=bundle.id,
        task=started.title if started else bundle.id,
        agents=started.agents if started else (),
        minds=manifest.minds if manifest else {},
        minutes=measure_activity(reading.events).seconds / 60,
        found=tuple(
            FindingDigest(
                id=one.id, class_=one.class_, sub=one.sub, agents=one.agents, seq=one.evidence[0].seq
            )
            for one in findings_of(reading)
        ),
        calls=run_records(bundle),
        staged=bool(started and started.personas) or (manifest is not None and "trial" in manifest.task),
        judged=tuple(one.name for one in manifest.plugins if one.kind == "detectors") if manifest else (),
    )


class Digests:
    """The digests of all runs that have ended. It may be used from several threads."""

    def __init__(self, index: RunIndex) -> None:
        self._index = index
        self._lock = Lock()
        self._known: dict[str, tuple[str, Digest | None]] = {}
        """Run -> the stamp of its files, and the digest made from them; None if the files cannot be read."""
        self._ended: list[tuple[str, str]] = []
        self._all: list[Digest] = []

    def all(self) -> list[Digest]:
        """All digests, the newest first. If no run was added, the list is the same object as before."""
        while self.advance():
            pass
        return self._all

    def advance(self) -> bool:
        """Creates some of the missing digests; returns whether more are missing."""
        with self._lock:
            if not self._known:
                for run, stamp, text in self._index.digests():
                    self._known[run] = (stamp, Digest.model_validate_json(text) if text else None)
            ended = self._index.ended()
            if ended == self._ended:
                return False
            stale = [one for one in ended if self._known.get(one[0], ("",))[0] != one[1]]
            made = [(run, stamp, _read(self._index.bundle(run))) for run, stamp in stale[:AT_ONCE]]
            self._known |= {run: (stamp, digest) for run, stamp, digest in made}
            self._index.keep_digests(
                (run, stamp, digest.model_dump_json() if digest else None) for run, stamp, digest in made
            )
            if len(stale) > AT_ONCE:
                return True
            self._ended, self._all = ended, [one for run, _ in ended if (one := self._known[run][1])]
            return False


def _read(bundle: RunBundle) -> Digest | None:
    try:
        return digest_of(bundle) if bundle.events_path.is_file() else None
    except Exception:  # its card says why
        return None
