"""The login for browsers on other machines: the browser sends the token once, and afterwards a cookie that
contains it.
"""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from minecrew.service.access import COOKIE, ENTER, is_token
from minecrew.service.problem import ProblemError
from minecrew.service.shared import Shared

router = APIRouter(include_in_schema=False)

MONTH = 30 * 24 * 3600
POLICY = "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
FORM = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>minecrew</title>
<form action="{ENTER}">
<label>Token that the service printed: <input name="token" type="password" autofocus required></label>
<button>Enter</button>
</form>
</html>
"""


@router.get(ENTER)
def enter(shared: Shared, token: str | None = None) -> Response:
    settings = shared.settings
    if settings.token is None:
        return RedirectResponse("/ui/runs", 303)
    if token is None:
        return HTMLResponse(FORM, headers={"Content-Security-Policy": POLICY, "Cache-Control": "no-store"})
    if not is_token(token, settings):
        raise ProblemError(401, "the token is wrong", headers={"WWW-Authenticate": "Bearer"})
    answer = RedirectResponse("/ui/runs", 303)
    answer.set_cookie(COOKIE, token, max_age=MONTH, httponly=True, samesite="strict")
    return answer
