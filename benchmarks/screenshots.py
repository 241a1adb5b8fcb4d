"""Takes screenshots of every view of the page, light and dark, wide and narrow, for docs/screenshots.

    python -m benchmarks.screenshots [VIEW...]

It first plays real runs with the service, in a temporary directory. It needs a browser of BROWSERS.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.indexed_png import shrink
from minecrew.bridge import package_root

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "screenshots"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Commands, the cheapest first: the shell computes a third of what a whole browser does for the same page."""
SIZES = {"wide": (1280, 800), "narrow": (360, 740)}
SCHEMES = ("light", "dark")
PLAYED: tuple[dict[str, Any], ...] = (
    {"task": "paper", "seed": 3, "p_error": 0.4, "guard": "block"},
    {"task": "figure6_resource"},
    {"task": "figure6_time"},
    {"task": "figure6_conformity"},
    {"task": "figure6_killing"},
    {"task": "bread", "arena": "village"},
    {"goal": {"ladder": 3}, "agents": 2},
    {"task": "bookshelf", "agents": 2},
    {"task": "figure6_library"},
    {"task": "bookshelf", "seed": 7},
)
LAST: dict[str, Any] = {"goal": {"ladder": 3}, "agents": 3, "arena": "village", "seed": 5}
"""The last run, which is played at normal game speed, so that the screenshots show it in progress."""
ASKED = package_root() / "tests" / "fixtures" / "bundles" / "minds_bookshelf"
"""A recorded run of models, with its prompts."""
STUDY = """
title = "Talk and paper"
question = "Does talk help a crew that makes paper?"
seeds = 2
primary = "execution_seconds"
outcomes = ["met", "messages"]
[base]
task = "paper"
speed = "max"
[factors]
discussion = ["horizontal", "none"]
[[contrasts]]
factor = "discussion"
level = "horizontal"
against = "none"
primary = true
"""
DEADLINE = 900
"""Maximum real seconds for all runs in PLAYED, and for the study."""
BEGUN = 15
"""Real seconds until the last run is in progress."""
SETTLED = 700
"""Milliseconds within which every view is drawn."""
MISTAKE = """'use strict'
/**
 * Cuts sugar cane and makes paper of it.
 * @param {number} [count=3] - how many sheets
 * @keywords paper sheet cane
 * @needs sugar cane within 48 blocks
 * @example makePaper(bot, 3)
 * @expect paper=3
 */
async function makePaper (bot, count = 3) {
  const before = holdings(bot)
  await mineBlock(bot, 'sugar_cane', count)
  await craftItm(bot, 'paper', Math.ceil(count / 3))
  return gainedSince(bot, before)
}
module.exports = makePaper
"""


@dataclass(frozen=True)
class View:
    """The path of a view, and the steps to perform on the page before its screenshot."""

    path: str
    prepare: Callable[[Page], None] = lambda page: None


def views(url: str) -> dict[str, View]:
    """Returns name -> view, for the runs of the service at `url`."""
    client = asking(url)
    cards = client.get("/runs", params={"limit": 200}).json()["items"]

    def latest(task: str) -> str:
        return next(str(card["id"]) for card in cards if card["task"] == task)

    library = latest("figure6_library")
    killing = latest("figure6_killing")
    death = next(
        event["seq"]
        for event in client.get(f"/runs/{killing}/events").json()["events"]
        if event["kind"] == "died"
    )
    asked = next(str(card["id"]) for card in cards if card["tokens"])
    [finding, *_] = client.get(f"/runs/{library}/findings").json()["findings"]
    seq = finding["evidence"][0]["seq"]
    compared = "&".join(f"run={latest(task)}" for task in ("bookshelf", "figure6_library", "figure6_time"))
    return {
        "runs": View("/ui/runs"),
        "start": View("/ui/runs?start=yes"),
        "run": View(f"/ui/runs/{library}?finding={quote(finding['id'], safe='')}#{seq}", await_findings),
        "glance": View(f"/ui/runs/{killing}", await_findings),
        "why": View(
            f"/ui/runs/{killing}#{death}", lambda page: page.locator("#why").scroll_into_view_if_needed()
        ),
        "exchange": View(f"/ui/runs/{asked}", lambda page: open_tab(page, "exchange")),
        "prompts": View(f"/ui/runs/{asked}", read_prompt),
        "nothing": View("/ui/nothing"),
        "compare": View(f"/ui/compare?{compared}"),
        "skills": View("/ui/skills?name=craftItem"),
        "write": View("/ui/skills", write),
        "studies": View("/ui/studies?name=talk", lambda page: page.locator(".figures").first.wait_for()),
        "behaviours": View("/ui/behaviours?staged=true", show_evidence),
    }


def asking(url: str) -> httpx.Client:
    """A client that waits for the service, however busy the machine is."""
    return httpx.Client(base_url=url, timeout=DEADLINE)


def show_evidence(page: Page) -> None:
    page.locator(".rate[data-class=destructive] summary").first.click()


def await_findings(page: Page) -> None:
    """The service sends the findings after the events."""
    page.locator("#verdicts [data-class]").first.wait_for()


def open_tab(page: Page, tab: str) -> None:
    page.locator("#glance dd").first.wait_for()
    page.locator(f"#tab-{tab}").click()
    page.locator("#tabs").evaluate("tabs => tabs.scrollIntoView()")


def read_prompt(page: Page) -> None:
    open_tab(page, "calls")
    page.locator("#calls [role=option]").nth(8).click()
    page.locator("#call details.same").first.wait_for()


def write(page: Page) -> None:
    page.get_by_role("button", name="New skill").click()
    page.get_by_role("textbox", name="The skill's text").fill(MISTAKE)
    page.locator("#flaws li").first.wait_for()


def take(browser: Browser, url: str, chosen: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, view in views(url).items():
        if chosen and name not in chosen:
            continue
        for size, (width, height) in SIZES.items():
            for scheme in SCHEMES:
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme="dark" if scheme == "dark" else "light",
                )
                context.set_default_timeout(DEADLINE * 1000)
                page = context.new_page()
                page.goto(url + view.path)
                if not view.path.startswith("/ui/runs/"):
                    page.wait_for_load_state("networkidle")
                view.prepare(page)
                page.wait_for_timeout(SETTLED)
                path = FOLDER / f"{name}-{size}-{scheme}.png"
                path.write_bytes(shrink(page.screenshot()))
                print(
                    f"{path.relative_to(FOLDER.parent.parent)}  {path.stat().st_size / 1000:.0f} kB",
                    flush=True,
                )
                context.close()


def play_study(root: Path) -> None:
    """Plays STUDY in the directory in which a service with the home directory `root` looks for studies."""
    file = root / "talk.toml"
    file.write_text(STUDY, "utf-8")
    command = [sys.executable, "-m", "minecrew", "study", str(file), "--dir", str(root / "studies" / "talk")]
    subprocess.run(command, check=True, timeout=DEADLINE, stdout=subprocess.DEVNULL)


def play(url: str) -> None:
    """Lets the service play the runs in PLAYED, and waits until all have ended."""
    client = asking(url)
    for asked in PLAYED:
        client.post("/runs", json={"speed": "max", **asked}).raise_for_status()
    end = time.monotonic() + DEADLINE
    while left := sum(
        client.get("/runs", params={"state": state}).json()["total"] for state in ("queued", "running")
    ):
        if time.monotonic() > end:
            raise SystemExit(f"{left} runs did not end within {DEADLINE} s")
        time.sleep(1)


@contextmanager
def served(root: Path) -> Iterator[str]:
    """Starts a service with `root` as its user's home directory, and yields its address."""
    command = [sys.executable, "-m", "minecrew", "serve", "--port", "0", "--runs", str(root / "runs")]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "HOME": str(root)}
    )
    try:
        told = process.stdout.readline() if process.stdout else ""
        found = re.search(r"http://[\w.:]+", told)
        if not found:
            raise SystemExit(f"the service printed no address: {told!r}")
        yield found[0]
    finally:
        process.terminate()
        process.wait(30)


def main(chosen: list[str]) -> None:
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None:
        raise SystemExit("chromium is not installed; run `apt-get install chromium-headless-shell`")
    flags = ["--disable-gpu", "--disable-lcd-text", *(() if os.geteuid() else ("--no-sandbox",))]
    with (
        tempfile.TemporaryDirectory() as root,
        served(Path(root)) as url,
        sync_playwright() as playwright,
    ):
        shutil.copytree(ASKED, Path(root) / "runs" / ASKED.name)
        play_study(Path(root))
        play(url)
        asking(url).post("/runs", json=LAST).raise_for_status()
        time.sleep(BEGUN)
        browser = playwright.chromium.launch(executable_path=chromium, args=flags)
        take(browser, url, chosen)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
