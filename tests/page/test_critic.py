"""The talk shows the proposals among which a critic chose, and its reason."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from minecrew.page import write_page
from minecrew.runlog import CandidateProposed, CriticChose, RunBundle, RunEnded, RunStarted, Said

from .conftest import opened


def test_a_line_shows_its_proposals_and_the_reason(browser: Browser, tmp_path: Path) -> None:
    bundle = RunBundle.create(tmp_path / "runs", title="Craft 3 paper")
    words = ("I sing.", "I cut cane.")
    with bundle.log() as log:
        log.append(RunStarted(run=bundle.id, title="Craft 3 paper", goal={"paper": 3}, agents=("Alice",)))
        for option, text in enumerate(words, 1):
            log.append(CandidateProposed(agent="Alice", option=option, options=2, text=text))
        chose = CriticChose(
            agent="Alice", by="rule", option=2, options=2, outcome="chosen", reason="it names sugar cane"
        )
        seq = log.append(chose).seq
        log.append(Said(agent="Alice", channel="discussion", text=words[1], cause=(seq,)))
        log.append(RunEnded(outcome="not_met", reason="told so", exit_code=1))
    write_page(tmp_path / "run.html", bundle.read(), ())
    for page in opened(browser, tmp_path / "run.html"):
        choice = page.locator("#talk .choice")
        expect(choice.locator("summary")).to_have_text(
            "is given option 2 of 2 by the critic: it names sugar cane"
        )
        choice.locator("summary").click()
        expect(choice.locator("li")).to_have_text(words)
        expect(choice.locator("b")).to_have_text("I cut cane.")
