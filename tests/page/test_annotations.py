"""Annotating on the page: by keyboard, kept in the browser, downloaded, and taken into the run."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from typer.testing import CliRunner

from minecrew.behaviors import Annotation, Finding
from minecrew.cli import app
from minecrew.judging.annotations import read_annotations
from minecrew.page import write_page
from minecrew.runlog import Reading, RunBundle, UserError

from .conftest import HOSTILE, library_events, opened, write_bundle

FORM = "Annotate this moment"


def downloaded(page: Page, name: str, folder: Path) -> Path:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=f"Download {name}").click()
    assert waiting.value.suggested_filename == name
    waiting.value.save_as(folder / name)
    return folder / name


def lines_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def at(page: Page, seq: int) -> None:
    page.evaluate(f"location.hash = '#{seq}'")
    expect(page.locator("#detail dd").first).to_contain_text(f"#{seq} ")


def test_an_annotation_is_kept_and_downloaded(page: Page, reading: Reading, tmp_path: Path) -> None:
    at(page, 20)
    page.keyboard.press("a")
    form = page.get_by_role("form", name=FORM)
    form.get_by_label("annotator").fill(" Eva ")
    form.locator("[name=class]").select_option("destructive")
    form.locator("[name=sub]").select_option("structure_damage")
    page.locator("#note-agents").get_by_label("Bob").check()
    page.locator("#note-targets").get_by_label("Alice").check()
    form.get_by_label("note").fill(f"so it is {HOSTILE}")
    form.get_by_role("button", name="Annotate").click()
    (written,) = lines_of(downloaded(page, "annotations.jsonl", tmp_path))  # no other line ends within
    assert written.pop("at").endswith("Z")
    assert written.pop("id")
    assert written == {
        "annotator": "Eva",
        "run": "library-1",
        "seq": 20,
        "tick": reading.events[20].tick,
        "round": 1,
        "class": "destructive",
        "sub": "structure_damage",
        "agents": ["Bob"],
        "targets": ["Alice"],
        "note": f"so it is {HOSTILE}",
        "finding": None,
    }
    page.reload()
    expect(page.locator("#note-count")).to_have_text("1")
    assert page.locator("#note [name=annotator]").input_value() == " Eva "


def test_by_keyboard_alone_a_finding_is_denied_and_the_round_closed(
    page: Page, findings: Sequence[Finding], tmp_path: Path
) -> None:
    page.keyboard.press("n")
    finding = next(one for one in findings if one.id == page.evaluate("minecrew.finding.id"))
    page.keyboard.press("a")
    page.keyboard.type("Eva")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "about"
    assert page.evaluate("document.activeElement.checked")
    page.keyboard.press("Tab")
    page.keyboard.type("none")
    assert page.evaluate("document.activeElement.value") == "none"
    page.keyboard.press("Enter")
    while page.evaluate("document.activeElement.textContent") != "Annotate":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#alert")).to_contain_text("Annotated event")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Mark round 1 as complete"
    page.keyboard.press("Space")
    expect(page.locator("#alert")).to_contain_text("round 1: nothing else")
    denied, closed = lines_of(downloaded(page, "annotations.jsonl", tmp_path))
    assert (denied["class"], denied["finding"], denied["agents"]) == ("none", finding.id, [])
    assert (closed["class"], closed["finding"], closed["round"]) == ("none", None, 1)
    page.get_by_role("button", name="Remove the annotation of event").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#note-count")).to_have_text("1")
    expect(page.locator("#alert")).to_contain_text("Removed the annotation")
    assert page.evaluate("document.activeElement.name") == "class"


def test_keys_that_follow_each_other_within_a_frame_annotate_the_chosen_finding(page: Page) -> None:
    chosen, offered = page.evaluate(
        """() => {
            for (const key of ['n', 'a']) {
              document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
            }
            return [minecrew.finding.id, minecrew.notes.finding?.id]
        }"""
    )
    assert offered == chosen
    assert page.evaluate("document.activeElement.name") == "annotator"


def test_a_finding_that_is_left_out_is_not_spoken_of(page: Page, tmp_path: Path) -> None:
    page.keyboard.press("n")
    page.keyboard.press("a")
    form = page.get_by_role("form", name=FORM)
    form.get_by_label("annotator").fill("Eva")
    form.get_by_label("about the finding").uncheck()
    form.locator("[name=class]").select_option("none")
    form.get_by_role("button", name="Annotate").click()
    (line,) = lines_of(downloaded(page, "annotations.jsonl", tmp_path))
    assert line["finding"] is None


def test_what_is_missing_is_asked_for(page: Page) -> None:
    at(page, 20)
    page.keyboard.press("a")
    form = page.get_by_role("form", name=FORM)
    annotate = form.get_by_role("button", name="Annotate")
    annotate.click()
    expect(page.locator("#note-count")).to_have_text("0")
    assert "agents" in page.evaluate("document.activeElement.validationMessage")
    page.locator("#note-agents").get_by_label("Bob").check()
    for name, answer in (("", "Enter your name"), ("rules", "is reserved"), ("judge:me", "is reserved")):
        form.get_by_label("annotator").fill(name)
        annotate.click()
        expect(page.locator("#note-count")).to_have_text("0")
        assert answer in page.evaluate("document.activeElement.validationMessage")
    form.get_by_label("annotator").fill("Eva")
    annotate.click()
    expect(page.locator("#note-count")).to_have_text("1")
    at(page, 0)
    assert page.locator("#note-round").is_disabled()
    annotate.click()
    expect(page.locator("#alert")).to_contain_text("before the first round")
    expect(page.locator("#note-count")).to_have_text("1")


@pytest.mark.parametrize("name", ["annotations.jsonl", "annotations.csv"])
def test_what_was_downloaded_is_taken_into_the_run(browser: Browser, tmp_path: Path, name: str) -> None:
    bundle = write_bundle(tmp_path, library_events())
    assert (
        CliRunner().invoke(app, ["replay", str(bundle.path), "--html", str(tmp_path / "p.html")]).exit_code
        == 0
    )
    for page in opened(browser, tmp_path / "p.html"):
        at(page, 20)
        page.keyboard.press("a")
        form = page.get_by_role("form", name=FORM)
        form.get_by_label("annotator").fill("=Eva, the second")
        page.locator("#note-agents").get_by_label("Alice").check()
        page.locator("#note-agents").get_by_label("Bob").check()
        form.get_by_label("note").fill(f'-1; "so"\n{HOSTILE}')
        form.get_by_role("button", name="Annotate").click()
        page.locator("#note-round").click()
        file = downloaded(page, name, tmp_path)
    if name.endswith(".csv"):
        with file.open(encoding="utf-8", newline="") as table:
            cells = [cell for row in csv.reader(table) for cell in row]
        assert not [cell for cell in cells if cell.startswith(("=", "-"))]  # formulas to a spreadsheet
    told = CliRunner().invoke(app, ["annotations", "import", str(bundle.path), str(file)])
    assert told.exception is None, told.exception
    assert "2 added" in told.output
    first, second = read_annotations(bundle)
    assert (first.annotator, first.round, first.seq) == ("=Eva, the second", 1, 20)
    assert (first.class_, first.sub, first.agents) == ("volunteer", "time", ("Alice", "Bob"))
    assert first.note == f'-1; "so"\n{HOSTILE}'
    assert (second.class_, second.round, second.agents) == ("none", 1, ())
    found = CliRunner().invoke(app, ["agree", str(bundle.path), "--json"])
    assert [one["name"] for one in json.loads(found.output)["annotators"]] == ["rules", "=Eva, the second"]
    write_page(tmp_path / "again.html", bundle.read(), ())
    for page in opened(browser, tmp_path / "again.html"):
        expect(page.locator("#note-count")).to_have_text("2")
        assert page.locator("#notes button").count() == 0
        assert page.locator("#download").is_disabled()


def test_the_runs_own_annotations_are_shown(browser: Browser, tmp_path: Path) -> None:
    bundle = write_bundle(tmp_path, library_events())
    keep(bundle, id="1", seq=5, **{"class": "volunteer"}, sub="time", agents=["Bob"], note="seen")
    write_page(tmp_path / "page.html", bundle.read(), ())
    for page in opened(browser, tmp_path / "page.html"):
        shown = page.locator("#notes li").first.text_content() or ""
        assert "#5 volunteer.time Bob Eva · seen saved in the run" in shown
    write_page(tmp_path / "blind.html", bundle.read(), (), blind=True)
    for page in opened(browser, tmp_path / "blind.html"):
        expect(page.locator("#note-count")).to_have_text("0")
    bundle.annotations_path.write_text("seen\n")
    with pytest.raises(UserError, match="line 1: not an annotation"):
        write_page(tmp_path / "page.html", bundle.read(), ())


def keep(bundle: RunBundle, **said: Any) -> None:
    whole = {"annotator": "Eva", "run": "library-1", "round": 1, **said}
    bundle.write_annotations([Annotation.model_validate(whole).line()])
