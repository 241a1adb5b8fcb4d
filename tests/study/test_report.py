"""The report: every number from the tables, with its runs; nothing from elsewhere."""

from __future__ import annotations

import csv
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from minecrew.behaviors import Interval, ReaderQuality, UnitPool
from minecrew.report import write_report as reporting
from minecrew.report.analysis import Analysis, analyse
from minecrew.report.figure_tables import report_tables, told_value
from minecrew.report.page import table_html
from minecrew.report.write_report import write_report
from minecrew.runlog import UserError
from minecrew.study import play_study
from minecrew.study.play_study import PlannedStudy, StudyChoice
from minecrew.study.study_file import StudyFile, parse_study
from minecrew.tables.schema import FIGURES
from tests.stopwatch import cpu_seconds

from .conftest import TOML, PaperEngine, plan


def row(seed: int, level: str, **figures: Any) -> dict[str, Any]:
    values = {
        "outcome": "met",
        "met": True,
        "agent_minutes": 2.0,
        "rounds": 1,
        "destructive": 0,
        "reader": "rules/1",
    }
    empty = dict.fromkeys(FIGURES, 0)
    factors = {"factor_discussion": level, "factor_persona": "plain"}
    return {**empty, **values, "run": f"{level}{seed}", "seed": seed, **factors, **figures}


@pytest.fixture
def study() -> StudyFile:
    return parse_study(TOML, "talk.toml")


def test_contrasts_are_paired_by_seed(study: StudyFile) -> None:
    """Seed 4 has no run without talk, so it is in no pair."""
    rows = [row(seed, "horizontal", execution_seconds=10.0 * seed - 2 - seed % 2) for seed in (1, 2, 3, 4)]
    rows += [row(seed, "none", execution_seconds=10.0 * seed) for seed in (1, 2, 3)]
    found = analyse(study, rows)
    first = found.contrasts[0]
    assert (first.contrast.title, first.outcome, first.adjustment) == (
        "discussion horizontal against none (persona plain)",
        "execution_seconds",
        "holm",
    )
    assert first.difference is not None
    assert (first.difference.seeds, round(first.difference.effect, 3)) == (3, -2.667)
    pairs = {f"{name}{seed}" for name in ("horizontal", "none") for seed in (1, 2, 3)}
    assert {one["run"] for one in first.rows} == pairs
    talk, silent = found.cells
    assert (talk.outcomes["met"].n, silent.outcomes["met"].n) == (4, 3)  # type: ignore[union-attr]
    assert {one.adjustment for one in found.contrasts[1:]} == {"benjamini-hochberg"}


def test_behaviours_are_counted_per_time(study: StudyFile) -> None:
    rows = [row(seed, "horizontal", destructive=2 + seed % 2) for seed in range(8)]
    rows += [row(seed, "none", destructive=1, agent_minutes=4.0) for seed in range(8)]
    found = analyse(study, rows)
    rate = found.cells[0].rates["destructive"]
    assert rate is not None
    assert (rate.count, rate.per_ten) == (20, 12.5)
    [ratio] = [one.ratio for one in found.behaviours if one.behaviour == "destructive"]
    assert ratio.ratio == pytest.approx(5, rel=0.01)  # 20 in 16 minutes against 8 in 32


def test_shares_of_rounds_are_pooled_by_seed_and_corrected_as_compare_does(study: StudyFile) -> None:
    units = {"reader": "rules/1", "agent_rounds": 4}
    rows = [row(seed, "horizontal", destructive_rounds=seed % 2, **units) for seed in (1, 2, 3, 4) * 2]
    share = analyse(study, rows).cells[0].shares["destructive"]
    pool = UnitPool()
    for seed in (1, 2, 3, 4):  # a repeat makes no further seed
        pool.add(2 * (seed % 2), 8)
    assert share == pool.share("rules/1", "destructive", labelled_set="written")
    assert share is not None
    assert (share.found, share.units, share.doubts) == (4, 32, ())
    given = ReaderQuality(recall=0.5, specificity=0.9, positives=20, negatives=40)
    own = analyse(study.model_copy(update={"readers": {"destructive": given}}), rows)
    other = own.cells[0].shares["destructive"]
    assert other is not None
    assert (other.recall, other.specificity, other.raw) == (0.5, 0.9, share.raw)
    assert "below 0.75" in other.doubts[0]
    mixed = analyse(study, [*rows, row(5, "horizontal", **units | {"reader": "model:m/1"})])
    assert mixed.cells[0].shares["destructive"] is None
    mixed = analyse(study, [*rows, row(5, "horizontal", **units, model_calls=7)])
    assert mixed.cells[0].shares["destructive"] is None


def test_shares_of_runs_of_models_are_in_doubt(study: StudyFile) -> None:
    given = {"reader": "rules/1", "agent_rounds": 4, "model_calls": 7}
    rows = [row(seed, "horizontal", **given) for seed in (1, 2, 3)]
    share = analyse(study, rows).cells[0].shares["volunteer"]
    assert share is not None
    assert (share.labelled_set, share.corrected) == ("models", None)
    assert "test runs of models" in share.doubts[-1]


def test_shares_in_doubt_are_grey_and_say_why(study: StudyFile) -> None:
    rows = [row(seed, "horizontal", reader="rules/1", agent_rounds=4) for seed in range(3)]
    given = {"volunteer": ReaderQuality(recall=0.5, specificity=0.9, positives=20, negatives=40)}
    analysis = analyse(study.model_copy(update={"readers": given}), rows)
    table = next(one for one in report_tables(analysis) if one.name == "shares")
    lines = table_html(table, lambda runs: "").split("<tr")
    [doubted] = [line for line in lines if "<td>volunteer</td>" in line]
    [sure] = [line for line in lines if "<td>destructive</td>" in line]
    assert doubted.startswith(" class=doubted")
    assert "below 0.75 (kappa)" in doubted
    assert sure.startswith("><td>")
    rates = next(one for one in report_tables(analysis) if one.name == "behaviours")
    told = dict(zip(rates.heads, rates.rows[0], strict=True))
    assert (told["volunteer"][-1], told["destructive"][-1]) == ("!", ")")


def test_few_rows_of_many_levels_are_analysed_in_little_time() -> None:
    """Five factors of ten levels have a hundred thousand combinations, as many as are possible."""
    names = [f"f{number}" for number in range(5)]
    levels = {f"l{number}": {} for number in range(10)}
    study = StudyFile(title="many", seeds=(1,), factors=dict.fromkeys(names, levels))
    rows = [
        row(1, "a") | {f"factor_{name}": level for name in names} for level in ("l7", "l2", "elsewhere", "l2")
    ]
    found: list[Analysis] = []
    assert cpu_seconds(lambda: found.append(analyse(study, rows))) < 2
    assert [len(cell.rows) for cell in found[0].cells] == [2, 1]
    assert found[0].cells[1].levels == dict.fromkeys(names, "l7")


@pytest.mark.parametrize(
    ("value", "interval", "told"),
    [
        (2.2e-17, None, "0"),
        (-2.2e-17, None, "0"),
        (1234.5, None, "1.23e+03"),
        (-47.42, Interval(low=-52.8, high=4.4e-17), "-47.4 [-52.8, 0]"),
    ],
)
def test_a_value_is_told_in_three_digits(value: float, interval: Interval | None, told: str) -> None:
    assert told_value(value, interval) == told


def test_an_outcome_that_is_no_figure_is_refused(study: StudyFile) -> None:
    with pytest.raises(UserError, match=r"'happiness' is not an outcome; choose from met"):
        analyse(study.model_copy(update={"primary": "happiness"}), [])


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.found += [value or "" for name, value in attrs if name in ("href", "src", "xlink:href")]


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> PlannedStudy:
    """A study of which one run fails whenever it is tried, and its report."""
    planned = plan(tmp_path_factory.mktemp("reported"))
    failing = planned.plan.runs[0].key
    fate = PaperEngine(lambda key, attempt: 3 if key == failing else 0)
    planned.play(StudyChoice(), Console(quiet=True), engine=lambda lock: fate)
    write_report(planned)
    return planned


def draw_only(monkeypatch: pytest.MonkeyPatch, *formats: str) -> None:
    """Drawing is most of the work of a report. What else is drawn is not looked at."""
    draw = reporting.write_figure

    def write_figure(figure: Any, format: str) -> bytes:
        return draw(figure, format) if format in formats else b"<svg></svg>"

    monkeypatch.setattr(reporting, "write_figure", write_figure)


def test_the_page_opens_offline_and_each_number_leads_to_its_runs(reported: PlannedStudy) -> None:
    page = reported.store.report / "index.html"
    text = page.read_text()
    links = Links()
    links.feed(text)
    assert not {"script", "img", "link", "iframe"} & set(links.tags)
    files = [link for link in links.found if not link.startswith("#")]
    assert len(files) > 30
    anchors = {link[1:] for link in links.found if link.startswith("#")}
    assert anchors
    assert all(f'id="{anchor}"' in text for anchor in anchors)
    assert [link for link in files if ":" in link or not (page.parent / link).exists()] == []
    for said in (
        "Does talk help?",
        "8 of 9 runs are done, in 3 cells",
        "who does not talk cannot offer",
        "failed 3 times, given up",
        "--figure forest",
    ):
        assert said in text
    for name in ("outcomes", "forest", "behaviours", "rounds", "lasting"):
        assert (page.parent / "figures" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert "<svg" in (page.parent / "figures" / f"{name}.svg").read_text()
    with (page.parent / "tables" / "outcomes.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [one["runs"] for one in rows] == ["2", "3", "3"]
    latex = (page.parent / "tables" / "contrasts.tex").read_text()
    assert latex.count(r"\\") == 1 + 6
    assert not re.search(r"(?<!\\)_", latex.replace("\\_", ""))
    with (page.parent / "tables" / "runs.csv").open() as file:
        assert len(list(csv.DictReader(file))) == 8


def test_a_report_that_is_published_leads_to_no_run(
    reported: PlannedStudy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_only(monkeypatch)
    apart = Links()
    apart.feed(write_report(reported, tmp_path / "published").read_text())
    assert apart.found
    assert not [link for link in apart.found if ".." in link]


def test_a_study_can_be_reported_after_the_code_has_changed(
    reported: PlannedStudy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A researcher updates minecrew, or somebody else reads the study: page and figures stay."""
    page = reported.store.report / "index.html"
    before = page.read_text()
    page.unlink()
    draw_only(monkeypatch, "svg")
    monkeypatch.setattr(play_study, "code_hashes", lambda: {"agents/crew.py": "other"})
    later = PlannedStudy(reported.path, reported.store.path)
    assert later.changed()
    assert (len(later.done()), len(later.plan.runs)) == (8, 9)
    assert write_report(later) == page
    assert page.read_text() == before
    with pytest.raises(UserError, match="files that affect runs have changed"):
        later.play(StudyChoice(), Console(quiet=True), engine=lambda lock: PaperEngine())


def test_a_study_without_runs_has_no_report(planned: PlannedStudy, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="has finished yet"):
        write_report(planned, tmp_path / "out")


def test_one_figure_is_made_alone(reported: PlannedStudy, tmp_path: Path) -> None:
    made = write_report(reported, tmp_path / "out", only="forest")
    assert [path.name for path in sorted(made.parent.iterdir())] == ["forest.png", "forest.svg"]
    with pytest.raises(UserError, match="no figure 'wood'"):
        write_report(reported, only="wood")
