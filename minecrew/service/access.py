"""Access to the service: for clients on this machine or with the token, but not for pages of other sites.

A browser also sends requests that pages of other sites make. The headers of such requests contain the page's
site (`Origin`) and the host name of this service (`Host`). Requests with a foreign origin or an unknown host
name are refused, because an attacker's host name may point to this machine. The content of requests is not
checked.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import socket
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address

from fastapi.responses import RedirectResponse
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from minecrew.service.bounds import Allowances, client_of
from minecrew.service.problem import problem_response
from minecrew.service.settings import Settings

COOKIE = "minecrew-token"
GUESSES = 60
"""Number of wrong tokens that one client may send per minute."""
ENTER = "/ui/enter"
OPEN = (ENTER, "/health")
"""Paths that need no token."""
OURS = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = ("0.0.0.0", "::")
_HOST = re.compile(r"(?:\[(?P<v6>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9_.-]+))(?::(?P<port>\d{1,5}))?")


def hash_token(token: str) -> bytes:
    """Returns the hash of a token, which is stored instead of the token."""
    return hashlib.sha256(token.encode()).digest()


class Access:
    """Middleware that refuses requests from clients without access."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self._guesses = Allowances(GUESSES / 60, GUESSES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        headers, path = Headers(scope=scope), str(scope["path"])
        answer: Response | None = None
        if told := self._foreign(headers, str(scope["scheme"])):
            answer = problem_response(path, 403, told)
        elif not self._guesses.takes(client_of(scope), cost=0):
            told = "too many wrong tokens from this address; try again in a minute"
            answer = problem_response(path, 429, told, headers={"Retry-After": "60"})
        elif not self._is_let_in(headers, path):
            self._guesses.takes(client_of(scope), cost=1 if _shows_token(headers) else 0)
            told = f"this needs the token; open {ENTER}, or send it as 'Authorization: Bearer TOKEN'"
            answer = problem_response(path, 401, told, headers={"WWW-Authenticate": "Bearer"})
            if path == "/" or (path.startswith("/ui/") and "text/html" in headers.get("accept", "")):
                answer = RedirectResponse(ENTER, 303)
        await (answer or self.app)(scope, receive, send)

    def _foreign(self, headers: Headers, scheme: str) -> str:
        """Returns the reason why a request counts as coming from another site; '' if it does not."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not is_ours(hosts[0], self.settings):
            given = ", ".join(hosts)[:100]
            return f"{given!r} is not a host name of this service; use {self.settings.url}"
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (
            f"{one}://{hosts[0]}".lower() for one in (scheme, "https")
        ):
            return f"the request comes from another site, {origin[:100]!r}; open {self.settings.url} instead"
        if headers.get("sec-fetch-site") == "cross-site" and headers.get("sec-fetch-mode") != "navigate":
            return f"the request comes from a page of another site; open {self.settings.url} instead"
        return ""

    def _is_let_in(self, headers: Headers, path: str) -> bool:
        if self.settings.token is None or path in OPEN:
            return True
        kind, _, shown = headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer":
            shown = _cookie(headers.get("cookie", ""))
        return is_token(shown, self.settings)


def _shows_token(headers: Headers) -> bool:
    return "authorization" in headers or COOKIE in headers.get("cookie", "")


def is_token(shown: str, settings: Settings) -> bool:
    """Returns whether `shown` is the token. The comparison always takes the same time."""
    return settings.token is not None and hmac.compare_digest(hash_token(shown), settings.token)


def is_ours(host: str, settings: Settings) -> bool:
    """Whether a `Host` header contains a name or address of this service."""
    match = _HOST.fullmatch(host)
    if match is None:
        return False
    name, port = (match["v6"] or match["name"]).lower(), int(match["port"] or 80)
    if settings.host in EVERYWHERE:  # no name but our own, since others can be made to point here
        return name in ("localhost", socket.gethostname().lower()) or _is_ip_address(name)
    return port == settings.port and name in (*OURS, settings.host.lower())


def _is_ip_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _cookie(header: str) -> str:
    try:
        found = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""
