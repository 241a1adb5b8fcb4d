"""Prompts and answers: on the page, offline and served, by HTTP and on the terminal the same words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, Page, expect

from minecrew.runlog import Calls, ModelCalled, Reading, RunBundle, RunStarted
from minecrew.service import Settings, create_app
from tests import commandline

from .conftest import HOSTILE, opened, until, write_bundle
from .kept import copied, kept, page_of
from .modules import made
from .visiting import Near, served_near, visiting

RUN = "minds_bookshelf"
WORDS = """() => [...document.querySelectorAll('#call .said')].map(part => [
  part.querySelector('h4').textContent,
  [...part.querySelectorAll('pre')].map(one => one.textContent).join('\\n')
])"""


def wanted(call: ModelCalled) -> list[list[str]]:
    """What is to be read of a call, told from the bundle's own files."""
    folder = kept(RUN).path
    prompt = (folder / str(call.prompt)).read_text("utf-8")
    parts = re.split(r"(?:^|\n\n)\[(system|user|assistant)\]\n", prompt)[1:]
    messages = [[f"Prompt ({role})", words] for role, words in zip(parts[::2], parts[1::2], strict=True)]
    return [["Answer", (folder / str(call.answer)).read_text("utf-8")], *messages]


def calls_of(name: str) -> list[ModelCalled]:
    return [event for event in kept(name).read().events if isinstance(event, ModelCalled)]


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    yield from opened(browser, page_of(RUN, tmp_path))


def test_every_call_is_read_in_full_by_keyboard(page: Page) -> None:
    calls = calls_of(RUN)
    page.keyboard.press("3")
    assert page.evaluate("document.activeElement.id") == "tab-calls"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    for number, call in enumerate(calls):
        page.keyboard.press("Home" if number == 0 else "ArrowDown")
        until(page, f"minecrew.panels.calls.call?.seq === {call.seq}")
        assert page.evaluate(WORDS) == wanted(call)
        told = str(page.locator("#call").text_content())
        assert f"{call.tokens_in:,} tokens in, {call.tokens_out} out" in told
        assert f"answered after {call.seconds:.1f} s" in told
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "call"  # it scrolls by keys


def test_what_the_last_call_had_is_folded_and_found(page: Page) -> None:
    page.locator("#tab-calls").click()
    last = calls_of(RUN)[-1]
    page.keyboard.press("3")
    page.evaluate(f"minecrew.panels.calls.choose(minecrew.log.find({last.seq}))")
    folded = page.locator("#call details.same")
    expect(folded.first).to_be_visible()
    assert folded.count() >= 2
    assert page.locator("#call details.same[open]").count() == 0
    before = Calls(kept(RUN).read()).summary(last.seq).before
    expect(folded.first.locator("summary")).to_contain_text(f"the same as in call #{before}")
    page.locator("#call-text").fill("Answer as JSON")
    expect(page.locator("#call details.same[open] mark").first).to_have_text("Answer as JSON")


def test_words_are_searched_in_all_calls(page: Page) -> None:
    page.locator("#tab-calls").click()
    text = "do some of the work of another member"
    fits = [one for one in calls_of(RUN) if any(text in words for _, words in wanted(one))]
    assert 0 < len(fits) < len(calls_of(RUN))
    page.locator("#call-text").fill(text.upper())
    expect(page.locator("#call-count")).to_have_text(f"{len(fits)} of {len(calls_of(RUN))} calls")
    answered = '"asks": ["Bob", "Charlie"]'
    assert [answered in words[0][1] for words in map(wanted, calls_of(RUN))].count(True) == 1
    page.locator("#call-text").fill(answered)
    expect(page.locator("#call-count")).to_contain_text(f"1 of {len(calls_of(RUN))} calls")
    page.locator("#call-text").fill("no such words")
    expect(page.locator("#no-calls")).to_have_text("No call contains this text.")


def test_a_prompt_is_one_press_away_from_the_deed(page: Page) -> None:
    made = next(event for event in kept(RUN).read().events if event.kind == "item.crafted")
    page.evaluate(f"location.hash = '#{made.seq}'")
    until(page, f"minecrew.why.at === minecrew.log.find({made.seq})")
    page.locator("#why .why:not(.forth) > li").last.get_by_role("button", name="Read the prompt").click()
    expect(page.locator("#tab-calls")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#call h3")).to_contain_text("speak")


def test_a_switch_leaves_them_out(browser: Browser, tmp_path: Path) -> None:
    told = commandline.minecrew(
        "replay", str(kept(RUN).path), "--html", str(tmp_path / "bare.html"), "--no-prompts"
    )
    assert told.returncode == 0, told.stdout + told.stderr
    text = (tmp_path / "bare.html").read_text("utf-8")
    secret = wanted(calls_of(RUN)[0])[1][1].split("\n")[1]
    assert json.dumps(secret)[1:-1] not in text
    assert json.dumps(secret)[1:-1] in page_of(RUN, tmp_path).read_text("utf-8")
    for page in opened(browser, tmp_path / "bare.html"):
        page.locator("#tab-calls").click()
        expect(page.locator("#no-calls")).to_contain_text("does not include the texts")


def test_the_terminal_prints_them() -> None:
    told = commandline.minecrew("replay", str(kept(RUN).path), "--prompts", "--whole")
    assert told.returncode == 0, told.stderr
    for call in calls_of(RUN):
        assert f"#{call.seq} {call.agent or 'the crew'}: {call.purpose}" in told.stdout
        for _, words in wanted(call):
            assert words in told.stdout
    short = commandline.minecrew("replay", str(kept(RUN).path), "--prompts", "--agent", "Bob")
    assert "lines are the same as in #" in short.stdout
    assert len(short.stdout) < len(told.stdout) / 4
    none = commandline.minecrew("replay", str(kept("killing").path), "--prompts")
    assert (none.returncode, none.stderr.count("\n")) == (2, 1)
    assert "no model was asked" in none.stderr


def test_the_terminal_says_why() -> None:
    told = commandline.minecrew("replay", str(kept("killing").path), "--why", "45").stdout
    order = [
        "dies, killed by Alice",
        "program",
        "line 23: bot.attack(victim)",
        "because the task gave Alice the persona 'ruthless'",
        "sub-task",
        "part",
        "line: Alice says",
    ]
    places = [told.index(words) for words in order]
    assert places == sorted(places)
    whole = commandline.minecrew("replay", str(kept("learning").path), "--why", "17").stdout
    (marked,) = (line for line in whole.split("\n") if " <- " in line)
    assert marked.split()[:3] == ["7", "await", "craftItem(bot,"]
    wrong = commandline.minecrew("replay", str(kept("killing").path), "--why", "4500")
    assert (wrong.returncode, "no event 4500 in this run; its events are 0 to 80" in wrong.stderr) == (
        2,
        True,
    )


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Near]:
    runs = tmp_path_factory.mktemp("served") / "runs"
    copied(runs, RUN, "killing")
    with served_near(runs) as service:
        yield service


def run_id(name: str) -> str:
    started = kept(name).read().started
    assert started is not None
    return started.run


def test_served_they_are_the_same_words(browser: Browser, service: Near) -> None:
    call = calls_of(RUN)[4]
    with visiting(browser, service, f"/ui/runs/{run_id(RUN)}") as page:
        until(page, "window.minecrew?.log.outcome")
        assert page.evaluate("minecrew.player.at === minecrew.log.length - 1")  # it opens at its end
        page.keyboard.press("3")
        page.locator("#calls [role=option]").nth(4).click()
        until(page, f"minecrew.panels.calls.call?.seq === {call.seq}")
        assert page.evaluate(WORDS) == wanted(call)
        page.locator("#call-text").fill("other work for the goal")
        expect(page.locator("#call-count")).to_contain_text(f" of {len(calls_of(RUN))} calls")


def test_the_service_answers_with_them_and_says_why(service: Near) -> None:
    run = run_id(RUN)
    listed = service.client.get(f"/runs/{run}/calls").json()["calls"]
    assert [one["seq"] for one in listed] == [one.seq for one in calls_of(RUN)]
    call = calls_of(RUN)[1]
    told = service.client.get(f"/runs/{run}/calls/{call.seq}").json()
    words = ["\n".join(piece["text"] for piece in message["pieces"]) for message in told["messages"]]
    assert [told["answer"], *words] == [words for _, words in wanted(call)]
    found = service.client.get(f"/runs/{run}/calls", params={"text": "I hold nothing. I see oak"}).json()
    assert 0 < len(found["calls"]) < len(listed)
    why = service.client.get(f"/runs/{run_id('killing')}/events/45/why").json()
    assert [step["kind"] for step in why["path"]][-1] == "said"
    assert [step["lines"] for step in why["path"] if step["noun"] == "program"] == [[23]]
    assert [step["noun"] for step in why["path"] if step["persona"]] == ["program"]
    for path in (f"/runs/{run}/calls/0", f"/runs/{run}/events/99999/why", "/runs/none/calls"):
        assert service.client.get(path).status_code == 404


def calling(**fields: object) -> ModelCalled:
    call = {"agent": "Alice", "model": "m", "purpose": "speak", "seconds": 1.0, "outcome": "answered"}
    return ModelCalled.model_validate({**call, **fields})


def run_with(tmp_path: Path, *calls: ModelCalled, texts: dict[str, str] | None = None) -> Reading:
    started = RunStarted(run="r", title="t", goal={"paper": 1}, agents=("Alice",))
    bundle = write_bundle(tmp_path, [started, *calls])
    (bundle.path / "models").mkdir()
    for name, text in (texts or {}).items():
        (bundle.path / name).write_text(text, "utf-8")
    return RunBundle(bundle.path).read()


@pytest.mark.parametrize(
    "name", ["../manifest.json", "/etc/passwd", "models/../events.jsonl", "models/x.txt", "events.jsonl"]
)
def test_no_other_file_is_read(tmp_path: Path, name: str) -> None:
    calls = Calls(run_with(tmp_path, calling(prompt=name, answer=name, thoughts=name)))
    (seq,) = calls
    told = calls.text(seq)
    assert (told.messages, told.answer, told.thoughts) == ((), None, None)


def test_hostile_words_of_a_model_are_shown_as_words(browser: Browser, tmp_path: Path) -> None:
    from minecrew.page import write_page

    name = f"models/{'a' * 20}.txt"
    call = calling(prompt=name, answer=name, thoughts=name, message=HOSTILE, model=HOSTILE)
    reading = run_with(tmp_path, call, texts={name: f"[user]\n{HOSTILE}"})
    write_page(tmp_path / "page.html", reading, ())
    for page in opened(browser, tmp_path / "page.html"):
        page.keyboard.press("3")
        page.locator("#calls [role=option]").first.click()
        expect(page.locator("#call pre").first).to_contain_text("</script>")
        page.locator("#call-text").fill("<script>")
        expect(page.locator("#call mark").first).to_have_text("<script>")
        assert page.evaluate("typeof window.broken") == "undefined"
        assert page.locator("img, iframe, object, embed").count() == 0


def test_a_price_makes_a_cost_and_a_setting_is_told(tmp_path: Path) -> None:
    reading = run_with(tmp_path, calling(tokens_in=1_000_000, tokens_out=500_000, round=1))
    manifest = {
        "run": "r",
        "started": "2026-01-01T00:00:00Z",
        "seed": 1,
        "prices": {"m": {"input": 2.0, "output": 4.0}},
        "task": {
            "agents": [{"name": "Alice", "mind": {"temperature": 0.5, "stages": {"speak": {"seed": 9}}}}]
        },
    }
    (reading.path.parent / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    calls = Calls(reading)
    (seq,) = calls
    told = calls.summary(seq)
    assert (told.usd, told.settings) == (4.0, {"temperature": 0.5, "seed": 9})


def test_calls_whose_words_are_left_out_are_counted_and_found_by_none() -> None:
    part = {
        "lines": ["wood", "stone"],
        "calls": [
            {"seq": 1, "messages": [], "answer": [0, 1], "thoughts": None},
            {"seq": 2, "usd": 0.5},
        ],
    }
    told = made(
        "call_words.js",
        f"""await (async words => [
          words.leftOut, await words.matching('STONE'), (await words.get(1)).answer,
          await words.get(2), await words.get(3)
        ])(new KeptWords({json.dumps(part)}))""",
    )
    assert told == [1, [1], "wood\nstone", {"seq": 2, "usd": 0.5}, None]


def test_a_page_says_how_many_calls_are_left_out(browser: Browser, tmp_path: Path) -> None:
    """The first call has words that fit, and the second has too many."""
    from minecrew.page import write_page

    names = [f"models/{letter * 20}.txt" for letter in "ab"]
    texts = {names[0]: "[user]\nwood", names[1]: "\n" * 1_000_001}
    reading = run_with(tmp_path, *(calling(prompt=name) for name in names), texts=texts)
    write_page(tmp_path / "page.html", reading, ())
    for page in opened(browser, tmp_path / "page.html"):
        page.keyboard.press("3")
        expect(page.locator("#call-count")).to_contain_text("2 calls; the texts of 1 are left out")
        page.locator("#calls [role=option]").nth(1).click()
        expect(page.locator("#call")).to_contain_text("The texts of this call are not on this page")


def test_the_service_lists_some_calls_and_counts_the_others(tmp_path: Path) -> None:
    reading = run_with(tmp_path, *[calling()] * 10_003)
    with TestClient(
        create_app(Settings(runs=reading.path.parents[1])), base_url="http://127.0.0.1:8765"
    ) as client:
        told = client.get(f"/runs/{reading.path.parent.name}/calls").json()
    assert (len(told["calls"]), told["more"]) == (10_000, 3)
