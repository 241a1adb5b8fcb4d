"""A refusal as a page, for people who open an address in a browser; programs get JSON (`problem.py`)."""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path
from string import Template

from fastapi import Request
from fastapi.responses import HTMLResponse

from minecrew.service.security_headers import PAGE_POLICY

TEMPLATE = Path(__file__).resolve().parent.parent / "page" / "problem.html"


def wants_page(request: Request) -> bool:
    """Whether a browser asks for a page; a program that accepts any media type does not count."""
    return request.method == "GET" and "text/html" in request.headers.get("accept", "")


def problem_page(status: int, title: str, detail: str) -> HTMLResponse:
    text = _template().substitute(status=status, title=escape(title), detail=escape(detail))
    return HTMLResponse(text, status, headers={"Content-Security-Policy": PAGE_POLICY})


@cache
def _template() -> Template:
    return Template(TEMPLATE.read_text(encoding="utf-8"))
