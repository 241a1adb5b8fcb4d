"""The findings of a run or of any event log: stores, prints, counts and recomputes them.

Findings depend only on the events, so recomputing them gives the same bytes as at the end of the run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import ValidationError
from rich.console import Console
from rich.text import Text

from minecrew.behaviors import (
    DETECTOR_PLUGINS,
    SUBS,
    WHERE,
    Finding,
    Judgement,
    Misquoted,
    check_quotes,
    corrected_shares,
    count_calls,
    detector_names,
    in_order,
    judge,
    labelled_set_for,
    said_and_did,
    tell_story,
)
from minecrew.judging.talk_readings import reader_of_run, reader_title, readings_by
from minecrew.options import ReaderTable
from minecrew.runlog import (
    Header,
    Reading,
    RoundStarted,
    RunBundle,
    RunStarted,
    UserError,
    bundle_of,
    read_file,
)
from minecrew.terminal import say_error
from minecrew.terminal.evidence import tell_evidence
from minecrew.terminal.formatting import clock, count_findings, plain, tell_counts, tell_finding, tell_setting


@dataclass(frozen=True)
class FindingFilter:
    """A filter for findings; None means all."""

    name: str | None = None
    """A class, or a class and sub-class, e.g. 'volunteer' or 'volunteer.time'."""
    agent: str | None = None
    """An agent that acts in a finding, or is affected by it."""

    def takes(self, finding: Finding) -> bool:
        return self.name in (None, finding.class_, finding.name) and (
            self.agent is None or self.agent in (*finding.agents, *finding.targets)
        )


def show_findings(
    reading: Reading,
    console: Console,
    *,
    only: FindingFilter = FindingFilter(),
    json: bool,
    recompute: bool,
    reader: ReaderTable | None = None,
) -> None:
    """Prints the findings; with `json`, in the form of findings.jsonl. `reader`: as in `judge_again`; if it
    is given, the run is judged again. Files are written only if `recompute` is set and the log belongs to a
    run.
    """
    stored = None if recompute or reader else _stored(reading)
    judged = judge_again(reading, reader) if stored is None else Judgement(stored, (), ())
    findings = judged.findings
    check_filter(only, reading, findings)
    for why in judged.problems:
        say_error(why)
    if recompute and (bundle := bundle_of(reading)) is not None:
        keep_findings(bundle, findings)
    wanted = [finding for finding in findings if only.takes(finding)]
    if json:
        for finding in wanted:
            console.file.write(finding.line() + "\n")
        return
    if reading.started and (given := tell_setting(reading.started)):
        console.print(Text(given, style="yellow"), soft_wrap=True)
    events = {event.seq: event for event in reading.events}
    for finding in wanted:
        print_finding(finding, events, console)
    told = tell_counts(count_findings(wanted)) if reading.events else "nothing, because the log has no events"
    console.print(Text(f"found: {told}", style="bold"), soft_wrap=True)
    if low := [finding for finding in wanted if finding.low]:
        why = "from words as read by the rules: low confidence, not counted above"
        console.print(Text(f"{tell_counts(count_findings(low, low=True))} {why}"), soft_wrap=True)
    for told, doubted in tell_shares(reading, findings, reader):
        console.print(Text(plain(told), style="dim" if doubted else ""), soft_wrap=True)
    words = list(said_and_did(tell_story(reading.events)))
    if words:
        kept = sum(word.kept for word in words)
        console.print(Text(f"promises kept: {kept} of {len(words)} ({kept / len(words):.0%})"))
    for problem in reading.problems:
        console.print(Text(f"{reading.path.name}: {problem}", style="yellow"), soft_wrap=True)


def tell_shares(
    reading: Reading, findings: Sequence[Finding], reader: ReaderTable | None
) -> Iterator[tuple[str, bool]]:
    """Returns one line per class that was found, with the share of agents' rounds that show it, and whether
    that share is in doubt.
    """
    units = len({event.round for event in reading.events if isinstance(event, RoundStarted)})
    started = reading.started
    who = reader_title(reading, reader)
    agents = started.agents if started else ()
    known = labelled_set_for(count_calls(reading.events))
    shares = corrected_shares(findings, units * len(agents), who, labelled_set=known)
    for name, share in shares.items():
        if not share.found:
            continue
        told = f"{name}: {share.found} of {share.units} agents' rounds ({share.raw:.0%})"
        if share.corrected is not None and share.interval is not None:
            ends = f"[{share.interval.low:.0%}, {share.interval.high:.0%}]"
            told += f", corrected {share.corrected:.0%} {ends}"
        if share.recall is not None and share.specificity is not None:
            told += f"; in {WHERE[known]}, {who} has recall {share.recall:.2f}, "
            told += f"specificity {share.specificity:.3f}"
        yield told + "".join(f"; warning: {doubt}" for doubt in share.doubts), bool(share.doubts)


def findings_of(reading: Reading) -> tuple[Finding, ...]:
    """Returns the findings that were stored when the run ended, or new ones if there are none. Raises
    UserError if the stored findings do not belong to this log.
    """
    stored = _stored(reading)
    return judge_again(reading).findings if stored is None else stored


def judge_again(reading: Reading, reader: ReaderTable | None = None) -> Judgement:
    """Returns the findings of the installed detectors, and the stored findings of detectors that are no
    longer installed.

    `reader`: the reader whose stored readings of the discussion are used; None means the one that the run's
    task names. `problems` gets one line for each detector that is no longer installed.
    """
    bundle = bundle_of(reading)
    judged = judge(reading.events, readings=readings_by(reading, reader or reader_of_run(bundle)))
    try:
        manifest = bundle.manifest() if bundle else None
    except UserError:  # what is found does not rest on it
        manifest = None
    there = {plugin.record.name for plugin in DETECTOR_PLUGINS.outside()} | SUBS.keys()
    used = {one.name: one for one in manifest.plugins if one.kind == "detectors"} if manifest else {}
    try:
        stored = _stored(reading) or ()
    except UserError:  # it is about to be written again
        stored = ()
    kept = [finding for finding in stored if finding.class_ not in there]
    missing = sorted({*used, *(finding.class_ for finding in kept)} - there)
    told = [
        f"{used[name].title if name in used else f'the detector {name!r}'} is not installed: "
        "its earlier findings are kept, but there are no new ones; install it to judge again"
        for name in missing
    ]
    return Judgement(
        in_order([*judged.findings, *kept]), (*judged.classes, *missing), (*judged.problems, *told)
    )


def keep_findings(bundle: RunBundle, findings: Iterable[Finding]) -> None:
    """Writes findings.jsonl, and the counts into result.json if the run has one."""
    findings = tuple(findings)
    bundle.write_findings([finding.line() for finding in findings])
    result = bundle.result()
    if result is not None:
        bundle.write_result(result.model_copy(update={"findings": count_findings(findings)}))


def print_finding(finding: Finding, events: Mapping[int, Header], console: Console) -> None:
    first, last = (clock(events[finding.evidence[at].seq]) for at in (0, -1))
    head = Text(finding.name, style="bold").append(plain(f"  {tell_finding(finding)}"), style="not bold")
    head.append(f"  round {finding.round}, {first} to {last}", style="not bold dim")
    console.print(head, soft_wrap=True)
    if finding.reader:
        sure = ", low confidence" if finding.low else ""
        console.print(Text(plain(f"  talk read by {finding.reader}{sure}"), style="dim"), soft_wrap=True)
    for line in tell_evidence(finding, events):
        console.print(Text(f"  {line}", style="dim"), soft_wrap=True)


def _stored(reading: Reading) -> tuple[Finding, ...] | None:
    """Returns the findings that were stored when the run ended; None if there are none."""
    bundle = bundle_of(reading)
    if bundle is None:
        return None
    path = bundle.findings_path
    try:
        text = read_file(path, within=path.parent).decode()
        lines = text.split("\n")  # not splitlines: a quote may hold other ends of lines
        findings = [Finding.model_validate_json(line) for line in lines if line]
        check_quotes(findings, reading.events)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, ValidationError, Misquoted) as error:
        raise UserError(
            f"{str(path)!r} does not belong to this log; judge the run again with --recompute"
        ) from error
    return tuple(findings)


def check_filter(only: FindingFilter, reading: Reading, findings: Iterable[Finding] = ()) -> None:
    """Raises UserError if no finding can match the filter; the message lists the possible values.

    `findings`: the findings to filter; some may have classes of other packages.
    """
    names = [*SUBS, *(f"{name}.{sub}" for name, subs in SUBS.items() for sub in subs if sub)]
    others = {name: None for one in findings for name in (one.class_, one.name)}
    names = list(dict.fromkeys((*names, *detector_names(), *others)))
    if only.name is not None and only.name not in names:
        raise UserError(f"there is no class {only.name!r}; choose from {', '.join(names)}")
    team = next((event.agents for event in reading.events if isinstance(event, RunStarted)), ())
    if only.agent is not None and only.agent not in team:
        raise UserError(
            f"there is no agent {only.agent!r} in this run; its agents: {', '.join(team) or 'none'}"
        )
