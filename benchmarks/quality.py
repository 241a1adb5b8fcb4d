"""Compares precision, recall and F1 of the detectors on the labelled corpus with a stored baseline.

`python -m benchmarks.quality` prints the figures for all parts except `sealed`, separately for actions
('deed') and for talk alone ('talk'), with bootstrap intervals. The exit code is 1 if an F1 is below the
baseline, which `--keep` stores in benchmarks/quality.json. Both readers are scored: the built-in rules, and a
model with recorded answers (`benchmarks.recordings`), whose figures are shown as 'PART by a model'. A missing
answer is an error. The units of kappa, recall and specificity are pairs of an agent and a round.
`--keep` also stores the figures of the parts `test` and `minds-test` that the agreement gate needs.
`--part NAME` scores one part alone. `sealed` is scored only in this way, and is not compared with a baseline.
`python -m benchmarks.quality PATH` prints the figures for other case files, without comparing them.

A finding matches a label if class, sub-class, round and acting agents are the same, if the targets are the
same (unless the label has none), and if the finding cites at least one event of the label's evidence. Each
finding matches at most one label, and each label at most one finding. A label without a finding counts as
missed. A finding without a label counts as wrong, because the corpus labels every instance. Classes that a
case leaves undecided are not scored. Each label says whether actions or talk decide it. A wrong finding is
counted under the same basis, actions or talk, as the case's near-miss of that class. Without a near-miss, it
is counted under actions if the execution of its round is recorded, and otherwise under talk. Missed labels
and wrong findings are listed, except for the parts `test` and `sealed`: only numbers are printed for these,
so that nobody tunes rules to them.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from benchmarks.corpus import HOME, PARTS, Basis, Case, Label, load_cases
from benchmarks.labelling import MINDS, load_minds
from benchmarks.recordings import is_recorded, load_recordings, readings_of
from minecrew.behaviors import (
    CLASSES,
    GATE,
    MODEL_READER,
    RULES_READER,
    SUBS,
    Finding,
    LabelledSet,
    RoundReading,
    UnitPair,
    find,
    measure_units,
    tell_story,
    wilson_interval,
)
from minecrew.runlog import Event, UserError

BASELINE = Path(__file__).parent / "quality.json"
NAMES = [f"{cls}.{sub}" if sub else cls for cls, subs in SUBS.items() for sub in subs]
BASES: tuple[Basis, ...] = ("deed", "talk")
CLOSED = {"test", "sealed"}
"""Parts for which only numbers are printed."""
SAMPLES = 1000
SEED = 20251121
SLACK = 0.0005
"""How far an F1 may be below the baseline, which is stored with three digits."""

Find = Callable[[Sequence[Event]], Sequence[Finding]]
Scores = dict[str, dict[str, dict[str, float]]]
"""Part -> 'deed' or 'talk' -> sub-class -> F1."""
GateFigures = dict[LabelledSet, dict[str, dict[str, dict[str, float]]]]
"""Labelled set -> reader -> class -> count of units."""


class ScoreKey(NamedTuple):
    """The basis and the class of findings and labels that are counted together."""

    basis: Basis
    name: str
    """A class, or class and sub-class, e.g. 'volunteer.time'."""


@dataclass(frozen=True)
class CaseResult:
    """The result of one case."""

    case: Case
    hits: Mapping[ScoreKey, int]
    missed: Sequence[tuple[ScoreKey, Label]]
    wrong: Sequence[tuple[ScoreKey, Finding]]
    findings: Sequence[Finding] = ()


@dataclass(frozen=True)
class Score:
    """The counts of one group in one part."""

    hits: int
    missed: int
    wrong: int

    @property
    def precision(self) -> float | None:
        """The share of the findings that are right; None if there are no findings."""
        return self.hits / (self.hits + self.wrong) if self.hits + self.wrong else None

    @property
    def recall(self) -> float | None:
        """The share of the labels that were found; None if there are no labels."""
        return self.hits / (self.hits + self.missed) if self.hits + self.missed else None

    @property
    def f1(self) -> float | None:
        """The F1; None if there is neither a label nor a finding."""
        both = 2 * self.hits + self.missed + self.wrong
        return 2 * self.hits / both if both else None


def find_ours(events: Sequence[Event]) -> tuple[Finding, ...]:
    """Returns the findings of the built-in detectors only."""
    return find(events, {})


def judge_recorded(case: Case, recordings: Mapping[str, RoundReading]) -> CaseResult:
    """Judges a case with a model's recorded readings. Raises MissingRecording if an answer is missing."""
    readings = readings_of(case, recordings)
    return judge_case(case, lambda events: find(events, {}, readings=readings))


def judge_case(case: Case, find: Find = find_ours) -> CaseResult:
    """Compares the findings in a case with its labels."""
    open_labels = [label for label in case.labels if label.cls not in case.undecided]
    hits: Counter[ScoreKey] = Counter()
    wrong: list[tuple[ScoreKey, Finding]] = []
    findings = find(case.events)
    for finding in findings:
        if finding.class_ in case.undecided:
            continue
        label = next((label for label in open_labels if matches(finding, label)), None)
        if label is None:
            wrong.append((ScoreKey(_basis(case, finding), finding.name), finding))
        else:
            open_labels.remove(label)
            hits[_group(label)] += 1
    missed = [(_group(label), label) for label in open_labels]
    return CaseResult(case, hits, missed, wrong, tuple(findings))


def matches(finding: Finding, label: Label) -> bool:
    return (
        (finding.class_, finding.sub, finding.round) == (label.cls, label.sub, label.round)
        and set(finding.agents) == set(label.agents)
        and (not label.targets or set(finding.targets) == set(label.targets))
        and not {point.seq for point in finding.evidence}.isdisjoint(label.seqs)
    )


def score(outcomes: Sequence[CaseResult], group: ScoreKey) -> Score:
    return _sum([_counts(outcome, group) for outcome in outcomes])


def interval(outcomes: Sequence[CaseResult], group: ScoreKey) -> tuple[float, float] | None:
    """Returns the 95 % bootstrap interval of F1 over cases; the same cases always give the same interval."""
    chance = random.Random(SEED)
    counts = [_counts(outcome, group) for outcome in outcomes]
    drawn = (_sum(chance.choices(counts, k=len(counts))).f1 for _ in range(SAMPLES))
    f1s = sorted(f1 for f1 in drawn if f1 is not None)
    return (f1s[int(0.025 * len(f1s))], f1s[int(0.975 * (len(f1s) - 1))]) if f1s else None


def print_part(part: str, outcomes: Sequence[CaseResult], *, named: bool) -> dict[str, dict[str, float]]:
    """Prints the figures of a part and, if `named`, missed labels and wrong findings; returns the F1s."""
    labels = sum(len(outcome.case.labels) for outcome in outcomes)
    print(f"\n{part}: {len(outcomes)} cases, {labels} labels")
    head = f"  {'':5} {'':28} {'found':>5} {'missed':>6} {'wrong':>5}"
    print(f"{head}  {'prec':>5} {'rec':>5} {'F1':>5} {'kappa':>5}  95 %")
    f1s: dict[str, dict[str, float]] = {}
    for basis in BASES:
        for name in NAMES:
            group = ScoreKey(basis, name)
            got = score(outcomes, group)
            if got.f1 is None:
                continue
            f1s.setdefault(basis, {})[name] = round(got.f1, 3)
            ends = interval(outcomes, group)
            span = f"{ends[0]:.2f}-{ends[1]:.2f}" if ends else ""
            figures = " ".join(_figure(value) for value in (got.precision, got.recall, got.f1))
            kappa = _figure(measure_units(unit_pairs(outcomes, name, basis)).kappa)
            counts = f"{got.hits:5} {got.missed:6} {got.wrong:5}"
            print(f"  {basis:5} {name:28} {counts}  {figures} {kappa}  {span}")
    bare = [outcome for outcome in outcomes if not outcome.case.labels]
    for told, low in (("", True), (", without findings of low confidence", False)):
        alarms = sum(any(low or not finding.low for _, finding in outcome.wrong) for outcome in bare)
        if bare:
            wide = wilson_interval(alarms, len(bare))
            share = f"{alarms / len(bare):.1%} [{wide.low:.1%}, {wide.high:.1%}]"
            print(f"  {len(bare)} cases without a label{told}: false alarms in {alarms}, {share}")
    if named:
        for outcome in outcomes:
            for group, label in outcome.missed:
                print(f"  missed  {outcome.case.id}: {group.name} {'+'.join(label.agents)} @{label.round}")
            for group, finding in outcome.wrong:
                print(
                    f"  wrong   {outcome.case.id}: {group.name} {'+'.join(finding.agents)} @{finding.round}"
                )
    return f1s


def worse(now: Scores, before: Scores) -> list[str]:
    """Returns a line for each F1 that is below the baseline."""
    told = []
    for part, bases in before.items():
        for basis, names in bases.items():
            for name, least in names.items():
                got = now.get(part, {}).get(basis, {}).get(name, 0.0)
                if got < least - SLACK:
                    told.append(f"{part} {basis} {name}: F1 {got:.3f}, was {least:.3f}")
    return told


def main(arguments: Sequence[str], *, home: Path = HOME, baseline: Path = BASELINE) -> int:
    """Returns the exit code: 1 if an F1 is below the baseline."""
    parser = argparse.ArgumentParser("benchmarks.quality")
    parser.add_argument("path", type=Path, nargs="?", help="other case files, which are not compared")
    parser.add_argument("--part", choices=(*PARTS, *MINDS), help="only this part; sealed needs this option")
    parser.add_argument("--keep", action="store_true", help=f"store the figures in {baseline.name}")
    asked = parser.parse_args(arguments)
    cases = list(load_cases(asked.path or home))
    if not asked.path and home == HOME:
        cases = [*cases, *load_minds()]
    parts = sorted({case.part for case in cases})
    if asked.part:
        parts = [part for part in parts if part == asked.part]
    elif not asked.path:
        parts = [part for part in parts if part != "sealed"]
    if not parts:
        raise UserError(f"there are no cases of the part {asked.part!r} in {str(asked.path or home)!r}")
    now: Scores = {}
    measured: dict[str, list[CaseResult]] = {}
    for part in parts:
        own = [case for case in cases if case.part == part]
        closed = part.rpartition("-")[2] in CLOSED
        measured[part] = [judge_case(case) for case in own]
        now[part] = print_part(part, measured[part], named=not closed)
        if home == HOME and not asked.path and (recordings := load_recordings(part)):
            name = f"{part} by a model"
            if part == "dev":  # only a sample of it is recorded
                own = [case for case in own if is_recorded(case, recordings)]
            measured[name] = [judge_recorded(case, recordings) for case in own]
            now[name] = print_part(name, measured[name], named=not closed)
    if asked.path or asked.part == "sealed":
        return 0
    before = json.loads(baseline.read_text("utf-8")) if asked.part or not asked.keep else {}
    if asked.keep:
        baseline.write_text(json.dumps({**before, **now}, indent=2) + "\n", encoding="utf-8")
        if not asked.part and baseline == BASELINE:
            GATE.write_text(json.dumps(gate_figures(measured), indent=1) + "\n", encoding="utf-8")
        return 0
    told = _stale_gate(measured) if baseline == BASELINE else []
    told += worse(now, {part: before[part] for part in before if not asked.part or part in now})
    print("\n" + ("\n".join(f"worse: {line}" for line in told) or "no F1 lies below the baseline"))
    return 1 if told else 0


def unit_pairs(
    outcomes: Sequence[CaseResult], name: str, basis: Basis | None = None, *, counted: bool = False
) -> list[UnitPair]:
    """For each agent and round: whether a label has it, and whether a finding has it.

    `counted`: only what shares count, i.e. rounds whose execution is recorded, and no findings of low
    confidence.
    """
    pairs = []
    for outcome in outcomes:
        case, story = outcome.case, tell_story(outcome.case.events)
        if name.partition(".")[0] in case.undecided:
            continue
        labels = [label for label in case.labels if name in (label.cls, f"{label.cls}.{label.sub}")]
        found = [
            finding
            for finding in outcome.findings
            if name in (finding.class_, finding.name) and not (counted and finding.low)
        ]
        for one in story.rounds:
            if counted and not one.recorded:
                continue
            for agent in case.team:
                own = [label for label in labels if label.round == one.number and agent in label.agents]
                said = any(finding.round == one.number and agent in finding.agents for finding in found)
                where = own[0].basis if own else "deed" if one.recorded else "talk"
                if basis in (None, where):
                    pairs.append(UnitPair(bool(own), said))
    return pairs


def gate_figures(measured: Mapping[str, Sequence[CaseResult]]) -> GateFigures:
    """How well each reader does on each labelled set, for the gate: per class, by agent and round."""
    sets: dict[LabelledSet, str] = {"written": "test", "models": "minds-test"}
    readers = {RULES_READER: "", MODEL_READER: " by a model"}
    return {
        labelled_set: {
            reader: {
                name: measure_units(unit_pairs(measured[part + by], name, counted=True)).model_dump()
                for name in CLASSES
            }
            for reader, by in readers.items()
        }
        for labelled_set, part in sets.items()
        if all(part + by in measured for by in readers.values())
    }


def _stale_gate(measured: Mapping[str, Sequence[CaseResult]], path: Path = GATE) -> list[str]:
    kept = json.loads(path.read_text("utf-8"))
    return [
        f"{path.name} has other figures for {labelled_set}, {reader!r} and {name}; store new ones with --keep"
        for labelled_set, readers in gate_figures(measured).items()
        for reader, classes in readers.items()
        for name, figures in classes.items()
        if figures != kept.get(labelled_set, {}).get(reader, {}).get(name)
    ]


def _figure(value: float | None) -> str:
    return "    -" if value is None else f"{value:5.2f}"


def _group(label: Label) -> ScoreKey:
    return ScoreKey(label.basis, f"{label.cls}.{label.sub}" if label.sub else label.cls)


def _basis(case: Case, finding: Finding) -> Basis:
    near = next((near.basis for near in case.near if near.cls == finding.class_), None)
    if near is not None:
        return near
    found_in = tell_story(case.events).round(finding.round)
    return "deed" if found_in is not None and found_in.recorded else "talk"


def _counts(outcome: CaseResult, group: ScoreKey) -> Score:
    missed = sum(one == group for one, _ in outcome.missed)
    return Score(outcome.hits.get(group, 0), missed, sum(one == group for one, _ in outcome.wrong))


def _sum(scores: Sequence[Score]) -> Score:
    return Score(
        sum(one.hits for one in scores), sum(one.missed for one in scores), sum(one.wrong for one in scores)
    )


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except UserError as error:
        sys.exit(f"benchmarks.quality: {error}")
