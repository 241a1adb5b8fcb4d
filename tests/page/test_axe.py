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

from .conftest import opened, until, write_study
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


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", ["killing", "minds_bookshelf"])
def test_the_view_of_a_run(browser: Browser, tmp_path: Path, name: str, screen: str) -> None:
    options = dict(SCREENS[screen])
    size = options.pop("viewport")
    for page in opened(browser, page_of(name, tmp_path), **options):
        page.set_viewport_size(size)
        page.keyboard.press("n")
        for tab in ("moment", "exchange", "calls"):
            page.locator(f"#tab-{tab}").click()
            if tab == "calls" and name.startswith("minds"):
                page.locator("#calls [role=option]").nth(1).click()
                page.locator("#call pre").first.wait_for()
            assert complaints(page) == [], tab


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    root = tmp_path_factory.mktemp("axe")
    copied(root / "runs", "killing", "bookshelf", "minds_bookshelf")
    for name in ("killing", "bookshelf"):  # a second one of each makes it a group
        shutil.copytree(FOLDER / name, root / "runs" / f"{name}-again")
    write_study(root / "studies" / "talk")
    service = Service(root / "runs", home=root)
    yield service
    service.end()


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("/ui/runs", "li.run"),
        ("/ui/runs?start=yes", "#start button"),
        ("/ui/compare", ".offers li"),
        ("/ui/skills?name=craftItem", ".signature"),
        ("/ui/behaviours", ".rate"),
        ("/ui/studies?name=talk", ".figures"),
        ("/ui/nothing", "nav"),
    ],
)
def test_the_other_views(browser: Browser, service: Service, path: str, there: str, screen: str) -> None:
    with visiting(browser, service, path, refused=path.endswith("nothing"), **SCREENS[screen]) as page:
        page.locator(there).first.wait_for()
        assert complaints(page) == []


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
