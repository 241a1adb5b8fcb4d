"""The report on a fork: what differs between the continuations with the change and those without.

Each seed has a pair of continuations, one with the change and one without. Continuations that are identical
after the fork count once: a pair does not count if both its continuations are identical to those of an
earlier pair. Intervals are those of studies: Wilson's for shares, Agresti and Min's for their difference
within pairs, and a studentised bootstrap for means.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Literal

from minecrew.behaviors import (
    Estimate,
    PairedDifference,
    compare_paired,
    estimate_mean,
    estimate_share,
)
from minecrew.judging.findings import findings_of
from minecrew.runlog import (
    TICKS,
    Forked,
    ForkOrigin,
    Reading,
    Record,
    RunBundle,
    UserError,
    first_difference,
    summarize,
)

Arm = Literal["control", "change"]


class Continuation(Record):
    """One run that goes on from the fork."""

    run: str
    arm: Arm
    """control: nothing is changed but the seed."""
    seed: int
    begun: int
    """The number of its `forked` event: everything before it is a copy."""
    outcome: str
    rounds: int
    seconds: float | None
    """Game seconds after the fork."""
    findings: dict[str, int]
    """Class and sub-class -> findings with evidence after the fork."""
    same_as: str | None = None
    """An earlier continuation with the same events after the fork."""


class ForkContrast(Record):
    """One figure, without and with the change."""

    name: str
    share: bool
    """Whether it is the share of continuations with something; otherwise it is a mean."""
    control: Estimate | None
    change: Estimate | None
    difference: PairedDifference | None
    """With the change minus without, by seed."""


class ForkReport(Record):
    """The output of `minecrew fork --json`."""

    run: str
    at: int
    change: str
    seeds: tuple[int, ...]
    different: dict[Arm, int]
    """Number of different continuations."""
    pairs: int
    """Number of different pairs, of which the differences are made."""
    contrasts: tuple[ForkContrast, ...]
    continuations: tuple[Continuation, ...]


def continuation(bundle: RunBundle, origin: ForkOrigin, earlier: Sequence[Continuation]) -> Continuation:
    """The outcome of a continuation. `earlier`: the continuations that were played before, in the same runs
    folder.

    Raises UserError if it ended before the fork.
    """
    reading = bundle.read()
    begun = _begun(reading, origin)
    if begun is None:
        raise UserError(
            f"no agent made a decision at or after event {origin.at}, so nothing was changed; fork earlier"
        )
    result = summarize(reading.events)
    findings = [one.name for one in findings_of(reading) if not one.low and one.evidence[-1].seq > begun.seq]
    ticks = [event.tick for event in (begun, reading.events[-1]) if event.tick is not None]
    return Continuation(
        run=bundle.id,
        arm="change" if origin.change else "control",
        seed=origin.seed,
        begun=begun.seq,
        outcome=result.outcome,
        rounds=result.rounds,
        seconds=(ticks[1] - ticks[0]) / TICKS if len(ticks) == 2 else None,
        findings={name: findings.count(name) for name in sorted(set(findings))},
        same_as=_same(bundle, reading, begun, earlier),
    )


def _begun(reading: Reading, origin: ForkOrigin) -> Forked | None:
    """Where this fork begins in the log, which may also contain the forks that its origin comes from."""
    sought = (origin.run, origin.at, origin.seed, origin.change and origin.change.kind)
    for event in reading.events:
        if isinstance(event, Forked) and (event.run, event.at, event.seed, event.change) == sought:
            return event
    return None


def _same(bundle: RunBundle, reading: Reading, begun: Forked, earlier: Sequence[Continuation]) -> str | None:
    after = reading.events[begun.seq + 1 :]
    for one in earlier:
        if one.same_as is None and one.begun == begun.seq:
            other = RunBundle(bundle.path.parent / one.run).read().events[one.begun + 1 :]
            if first_difference(other, after) is None:
                return one.run
    return None


def compare_arms(origin: ForkOrigin, played: Sequence[Continuation]) -> ForkReport:
    """Compares the continuations. `origin`: the event at which they begin, and the change."""
    arms: dict[Arm, list[Continuation]] = {"control": [], "change": []}
    for one in played:
        arms[one.arm].append(one)
    seeds = _different_seeds(arms)
    names = sorted({name for one in played for name in one.findings})

    def contrast(
        name: str, value: Callable[[Continuation], float | None], *, share: bool = True
    ) -> ForkContrast:
        told = {arm: _by_seed(ones, value) for arm, ones in arms.items()}
        single = {
            arm: _by_seed([one for one in ones if not one.same_as], value) for arm, ones in arms.items()
        }
        estimate = estimate_share if share else estimate_mean
        control, change = ({seed: told[arm].get(seed, []) for seed in seeds} for arm in ("control", "change"))
        return ForkContrast(
            name=name,
            share=share,
            control=estimate(single["control"]),
            change=estimate(single["change"]),
            difference=compare_paired(change, control, shares=share),
        )

    return ForkReport(
        run=origin.run,
        at=origin.at,
        change=origin.change.title if origin.change else "",
        seeds=tuple(dict.fromkeys(one.seed for one in played)),
        different={arm: sum(not one.same_as for one in ones) for arm, ones in arms.items()},
        pairs=len(seeds),
        contrasts=(
            contrast("goal met", lambda one: one.outcome == "met"),
            *(contrast(name, partial(_has, name)) for name in names),
            contrast("rounds", lambda one: one.rounds, share=False),
            contrast("game seconds", lambda one: one.seconds, share=False),
        ),
        continuations=tuple(played),
    )


def _has(name: str, one: Continuation) -> bool:
    return one.findings.get(name, 0) > 0


def _by_seed(
    ones: Sequence[Continuation], value: Callable[[Continuation], float | None]
) -> dict[int, list[float]]:
    return {one.seed: [known] for one in ones if (known := value(one)) is not None}


def _different_seeds(arms: Mapping[Arm, Sequence[Continuation]]) -> list[int]:
    """The seeds whose pair of continuations did not come before."""
    change = {one.seed: one.same_as or one.run for one in arms["change"]}
    pairs: dict[tuple[str, str], int] = {}
    for one in arms["control"]:
        if one.seed in change:
            pairs.setdefault((one.same_as or one.run, change[one.seed]), one.seed)
    return list(pairs.values())
