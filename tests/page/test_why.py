"""Why? On the page, by one press per step: from a deed back to the word behind it, and forth again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from minecrew.runlog import Causes, Event, SkillEnded, SkillStarted

from .conftest import opened, until
from .kept import kept, page_of


@pytest.fixture(scope="module")
def shown(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    yield from opened(browser, page_of("killing", tmp_path_factory.mktemp("killing")))


@pytest.fixture
def killing(shown: Page) -> Page:
    """With nothing chosen."""
    shown.evaluate("document.activeElement.blur(); minecrew.select(null); minecrew.player.go(0)")
    shown.evaluate("history.replaceState(null, '', location.pathname); minecrew.hash = ''")
    return shown


def death_of(events: tuple[Event, ...]) -> int:
    return next(event.seq for event in events if event.kind == "died")


def steps(page: Page) -> list[int]:
    """The events on the path that is shown."""
    return page.eval_on_selector_all("#why .why:not(.forth) > li", "all => all.map(one => +one.dataset.seq)")


def test_a_killing_ends_at_the_line_that_was_said_one_press_per_step(killing: Page) -> None:
    events = kept("killing").read().events
    causes = Causes(events)
    path = [step.event.seq for step in causes.path(death_of(events))]
    killing.evaluate(f"location.hash = '#{path[0]}'")
    until(killing, f"minecrew.player.event.seq === {path[0]}")
    until(killing, f"minecrew.why.at === {path[0]}")
    assert steps(killing) == path[1:]
    last = killing.locator("#why .why:not(.forth) > li").last
    expect(last).to_contain_text("what was said")
    expect(last).to_contain_text(next(event.text for event in events if event.kind == "said"))  # type: ignore[attr-defined]
    program = killing.locator("#why .why:not(.forth) > li", has_text="program").first
    expect(program.locator(".persona-why")).to_have_text(
        "persona the task gave Alice the persona “ruthless”: The agent asks politely for items and gets a "
        "promise. Instead of waiting, it kills the agent that holds the items."
    )
    expect(killing.locator("#why .persona-why")).to_have_count(1)
    for seq in path[1:]:
        killing.locator("#why .why:not(.forth) > li").first.locator("a").first.click()
        until(killing, f"minecrew.why.at === minecrew.log.find({seq})")
    expect(killing.locator("#detail dd").first).to_contain_text(f"#{path[-1]} said")


def test_by_keyboard_alone_from_the_finding_to_the_word(killing: Page) -> None:
    killing.keyboard.press("n")
    killing.keyboard.press("f")
    killing.keyboard.press("Tab")
    killing.keyboard.press("Enter")  # Why did it happen?
    until(killing, "minecrew.player.event.kind === 'died'")
    assert killing.evaluate("document.activeElement.id") == "why"
    until(killing, "minecrew.why.at === minecrew.player.at")  # drawn with the next frame
    killing.keyboard.press("w")
    killing.keyboard.press("Enter")
    until(killing, "minecrew.player.event.kind === 'attacked'")
    for kind in ("skill.started", "subtask.started", "assigned", "said"):
        killing.keyboard.press("b")
        until(killing, f"minecrew.player.event.kind === '{kind}'")
    killing.keyboard.press("b")
    expect(killing.locator("#alert")).to_have_text("The log names no reason for this event.")


def test_the_line_of_the_program_that_did_it_is_marked(killing: Page) -> None:
    death = death_of(kept("killing").read().events)
    killing.evaluate(f"location.hash = '#{death}'")
    code = killing.locator("#why details.code")
    expect(code.locator("summary")).to_have_text("line 23: bot.attack(victim)")
    code.locator("summary").click()
    expect(code.locator(".program .marked code")).to_have_text("        bot.attack(victim)")
    lines = code.locator(".program li")
    program = next(event for event in kept("killing").read().events if isinstance(event, SkillStarted))
    assert lines.count() == len(str(program.code).rstrip("\n").split("\n"))  # whole


def test_what_came_of_a_line_is_shown_and_led_on(killing: Page) -> None:
    events = kept("killing").read().events
    causes = Causes(events)
    line = next(event.seq for event in events if event.kind == "said")
    killing.evaluate(f"location.hash = '#{line}'")
    forth = "#why .forth > li[data-seq]"
    until(killing, f"minecrew.why.at === minecrew.log.find({line})")
    told = killing.eval_on_selector_all(forth, "all => all.map(one => +one.dataset.seq)")
    assert told == causes.effects(line)[:6]
    killing.locator(forth).filter(has_text="the part").first.locator("a").click()
    until(killing, "minecrew.player.event.kind === 'assigned'")


@pytest.mark.parametrize("name", ["learning", "impossible"])
def test_a_program_that_failed_is_shown_whole_with_its_line(
    browser: Browser, tmp_path: Path, name: str
) -> None:
    causes = Causes(kept(name).read().events)
    failed = [
        (event, started)
        for event in causes.events.values()
        if isinstance(event, SkillEnded) and event.at and not event.ok and causes.reasons(event.seq)
        for started in [causes.events[causes.reasons(event.seq)[0]]]
        if isinstance(started, SkillStarted) and started.code
    ]
    assert failed
    for page in opened(browser, page_of(name, tmp_path)):
        for event, started in failed:
            assert event.at is not None
            page.evaluate(f"location.hash = '#{event.seq}'")
            until(page, f"minecrew.why.at === minecrew.log.find({event.seq})")
            line = event.at.program or event.at.line
            marked = page.locator("#why > details.code .marked")
            expect(marked.locator("code")).to_have_text(str(started.code).split("\n")[line - 1] or " ")
            expect(marked).to_contain_text(event.message.split("\n")[0])
