"""Routes for the page: its documents, its modules, and the libraries that they use.

Requested names are looked up in a table; other names are not served. A view requests about thirty small
files at once, so they are kept in memory and sent without threads.
"""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from minecrew.bridge import node_modules
from minecrew.page import generated, served_page
from minecrew.service.problem import ProblemError
from minecrew.service.security_headers import PAGE_POLICY

router = APIRouter(include_in_schema=False)

PAGE = Path(__file__).resolve().parent.parent.parent / "page"
TEMPLATE = PAGE.parent / "skill_tools" / "skill.template"
"""The initial text of a new skill, in the editor and with `minecrew skills new`."""
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".template": "text/plain; charset=utf-8",
}
LIBRARIES = {
    "htm.js": "htm/preact/standalone.module.js",
    "uPlot.js": "uplot/dist/uPlot.esm.js",
    "uPlot.css": "uplot/dist/uPlot.min.css",
    "highlight.js": "@highlightjs/cdn-assets/es/core.min.js",
    "highlight-javascript.js": "@highlightjs/cdn-assets/es/languages/javascript.min.js",
}
"""Name of an imported module -> its file in the pinned package."""
ASSETS = {
    TEMPLATE.name: TEMPLATE,
    **{path.relative_to(PAGE).as_posix(): path for path in PAGE.rglob("*") if path.suffix in TYPES},
}
DOCUMENTS = {
    "/ui/runs": "views/view.html",
    "/ui/compare": "views/view.html",
    "/ui/skills": "views/view.html",
    "/ui/behaviours": "views/view.html",
    "/ui/studies": "views/view.html",
}
"""Path -> document, except for the view of a run."""


@router.get("/")
def root() -> RedirectResponse:
    return RedirectResponse("/ui/runs")


@router.get("/ui/assets/{name:path}")
async def asset(name: str, request: Request) -> Response:
    if name in generated():
        return _answer(*_tagged(generated()[name].encode()), Path(name).suffix, request)
    return _file(ASSETS.get(name), request)


@router.get("/ui/lib/{name}")
async def library(name: str, request: Request) -> Response:
    known = LIBRARIES.get(name)
    return _file(node_modules() / known if known else None, request)


def _show(path: str, document: str) -> None:
    async def show(request: Request) -> Response:
        return _file(PAGE / document, request)

    router.add_api_route(path, show)


for path, document in DOCUMENTS.items():
    _show(path, document)


@router.get("/ui/runs/{id}")
async def run_view(request: Request) -> Response:
    """The document is the same for all ids. The page itself finds out whether the run exists."""
    return _answer(*_run_view(), ".html", request)


@cache
def _run_view() -> tuple[bytes, str]:
    return _tagged(served_page(assets="/ui/assets").encode())


def _file(path: Path | None, request: Request) -> Response:
    """The browser must revalidate a cached file, which is sent again only if it has changed."""
    if path is None:
        raise ProblemError(404, f"there is no page {request.url.path!r}")
    return _answer(*_read(path, path.stat().st_mtime_ns), path.suffix, request)


@lru_cache(maxsize=200)
def _read(path: Path, changed: int) -> tuple[bytes, str]:
    """Returns the content of a file. `changed`: its modification time, so that an edited file is read
    again.
    """
    return _tagged(path.read_bytes())


def _tagged(content: bytes) -> tuple[bytes, str]:
    """The content, and its hash for the ETag header."""
    return content, f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def _answer(content: bytes, tag: str, suffix: str, request: Request) -> Response:
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if suffix == ".html":
        headers["Content-Security-Policy"] = PAGE_POLICY
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=TYPES.get(suffix, "text/html; charset=utf-8"), headers=headers)
