"""The view Skills, on the real service and in the real world: read, write, check, try, save, use."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.endpoint_server import misbehaving_aside
from tests.service.conftest import Service

from .visiting import visiting

CANE = """'use strict'
/**
 * Cuts sugar cane as somebody at a browser would have it.
 * @param {number} [count=1] - how many
 * @keywords sugar cane reed paper
 * @needs sugar cane within 48 blocks
 * @example fetchReed(bot, 1)
 * @expect sugar_cane=1
 */
async function fetchReed (bot, count = 1) {
  const before = holdings(bot)
  await mineBlok(bot, 'sugar_cane', wholeNumber(count))
  return gainedSince(bot, before)
}
module.exports = fetchReed
"""


def answer(number: int, request: dict[str, Any]) -> str:
    """A model that knows one skill."""
    wanted = request["response_format"]["json_schema"]["schema"]["properties"]
    if "subtasks" in wanted:
        step = {"text": "gather 1 sugar cane", "kind": "have", "item": "sugar_cane", "count": 1, "who": ""}
        return json.dumps({"reason": "", "refuses": "", "subtasks": [step]})
    call = {"do": "call", "skill": "fetchReed", "arguments": "[1]", "name": "", "code": ""}
    return json.dumps({"reason": "it fits", **call, "seconds": 60})


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """With a home of its own, and so with no skills but those that ship."""
    root = tmp_path_factory.mktemp("skilled")
    service = Service(root / "runs", home=root)
    yield service
    service.end()


@pytest.fixture
def page(browser: Browser, service: Service) -> Iterator[Page]:
    with visiting(browser, service, "/ui/skills") as page:
        yield page


@pytest.fixture
def refused(browser: Browser, service: Service) -> Iterator[Page]:
    """A page that has one thing refused."""
    with visiting(browser, service, "/ui/skills", refused=1) as page:
        yield page


def test_a_skill_is_found_by_other_words_and_read(page: Page) -> None:
    page.get_by_role("searchbox", name="Search skills").fill("something to sleep in")
    found = page.get_by_role("list", name="Skills").get_by_role("link")
    expect(found.first).to_contain_text("craftBed")
    found.first.click()
    skill = page.get_by_role("article", name="craftBed")
    expect(skill).to_contain_text("craftBed(bot")
    expect(skill).to_contain_text("ships with minecrew")
    expect(skill.locator(".code .hljs-keyword").first).to_have_text("async")
    expect(skill.get_by_role("button", name="Delete")).to_have_count(0)
    assert "name=craftBed" in page.url


def test_a_skill_is_written_mended_tried_saved_and_used(refused: Page, service: Service) -> None:
    page = refused
    page.get_by_role("button", name="New skill").click()
    text = page.get_by_role("textbox", name="The skill's text")
    text.fill(CANE)
    expect(page.get_by_role("status").filter(has_text="1 problem")).to_be_visible()
    flaw = page.locator(".flaws li")
    expect(flaw).to_contain_text("mineBlok")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("fetchReed was not saved")
    flaw.get_by_role("button", name="line 12").click()
    assert page.evaluate("getSelection().toString()") == CANE.splitlines()[11]
    expect(page.locator(".gutter .wrong")).to_have_text("12")
    page.keyboard.type("  await mineBlock(bot, 'sugar_cane', wholeNumber(count))")
    expect(page.get_by_text("No problems.")).to_be_visible()
    assert text.input_value() == CANE.replace("mineBlok", "mineBlock")

    page.get_by_role("textbox", name="arguments").fill("many")
    page.get_by_role("button", name="Try", exact=True).click()
    expect(page.locator(".watch .outcome")).to_have_text("failed")
    expect(page.locator(".gutter .wrong")).to_have_text("12")
    expect(page.locator(".remarks")).to_contain_text("count has to be a whole number")

    page.get_by_role("textbox", name="arguments").fill("1")
    page.get_by_role("button", name="Try", exact=True).click()
    expect(page.locator(".gutter .wrong")).to_have_count(0)
    told = page.get_by_role("list", name="What happens")
    expect(told).to_contain_text("fetchReed succeeds")
    expect(page.locator(".watch .outcome")).to_have_text("passed")

    page.get_by_role("button", name="Save").click()
    kept = service.runs.parent / ".minecrew" / "skills" / "fetchReed.js"
    expect(page.get_by_role("article", name="fetchReed")).to_contain_text("yours")
    assert kept.read_text("utf-8") == text_of(CANE)

    page.get_by_role("link", name="Use it in a run").click()
    with misbehaving_aside(answer) as model:
        page.get_by_label("your own goal").check()
        form = page.get_by_role("region", name="Start a run")
        form.get_by_role("textbox", name="goal").fill("1 sugar cane")
        form.get_by_role("spinbutton", name="agents").fill("1")
        form.get_by_role("combobox", name="mind").select_option("openai")
        form.get_by_role("textbox", name="model").fill("m")
        form.get_by_role("textbox", name="base URL").fill(model.url)
        form.get_by_text("More options").click()
        form.get_by_role("combobox", name="talk").select_option("none")
        form.get_by_role("textbox", name="speed").fill("max")
        form.get_by_role("button", name="Start", exact=True).click()
        run = page.locator("li.run").filter(has_text="Craft 1 sugar cane")
        expect(run.locator(".outcome")).to_have_text("running")
        expect(run.get_by_role("button", name="Stop")).to_be_visible()
        expect(run.locator(".outcome")).to_have_text("met")
        expect(run).to_contain_text("1 of 1 sugar cane")
        expect(run.get_by_role("button", name="Stop")).to_have_count(0)
    page.goto(f"{service.url}/ui/skills?name=fetchReed")
    expect(page.get_by_role("article", name="fetchReed")).to_contain_text("100% worked")

    page.once("dialog", lambda asked: asked.accept())
    with page.expect_response(lambda answer: answer.request.method == "DELETE"):
        page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("list", name="Skills").get_by_text("yours")).to_have_count(0)
    assert not kept.exists()


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("oak_log, 2", ["oak_log", "2"]),
        ('[1, 2], {"a": 3}', ["[1,2]", '{"a":3}']),
        ('"a, b", true', ['"a, b"', "true"]),
        ("[1, many", ["[1", "many"]),
    ],
)
def test_arguments_are_typed_as_json_or_as_words(page: Page, typed: str, read: list[str]) -> None:
    module = "/ui/assets/views/input.js"
    told = page.evaluate(
        "([module, text]) => import(module).then(it => it.readArguments(text))", [module, typed]
    )
    assert told == read


def test_what_is_not_saved_is_not_lost_without_a_word(page: Page) -> None:
    page.get_by_role("button", name="New skill").click()
    text = page.get_by_role("textbox", name="The skill's text")
    text.fill("// a thought")
    page.once("dialog", lambda asked: asked.dismiss())
    page.get_by_role("list", name="Skills").get_by_role("link").first.click()
    assert text.input_value() == "// a thought"
    page.once("dialog", lambda asked: asked.accept())
    page.get_by_role("button", name="Cancel").click()
    expect(text).to_have_count(0)


def text_of(source: str) -> str:
    return source.replace("mineBlok", "mineBlock")
