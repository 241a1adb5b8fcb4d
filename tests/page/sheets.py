"""Pages of a browser that are used again: a new one costs a process of its own, and its caches are cold."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page

WIDE = {"width": 1400, "height": 900}
FORGET = "try { localStorage.clear() } catch { /* the page of a failure has none */ }"


class Sheet:
    """A page, what went wrong in it, and what it asked for."""

    free: list[Sheet] = []

    def __init__(self, browser: Browser, timeout: float) -> None:
        self.context = browser.new_context()
        self.context.set_default_timeout(timeout)
        self.page: Page = self.context.new_page()
        self.wrong: list[str] = []
        self.asked: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", self._heard)
        self.page.on("request", lambda request: self.asked.append(request.url))

    def _heard(self, line: ConsoleMessage) -> None:
        if line.type in ("error", "warning"):
            self.wrong.append(line.text)

    def begin(self, viewport: Any, color_scheme: Any) -> None:
        self.page.set_viewport_size(viewport)
        self.page.emulate_media(color_scheme=color_scheme)
        self.wrong, self.asked = [], []

    def end(self) -> None:
        """As if nobody had been here."""
        self.page.evaluate(FORGET)
        wrong, asked = [*self.wrong], [*self.asked]
        self.page.unroute_all()
        self.page.goto("about:blank")
        self.wrong, self.asked = wrong, asked  # but for complaints of what was cut off


@contextmanager
def sheet(
    browser: Browser,
    timeout: float,
    *,
    script: str = "",
    viewport: Any = WIDE,
    color_scheme: Any = "light",
) -> Iterator[Sheet]:
    """A free page, or a new one. `script`: run before the page's own; such a page is not used again."""
    one = Sheet.free.pop() if Sheet.free and not script else Sheet(browser, timeout)
    if script:
        one.page.add_init_script(script)
    try:
        one.begin(viewport, color_scheme)
        yield one
        if script:
            one.context.close()
        else:
            one.end()
            Sheet.free.append(one)
    except Exception:
        one.context.close()
        raise
