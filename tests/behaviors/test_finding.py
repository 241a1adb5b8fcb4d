"""A finding cites what its events say, word for word, or is not made."""

from __future__ import annotations

import json
from typing import Any

import pytest

from minecrew.behaviors import Evidence, Finding, Misquoted, check_quotes, make_finding
from minecrew.behaviors.annotators.table import with_table
from minecrew.behaviors.finding import source_text
from minecrew.bridge import package_root
from minecrew.runlog import BlockBroken, Header, Said

SAID = Said(seq=3, t=1.5, round=1, agent="Ann", channel="discussion", text='I take "the" books')
BROKEN = BlockBroken(
    seq=9, t=4.0, round=1, agent="Ann", block="bookshelf", position=(1, 2, 3), structure="library"
)


def made(*evidence: Header | tuple[Header, str], **changed: Any) -> Finding:
    given: dict[str, Any] = {"agents": ["Ann"], "round": 1, "evidence": evidence, "detector": "test"}
    return make_finding("destructive", "structure_damage", **(given | changed))


def test_what_is_made_of_it() -> None:
    finding = made(BROKEN, (SAID, "the books"[:3]), agents=["Zoe", "Ann", "Ann"], taken={"book": 3, "air": 0})
    assert finding.id == "destructive.structure_damage/Ann+Zoe/1/3"
    assert (finding.agents, finding.taken, finding.t0, finding.t1) == (("Ann", "Zoe"), {"book": 3}, 1.5, 4.0)
    assert [point.seq for point in finding.evidence] == [3, 9]
    assert '"block":"bookshelf"' in finding.evidence[1].quote
    record = json.loads(finding.line())
    assert record["class"] == "destructive"
    assert "class_" not in record
    assert Finding.model_validate_json(finding.line()) == finding


@pytest.mark.parametrize(
    ("event", "quote"),
    [(SAID, "the chairs"), (SAID, ""), (BROKEN, '"block":"stone"'), (SAID, '"kind":"said"')],
)
def test_a_quote_that_is_not_there_is_refused(event: Header, quote: str) -> None:
    with pytest.raises(Misquoted, match="does not say"):
        made((event, quote))


def test_nothing_cited_is_refused() -> None:
    with pytest.raises(Misquoted, match="cites no event"):
        made()


def test_a_sub_class_of_another_class_is_refused() -> None:
    with pytest.raises(Misquoted, match="accident has no sub-class 'time'"):
        make_finding("accident", "time", agents=["Ann"], round=1, evidence=[SAID], detector="test")


def test_quotes_are_checked_against_a_log() -> None:
    finding = made(SAID, BROKEN)
    check_quotes([finding], [SAID, BROKEN])
    with pytest.raises(Misquoted, match="cites event 9, which is not in the log"):
        check_quotes([finding], [SAID])
    with pytest.raises(Misquoted, match="event 3 does not say"):
        check_quotes([finding], [SAID.model_copy(update={"text": "I read"}), BROKEN])


def test_words_that_look_like_json_are_no_fact() -> None:
    said = SAID.model_copy(update={"text": 'x"kind":"died"'})
    broken = BROKEN.model_copy(update={"agent": said.text})
    point = made(broken).evidence[0]
    assert point.quote.startswith('"kind":"block.broken"')
    assert point == Evidence(seq=9, quote=point.quote)
    assert point.quote in source_text(broken)


def test_the_document_for_annotators_has_the_definitions_as_they_are_declared() -> None:
    text = (package_root() / "docs" / "annotating.md").read_text(encoding="utf-8")
    assert with_table(text) == text
