"""What holds for each view of the service's page: narrow, by keyboard, and from nowhere else."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.service.conftest import Service

from .test_axe import complaints, on_each_screen
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


@pytest.mark.parametrize("path", VIEWS)
def test_at_360_px_nothing_is_wider_than_the_screen(browser: Browser, studied: Service, path: str) -> None:
    narrow = {"width": 360, "height": 740}
    with visiting(browser, studied, path, viewport=narrow, color_scheme="light") as page:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.locator(VIEWS[path]).first.wait_for()
            assert page.evaluate("document.documentElement.scrollWidth") == 360
            back = page.evaluate("getComputedStyle(document.body).backgroundColor")
            assert (sum(map(int, back[4:-1].split(","))) < 150) == (scheme == "dark")


@pytest.mark.parametrize("path", VIEWS)
def test_by_keyboard_alone_one_gets_everywhere(browser: Browser, studied: Service, path: str) -> None:
    """All that can be pressed has a name, can be reached by Tab in the order it stands in, and shows it."""
    with visiting(browser, studied, path) as page:
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


def test_an_address_that_is_none_is_answered_in_words(browser: Browser, shown: Service) -> None:
    with visiting(browser, shown, "/ui/nothing", refused=1) as page:
        assert "There is no page" in page.locator("main").inner_text()
        page.get_by_role("link", name="Back to all runs").click()
        page.locator("li.run").first.wait_for()
    hostile = "/ui/<script>window.broken=1</script>"
    with visiting(browser, shown, hostile, refused=1) as page:
        assert (
            "<script>" in page.locator("main").inner_text()
            or "%3Cscript" in page.locator("main").inner_text()
        )
        assert page.evaluate("typeof window.broken") == "undefined"
    told = shown.client.get("/ui/nothing")
    assert (told.status_code, told.headers["content-type"]) == (404, "application/problem+json")


def test_what_only_a_program_could_do_is_not_said_on_the_page(browser: Browser, shown: Service) -> None:
    assert "GET /runs lists the runs" in shown.client.get("/runs/none").json()["detail"]
    with visiting(browser, shown, "/ui/compare?run=none", refused=1) as page:
        told = page.get_by_role("alert").inner_text()
        assert "'none' was not found" in told
        assert "GET" not in told


def test_behaviours_have_an_axis_and_definitions(browser: Browser, shown: Service) -> None:
    with visiting(browser, shown, "/ui/behaviours") as page:
        page.locator(".rate").first.wait_for()
        section = page.locator("section[aria-label=volunteer]")
        assert "gives time, material or help that no one asked it for" in section.inner_text()
        ticks = section.locator(".scale span").all_text_contents()
        assert ticks[0] == "0"
        assert ticks[-1].endswith("per 10 min")
        line, scale = (
            section.locator(".interval").first.bounding_box(),
            section.locator(".scale").bounding_box(),
        )
        assert line
        assert scale
        assert (round(line["x"]), round(line["width"])) == (round(scale["x"]), round(scale["width"]))


def test_names_below_a_plot_do_not_collide_at_360_px(browser: Browser, shown: Service) -> None:
    runs = "&".join(f"run={card['id']}" for card in shown.client.get("/runs").json()["items"])
    script = """
      const told = window.told = []
      const { fillText } = CanvasRenderingContext2D.prototype
      CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
        const { a, b, e, f } = this.getTransform()
        told.push([text, this.measureText(text).width, Math.atan2(b, a), e, f])
        return fillText.call(this, text, ...rest)
      }"""
    narrow = {"viewport": {"width": 360, "height": 740}}
    with visiting(browser, shown, f"/ui/compare?{runs}", script=script, **narrow) as page:
        page.locator("section[aria-label=Behaviours] .plot canvas").wait_for()
        page.wait_for_timeout(300)
        turned = [
            one for one in page.evaluate("told") if one[0] in ("volunteer", "destructive", "contradiction")
        ]
        assert turned
        assert all(angle < -0.3 for _, _, angle, _, _ in turned)


def test_axe_has_no_serious_complaint_about_studies(browser: Browser, studied: Service) -> None:
    """Here, for a study takes seconds to show; `test_axe.py` has the other views."""
    with visiting(browser, studied, "/ui/studies?name=talk") as page:
        for screen in on_each_screen(page):
            page.locator(".figures").first.wait_for()
            assert complaints(page) == [], screen


def test_each_table_says_once_how_many_runs_a_row_is_about(browser: Browser, studied: Service) -> None:
    with visiting(browser, studied, "/ui/studies?name=talk") as page:
        tables = page.locator("table.figures:has(tbody tr)")
        expect(tables.first).to_be_visible()
        heads = [table.locator("thead th, thead td").all_inner_texts() for table in tables.all()]
        rows = [table.locator("tbody tr").first.locator("th, td").all_inner_texts() for table in tables.all()]
    assert [names.count("runs") for names in heads] == [1] * len(heads)
    assert len({names.index("runs") for names in heads}) > 1, "some tables have the column, others get it"
    counts = [dict(zip(names, row, strict=True))["runs"] for names, row in zip(heads, rows, strict=True)]
    assert counts[0] == "2"
    assert heads[0][0] == "discussion", "the first factor has a head, too"
    assert all(int(count) > 0 for count in counts)
