"""What holds for each view of the service's page: narrow, by keyboard, and from nowhere else."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.service.conftest import Service

from .visiting import visiting

WANTED = """() => {
  const pressed = '#view :is(a, button, input, select, textarea, summary)'
  const all = [...document.querySelectorAll(pressed)].filter(one => one.checkVisibility())
  window.wanted = all.filter(one => one.type !== 'radio').slice(0, 40)
  return window.wanted.length
}"""
MET = """() => {
  const here = document.activeElement
  const { outlineStyle, outlineWidth } = getComputedStyle(here)
  const shown = outlineStyle === 'solid' && outlineWidth !== '0px'
  const labelled = here.labels?.length || here.ariaLabelledByElements
  const named = here.ariaLabel || labelled || here.textContent.trim()
  if (shown && named) window.wanted = window.wanted.filter(one => one !== here)
}"""
VIEWS = {
    "/ui/runs": "li.run",
    "/ui/compare": ".offers li",
    "/ui/skills": ".skill-list li",
    "/ui/behaviours": ".rate",
    "/ui/studies?name=talk": ".figures",
}
"""Path -> what is there when the view is."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", VIEWS)
def test_at_360_px_nothing_is_wider_than_the_screen(
    browser: Browser, shown: Service, path: str, scheme: str
) -> None:
    narrow = {"width": 360, "height": 740}
    with visiting(browser, shown, path, viewport=narrow, color_scheme=scheme) as page:
        page.locator(VIEWS[path]).first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        back = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, back[4:-1].split(","))) < 150) == (scheme == "dark")


@pytest.mark.parametrize("path", VIEWS)
def test_by_keyboard_alone_one_gets_everywhere(browser: Browser, shown: Service, path: str) -> None:
    """All that can be pressed has a name, can be reached by Tab in the order it stands in, and shows it."""
    with visiting(browser, shown, path) as page:
        page.locator(VIEWS[path]).first.wait_for()
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "view"
        count = page.evaluate(WANTED)
        assert count >= 3
        for _ in range(count + 20):
            page.keyboard.press("Tab")
            page.evaluate(MET)
        assert page.evaluate("window.wanted.map(one => one.outerHTML)") == []


def test_the_page_may_load_and_ask_for_nothing_from_elsewhere(browser: Browser, shown: Service) -> None:
    with visiting(browser, shown, "/ui/runs") as page:
        answer = page.request.get(f"{shown.url}/ui/runs")
        policy = dict(
            part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";")
        )
        assert policy["default-src"] == "'none'"
        assert {policy[name] for name in ("script-src", "style-src", "connect-src")} == {"'self'"}
        assert set(policy["img-src"].split()) <= {"'self'", "data:"}
    with pytest.raises(AssertionError), visiting(browser, shown, "/ui/runs") as page:
        page.evaluate("fetch('http://127.0.0.1:9/').catch(() => null)")
