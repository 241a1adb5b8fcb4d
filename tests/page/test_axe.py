"""axe-core has no serious complaint about any view, light or dark, wide or narrow."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.service.conftest import Service

from .conftest import opened, until
from .kept import FOLDER, copied, page_of
from .visiting import visiting

GRAVE = ("serious", "critical")
SCREENS: dict[str, dict[str, Any]] = {
    "wide-light": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"},
    "narrow-dark": {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"},
}


def complaints(page: Page) -> list[tuple[str, list[str]]]:
    found = Axe().run(page).response["violations"]
    return [
        (f"{one['id']}: {one['help']}", [node["html"][:200] for node in one["nodes"]])
        for one in found
        if one["impact"] in GRAVE
    ]


def on_each_screen(page: Page) -> Iterator[str]:
    """Shows the page on each screen in turn."""
    for name, screen in SCREENS.items():
        page.set_viewport_size(screen["viewport"])
        page.emulate_media(color_scheme=screen["color_scheme"])
        page.wait_for_timeout(100)
        yield name


@pytest.mark.parametrize(
    ("name", "tabs"),
    [
        pytest.param("killing", ("moment", "exchange"), id="killing"),
        pytest.param("minds_bookshelf", ("calls",), id="minds_bookshelf"),
        pytest.param("killing", ("calls",), id="killing without calls", marks=pytest.mark.soak),
        pytest.param("minds_bookshelf", ("moment", "exchange"), id="minds", marks=pytest.mark.soak),
    ],
)
def test_the_view_of_a_run(browser: Browser, tmp_path: Path, name: str, tabs: tuple[str, ...]) -> None:
    for page in opened(browser, page_of(name, tmp_path)):
        page.keyboard.press("n")
        for tab in tabs:
            page.locator(f"#tab-{tab}").click()
            if tab == "calls" and name.startswith("minds"):
                page.locator("#calls [role=option]").nth(1).click()
                page.locator("#call pre").first.wait_for()
            for screen in on_each_screen(page):
                assert complaints(page) == [], (tab, screen)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    root = tmp_path_factory.mktemp("axe")
    copied(root / "runs", "killing", "bookshelf", "minds_bookshelf")
    for name in ("killing", "bookshelf"):  # a second one of each makes it a group
        shutil.copytree(FOLDER / name, root / "runs" / f"{name}-again")
    service = Service(root / "runs", home=root)
    yield service
    service.end()


@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("/ui/runs", "li.run"),
        ("/ui/runs?start=yes", "#start button"),
        ("/ui/compare", ".offers li"),
        ("/ui/skills?name=craftItem", ".signature"),
        ("/ui/behaviours", ".rate"),
        ("/ui/nothing", "nav"),
    ],
)
def test_the_other_views(browser: Browser, service: Service, path: str, there: str) -> None:
    with visiting(browser, service, path, refused=path.endswith("nothing")) as page:
        for screen in on_each_screen(page):
            page.locator(there).first.wait_for()
            assert complaints(page) == [], screen


def test_compared_runs(browser: Browser, service: Service) -> None:
    cards = service.client.get("/runs").json()["items"]
    query = "&".join(f"run={card['id']}" for card in cards)
    with visiting(browser, service, f"/ui/compare?{query}") as page:
        page.locator(".sections").wait_for()
        until(page, "document.querySelectorAll('.plot canvas').length > 2")
        assert complaints(page) == []
        box = page.locator("section[aria-label=Groups] thead th").last.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= page.evaluate("innerWidth")  # its last column is in sight
