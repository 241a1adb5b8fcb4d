"""People's annotations: from files into a bundle, wrong lines named, and agreement with the rules."""

from __future__ import annotations

import csv
import fcntl
import io
import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from benchmarks.corpus import read_cases
from minecrew.cli import app
from minecrew.judging import annotations
from minecrew.judging.annotation_table import COLUMNS
from minecrew.judging.annotations import add_annotation, import_annotations, read_annotations
from minecrew.judging.findings import keep_findings
from minecrew.runlog import RunBundle, RunStarted, UserError

from .test_findings import CASE

HARM = "destructive.agent_harm/Ann/1/"


@pytest.fixture
def judged(tmp_path: Path) -> RunBundle:
    from minecrew.behaviors import find

    bundle = RunBundle.create(tmp_path / "runs", title="told")
    (case,) = read_cases(CASE, where="x.case", part="mine")
    with bundle.log() as log:
        for event in case.events:
            if isinstance(event, RunStarted):
                event = event.model_copy(update={"run": bundle.id})
            log.append(event)
    keep_findings(bundle, find(bundle.read().events))
    return bundle


def minecrew(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(one) for one in arguments])


def take(bundle: RunBundle, *files: Path) -> str:
    told = minecrew("annotations", "import", bundle.path, *files)
    if told.exception is not None and not isinstance(told.exception, SystemExit):
        raise told.exception
    return told.output


def line(bundle: RunBundle, id: str = "1", **rest: Any) -> str:
    record = {"id": id, "annotator": "Eva", "run": bundle.id, "round": 1, "class": "none", **rest}
    return json.dumps(record) + "\n"


def test_lines_are_added_once_and_judging_again_leaves_them(judged: RunBundle, tmp_path: Path) -> None:
    file = tmp_path / "annotations.jsonl"
    file.write_text(line(judged, note="=1\u2028{}") + "\n" + line(judged, "2", round=None, seq=4))
    assert "2 added" in take(judged, file)
    kept = judged.annotations_path.read_bytes()
    assert [(one.id, one.round) for one in read_annotations(judged)] == [("1", 1), ("2", 1)]
    file.write_text(line(judged, note="=1\u2028{}") + line(judged, note="x") + line(judged, annotator="Mia"))
    told = take(judged, file)
    assert "1 there already" in told
    assert "1 already stored with different content" in told
    assert "1 added" in told
    assert judged.annotations_path.read_bytes().startswith(kept)
    after = judged.annotations_path.read_bytes()
    assert minecrew("findings", judged.path, "--recompute").exit_code == 0
    assert judged.annotations_path.read_bytes() == after
    told = minecrew("annotations", "list", judged.path).output
    assert "annotations: 2 by Eva, 1 by Mia" in told


@pytest.mark.parametrize(
    ("wrong", "answer"),
    [
        ({"class": "kindness"}, "line 2: class: 'kindness': Input should be 'volunteer'"),
        ({"agents": ["Zoe"]}, "line 2: agent 'Zoe' is not in this run; choose from Ann, Ben"),
        ({"seq": 9999}, "line 2: seq 9999 is not in the log"),
        ({"run": "../../other"}, "line 2: the line is about the run '../../other'"),
        ({"annotator": "rules"}, "line 2: annotator 'rules' is reserved"),
        ({"annotator": ""}, "line 2: annotator: '': String should have at least 1"),
        ({"colour": 1}, "line 2: colour: '1': Extra inputs"),
        ({"finding": "x"}, "line 2: finding 'x' is not the id of a finding"),
    ],
)
def test_a_wrong_line_is_named_and_nothing_is_taken(
    judged: RunBundle, tmp_path: Path, wrong: dict[str, Any], answer: str
) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text(line(judged) + line(judged, "2", **wrong))
    with pytest.raises(UserError, match="nothing was imported") as caught:
        take(judged, file)
    assert answer in str(caught.value)
    assert not judged.annotations_path.exists()


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("[1]\n", "line 1: no column 'annotator'"),
        ("{\n", "line 1: not a JSON object"),
        ("annotator,round,class,agents,colour\n", "unknown column 'colour'"),
        ("annotator,round,class,agents\nEva,1,none,Ann,Ben\n", "line 2: more cells than columns"),
        (
            "annotator,round,class,agents\nEva,one,none,Ann\n",
            "line 2: round: 'one': Input should be a valid",
        ),
        ('annotator,round,class,agents\nEva,1,none,"Ann\n', "line 2: unexpected end of data"),
        (b"annotator,round,class,agents\nEva\xe4,1,none,Ann\n", "not UTF-8"),
    ],
)
def test_a_file_that_is_none_is_answered(
    judged: RunBundle, tmp_path: Path, text: str | bytes, answer: str
) -> None:
    file = tmp_path / "mine.csv"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(UserError) as caught:
        take(judged, file)
    assert answer in str(caught.value)


def test_a_form_that_is_filled_in_comes_back(judged: RunBundle, tmp_path: Path) -> None:
    told = minecrew("annotations", "template", judged.path, "--annotator", "-Eva").output
    rows = list(csv.DictReader(io.StringIO(told)))
    assert tuple(rows[0]) == COLUMNS
    assert rows[0]["annotator"] == '"-Eva"'  # no spreadsheet takes it for a formula
    assert [(row["round"], row["agents"]) for row in rows if not row["finding"]] == [
        ("1", "Ann"),
        ("1", "Ben"),
        ("2", "Ann"),
        ("2", "Ben"),
    ]
    (harm,) = [row for row in rows if row["finding"].startswith(HARM)]
    assert harm["targets"] == "Ben"
    assert not any(row["class"] for row in rows)
    for row in rows:
        row["class"] = "none" if row["agents"] == "Ben" else ""
    harm |= {"class": "destructive", "sub": "agent_harm", "note": '=HYPERLINK("x"); so, it is'}
    for delimiter, end, mark in ((",", "\n", ""), (";", "\r\n", "\ufeff")):
        text = io.StringIO()
        writer = csv.DictWriter(text, COLUMNS, delimiter=delimiter, lineterminator=end)
        writer.writeheader()
        writer.writerows(rows)
        file = tmp_path / "form.csv"
        file.write_bytes((mark + text.getvalue()).encode())
        told = take(judged, file)
        assert f"{sum(not row['class'] for row in rows)} left blank" in told
    assert "3 there already" in told
    kept = read_annotations(judged)
    assert {one.annotator for one in kept} == {"-Eva"}
    assert len({one.id for one in kept}) == 3
    assert [one.note for one in kept if one.class_ == "destructive"] == ['=HYPERLINK("x"); so, it is']


def test_a_blind_form_and_a_blind_page_tell_nobodys_answer(judged: RunBundle, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(line(judged, note="seen by Eva"))
    take(judged, tmp_path / "a.jsonl")
    form = minecrew("annotations", "template", judged.path, "--blind").output
    assert len(form.splitlines()) == 1 + 4
    for flags, shown in (((), True), (("--blind",), False)):
        page = tmp_path / f"{shown}.html"
        assert minecrew("replay", judged.path, "--html", page, *flags).exit_code == 0
        text = page.read_text(encoding="utf-8")
        assert (HARM in text) == ("seen by Eva" in text) == shown
        assert (HARM in form) is False


def test_agreement_is_printed_and_given_as_json(judged: RunBundle, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="only the rules"):
        raise minecrew("agree", judged.path).exception or AssertionError
    harm = next(one for one in judged.findings_path.read_text().split("\n") if HARM in one)
    (tmp_path / "a.jsonl").write_text(
        line(judged, "1", **{"class": "destructive"}, sub="agent_harm", agents=["Ann"], targets=["Ben"])
        + line(judged, "2")
        + line(judged, "3", round=2)
        + line(judged, "4", annotator="Mia", finding=json.loads(harm)["id"])
    )
    take(judged, tmp_path / "a.jsonl")
    found = json.loads(minecrew("agree", judged.path, "--json").output)
    assert [(who["name"], who["units"], who["present"]) for who in found["annotators"]] == [
        ("rules", 20, 2),
        ("Eva", 20, 1),
        ("Mia", 1, 0),
    ]
    (kappa,) = [
        one
        for one in found["kappas"]
        if (one["first"], one["second"], one["name"]) == ("rules", "Eva", "overall")
    ]
    assert (kappa["both"], kappa["only_first"], kappa["only_second"], kappa["neither"]) == (1, 1, 0, 18)
    # observed .95; expected (2 * 1 + 18 * 19) / 400 = .86
    assert kappa["kappa"] == pytest.approx((0.95 - 0.86) / 0.14)
    told = minecrew("agree", judged.path).output
    assert "0.64" in told
    assert "1/1/0/18" in told
    assert (
        "n/a: rules and Eva: volunteer, conformity, accident, contradiction: both annotators always" in told
    )


def test_runs_of_one_name_are_judged_each_for_itself(judged: RunBundle, tmp_path: Path) -> None:
    """Logs that others bring may all call their run the same."""
    again = RunBundle(Path(shutil.copytree(judged.path, tmp_path / "again")))
    for bundle in (judged, again):
        (tmp_path / "a.jsonl").write_text(line(judged, bundle.id))
        take(bundle, tmp_path / "a.jsonl")
    found = json.loads(minecrew("agree", judged.path, again.path, "--json").output)
    assert [(who["name"], who["rounds"], who["units"]) for who in found["annotators"]] == [
        ("rules", 4, 40),
        ("Eva", 2, 20),
    ]


def test_a_broken_line_in_the_bundle_is_named(judged: RunBundle) -> None:
    judged.annotations_path.write_text(line(judged) + "{}\n")
    for command in (("annotations", "list"), ("agree",), ("replay", "--html", "x.html")):
        with pytest.raises(UserError, match="line 2: not an annotation"):
            raise minecrew(*command, judged.path).exception or AssertionError


def test_a_broken_line_is_named_in_few_words_however_long_it_is(judged: RunBundle) -> None:
    broken = json.dumps(json.loads(line(judged)) | {"finding": "x" * 5000})
    judged.annotations_path.write_text(f"{line(judged)}{broken}\n")
    with pytest.raises(UserError) as told:
        raise minecrew("annotations", "list", judged.path).exception or AssertionError
    assert len(str(told.value)) < 600
    form = judged.path.parent / "form.jsonl"
    form.write_text(json.dumps(json.loads(line(judged)) | {"agents": ["x" * 5000]}) + "\n")
    with pytest.raises(UserError) as told:
        raise minecrew("annotations", "import", judged.path, form).exception or AssertionError
    assert "xxx" in str(told.value)
    assert len(str(told.value)) < 600


def test_who_waits_for_a_file_keeps_nobody_from_adding(judged: RunBundle, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    console = Console(file=StringIO())
    with ThreadPoolExecutor(1) as pool:
        waits = pool.submit(import_annotations, judged, [pipe], console)
        with pipe.open("w") as writer:  # it is being read now
            record = json.loads(line(judged, "mine"))
            assert add_annotation(judged, judged.read(), record)[0].id == "mine"
            writer.write(line(judged, "theirs"))
        waits.result(timeout=60)
    assert {one.id for one in read_annotations(judged)} == {"mine", "theirs"}


def test_a_process_that_never_ends_adding_is_not_waited_for(
    judged: RunBundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(annotations, "WAIT", 0.1)
    handle = os.open(judged.path, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        with pytest.raises(UserError, match=r"has been adding annotations to run .* for 0\.1 s"):
            add_annotation(judged, judged.read(), json.loads(line(judged)))
    finally:
        os.close(handle)
