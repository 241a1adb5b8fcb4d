"""A browser on the service's page, which is let ask nobody else for anything."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page

from tests.service.conftest import Service

from .conftest import PATIENCE


@contextmanager
def visiting(
    browser: Browser,
    service: Service,
    path: str,
    *,
    refused: int = 0,
    script: str = "",
    **options: object,
) -> Iterator[Page]:
    """The page at `path`. What goes wrong in it, or is asked of anybody else, fails the test.

    `refused`: requests that the service is to refuse; the browser complains of each. `script`: run before
    the page's own.
    """
    context = browser.new_context(**{"viewport": {"width": 1400, "height": 900}, **options})  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    if script:
        page.add_init_script(script)
    wrong: list[str] = []
    asked: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if line.type in ("error", "warning") else None)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(service.url + path)
    try:
        yield page
    finally:
        context.close()
    complaints = [line for line in wrong if "the server responded with a status of 4" in line]
    assert [line for line in wrong if line not in complaints] == []
    assert len(complaints) == refused
    assert [url for url in asked if not url.startswith((f"{service.url}/", "data:"))] == []
