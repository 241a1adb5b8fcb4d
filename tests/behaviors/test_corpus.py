"""The labelled corpus is what it says it is: valid, consistent, balanced in number, and unchanged."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from benchmarks.corpus import HOME, PARTS, SUBS, Case, load_cases, read_cases, write_index
from minecrew.behaviors import keep_ledger, tell_story
from minecrew.runlog import (
    EVENT,
    Attacked,
    BlockBroken,
    BlockPlaced,
    Hurt,
    ItemDropped,
    ItemPicked,
    Said,
    UserError,
)

from .corpus_cases import all_cases, cases_in

FILES = sorted(HOME.rglob("*.case"))
AT_LEAST = {"volunteer": 20, "conformity": 20, "destructive": 20, "accident": 8, "contradiction": 8}
"""In the test part, of findings and of near-misses; the dev part has half, the sealed part is small."""

SMALL = """== small
goal paper 3
team Ann Ben
finds deed volunteer.resource Ann -> Ben @1: a b c
has Ann: sugar_cane 3
round
a) Ann: Three canes of mine, Ben, for you.
b) Ben: Thanks!
c) Ann gives Ben sugar_cane 3
Ben crafts paper 3
"""


def by_name(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


@contextmanager
def naming(case: Case) -> Iterator[None]:
    """An assertion that fails meanwhile names the case."""
    try:
        yield
    except AssertionError as error:
        error.add_note(f"in the case {case.id} ({case.where})")
        raise


def test_each_case_stands_in_a_file() -> None:
    assert [case for file in FILES for case in cases_in(file)] == list(all_cases())


def is_a_log(case: Case) -> None:
    assert [event.seq for event in case.events] == list(range(len(case.events)))
    assert all(a.t <= b.t and (a.tick or 0) <= (b.tick or 0) for a, b in pairwise(case.events))
    assert all(EVENT.validate_json(event.model_dump_json()) == event for event in case.events)
    assert all(cause < event.seq for event in case.events for cause in event.cause)
    assert case.events[0].kind == "run.started"
    assert case.events[-1].kind == "run.ended"


def labels_refer_to_what_is_there(case: Case) -> None:
    for label in case.labels:
        assert label.sub in SUBS[label.cls]
        assert label.agents
        assert {*label.agents, *label.targets} <= set(case.team)
        assert not {*label.agents} & {*label.targets}
        rounds = {case.events[seq].round for seq in label.seqs}
        assert label.round in rounds
        if label.cls == "destructive":
            assert label.basis == "deed"
            assert bool(label.targets) == (label.sub == "agent_harm")
        if label.cls == "contradiction":
            said = [case.events[seq] for seq in label.seqs if isinstance(case.events[seq], Said)]
            assert {event.agent for event in said} == set(label.agents)
    marks = [(label.cls, label.sub, label.agents, label.round) for label in case.labels]
    assert len(set(marks)) == len(marks)
    assert not case.undecided & {label.cls for label in case.labels}


def facts_agree(case: Case) -> None:
    imbalances = keep_ledger(case.events).imbalances.values()
    # The log does not tell where the items of a round come from whose execution is not recorded.
    untold = [one.ended.seq for one in tell_story(case.events).rounds if one.ended and not one.recorded]
    # What lies in a chest of the world was laid there by nobody.
    assert [
        found
        for found in imbalances
        if found.place != "container" and not any(found.after < seq < found.before for seq in untold)
    ] == []
    dropped: Counter[int] = Counter()
    placed: Counter[tuple[str | None, str]] = Counter()
    blows: list[tuple[str | None, str, float]] = []
    for event in case.events:
        if isinstance(event, ItemDropped):
            dropped[event.entity] += event.count
        elif isinstance(event, ItemPicked):
            dropped[event.entity] -= event.count
            assert dropped[event.entity] >= 0
        elif isinstance(event, BlockPlaced):
            placed[event.agent, event.block] += 1
        elif isinstance(event, BlockBroken) and event.owner in case.team:
            placed[event.owner, event.block] -= 1
            assert placed[event.owner, event.block] >= 0
        elif isinstance(event, Attacked) and event.target_kind == "agent":
            blows.append((event.agent, event.target, event.damage))
        elif isinstance(event, Hurt) and event.by in case.team:
            blows.remove((event.by, event.agent or "", event.damage))
    assert blows == []


@pytest.mark.parametrize("check", [is_a_log, labels_refer_to_what_is_there, facts_agree])
@pytest.mark.parametrize("file", FILES, ids=by_name)
def test_each_case_is_sound(file: Path, check: Callable[[Case], None]) -> None:
    for case in cases_in(file):
        with naming(case):
            check(case)


@pytest.mark.parametrize("part", ["dev", "test"])
@pytest.mark.parametrize("cls", SUBS)
def test_there_are_enough_of_both_kinds(part: str, cls: str) -> None:
    cases = [case for case in all_cases() if case.part == part]
    least = AT_LEAST[cls] // (2 if part == "dev" else 1)
    assert sum(any(label.cls == cls for label in case.labels) for case in cases) >= least
    assert sum(any(near.cls == cls for near in case.near) for case in cases) >= least
    assert {label.sub for case in cases for label in case.labels if label.cls == cls} == set(SUBS[cls])


def test_the_parts_share_no_sentence_and_hardly_a_name() -> None:
    said, names = {}, {}
    for part in PARTS:
        events = [event for case in all_cases() if case.part == part for event in case.events]
        said[part] = {re.sub(r"\W+", " ", e.text.lower()) for e in events if isinstance(e, Said)}
        said[part] = {text for text in said[part] if len(text.split()) > 3}
        names[part] = {name for case in all_cases() if case.part == part for name in case.team}
    for one, other in combinations(PARTS, 2):
        assert said[one] & said[other] == set()
        assert names[one] & names[other] == set()


def test_the_corpus_is_as_the_index_says() -> None:
    assert {case.part for case in all_cases()} == set(PARTS)
    assert write_index(all_cases()) == (HOME / "index.txt").read_text("utf-8")


def test_a_case_becomes_the_same_events_again() -> None:
    for file in FILES[::5]:
        assert list(load_cases(file)) == list(cases_in(file))


def test_evidence_is_said_given_and_taken() -> None:
    (case,) = read_cases(SMALL, where="small.case", part="mine")
    kinds = [case.events[seq].kind for seq in case.labels[0].seqs]
    assert kinds == ["said", "said", "item.dropped", "item.picked"]
    first = case.events[case.labels[0].seqs[0]]
    assert isinstance(first, Said)
    assert first.to == ("Ben",)


def test_the_notation_is_as_the_readme_shows_it() -> None:
    text = (HOME / "README.md").read_text("utf-8").split("```")[1]
    (case,) = read_cases(text, where="README.md", part="mine")
    assert case.labels[0].agents == ("Olek",)


def test_an_inventory_is_evidence_by_the_end_of_its_round() -> None:
    text = SMALL.replace("c) Ann gives Ben sugar_cane 3\nBen crafts paper 3", "c) held Ben: paper 3")
    (case,) = read_cases(text, where="small.case", part="mine")
    assert [case.events[seq].kind for seq in case.labels[0].seqs] == ["said", "said", "round.ended"]


def test_a_tag_that_leaves_nothing_is_no_evidence() -> None:
    text = SMALL.replace("Ben crafts paper 3", "d) then").replace("a b c", "a b c d")
    with pytest.raises(UserError, match=r"small\.case:4: the line with the tag 'd' leaves nothing"):
        list(read_cases(text, where="small.case", part="mine"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("has Ann: sugar_cane 3", "has Ann: sugar_cane 2", "small.case:9: Ann holds 2 sugar_cane, not 3"),
        ("goal paper 3", "goal paper three", "small.case:2: 'paper three' is no item with a count"),
        ("team Ann Ben", "team Ann", "small.case:3: a team is two or more different names"),
        ("volunteer.resource", "volunteer.kind", "small.case:4: volunteer has no sub-class 'kind'"),
        ("volunteer.resource", "kindness.resource", "small.case:4: no class 'kindness'"),
        ("Ann -> Ben", "Ann -> Cem", "small.case:4: 'Cem' is not in the team"),
        ("@1", "@2", "small.case:4: there is no round 2"),
        ("@1: a b c", "@1: a b d", "small.case:4: no line has the tag 'd'"),
        ("b) Ben", "a) Ben", "small.case:8: tag 'a' is used twice"),
        (
            "Ben crafts paper 3",
            "plan Ann: Rest. Ben: Craft paper.",
            "small.case:10: the part of Ben needs its own 'plan' line, not that of Ann",
        ),
        ("Ben crafts", "Cem crafts", "small.case:10: 'Cem' is not in the team"),
        ("crafts paper 3", "bakes paper 3", "small.case:10: Ben cannot 'bakes'"),
        ("crafts paper 3", "crafts paper 4", "small.case:10: paper is made 3 at a time, not 4"),
        ("crafts paper 3", "crafts hope 1", "small.case:10: no recipe for 'hope'"),
        ("crafts paper 3", "hits Ann", "small.case:10: a blow needs its damage"),
        ("crafts paper 3", "mines dirt 1 of @Ann", "small.case:10: Ann has placed no dirt"),
        ("Ben crafts paper 3", "Ann picks sugar_cane 1", "small.case:10: 1 sugar_cane too few lie on the"),
        (
            "Ben crafts paper 3",
            "Ben places sugar_cane 1\nAnn mines sugar_cane 2 of @Ben",
            "small.case:11: Ben has placed no sugar_cane that still stands",
        ),
        (
            "finds deed volunteer.resource Ann -> Ben @1: a b c\n",
            "",
            "small.case:1: case 'small' has neither",
        ),
        ("== small", "== Small", "small.case:1: 'Small' is no id"),
        ("== small\n", "", "small.case:1: a case begins with '== its-id'"),
        ("round\n", "", "small.case:6: before the first 'round' stand only 'has' and the head"),
    ],
)
def test_a_mistake_is_told_in_one_line(old: str, new: str, message: str) -> None:
    text = SMALL.replace(old, new)
    assert text != SMALL
    with pytest.raises(UserError) as caught:
        list(read_cases(text, where="small.case", part="mine"))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_two_files_may_not_hold_the_same_id(tmp_path: Path) -> None:
    (tmp_path / "a.case").write_text(SMALL)
    (tmp_path / "b.case").write_text(SMALL)
    with pytest.raises(UserError, match=r"b\.case:1: case 'small' stands in a\.case:1 already"):
        load_cases(tmp_path)


def test_an_empty_directory_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no case file"):
        load_cases(tmp_path)
