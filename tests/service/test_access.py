"""Who is answered: this machine, whoever shows the token, and no page of another site; and how much is."""

from __future__ import annotations

import socket
import stat
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from fastapi.testclient import TestClient
from rich.console import Console

from minecrew.runlog import UserError
from minecrew.service import Settings, create_app, hash_token
from minecrew.service.bounds import Bounds
from minecrew.service.security_headers import HEADERS
from minecrew.service.serve import serve as serve_here
from tests.minecrew.conftest import minecrew
from tests.service.conftest import Service

TOKEN = "a-token-of-somebody"


def client_of(tmp_path: Path, **settings: object) -> TestClient:
    app = create_app(Settings(runs=tmp_path, **settings))  # type: ignore[arg-type]  # plain keywords
    return TestClient(app, base_url="http://127.0.0.1:8765")


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost:8765", "LOCALHOST:8765", "[::1]:8765"])
def test_our_names_are_answered(tmp_path: Path, host: str) -> None:
    assert client_of(tmp_path).get("/runs", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8765",
        "127.0.0.1",
        "127.0.0.1:80",
        "127.0.0.1.evil.example:8765",
        "localhost:8765.evil.example",
        "localhost@evil.example:8765",
        "192.168.1.7:8765",
        "",
    ],
)
def test_another_name_is_refused(tmp_path: Path, host: str) -> None:
    answer = client_of(tmp_path).get("/runs", headers={"Host": host})
    assert (answer.status_code, answer.headers["content-type"]) == (403, "application/problem+json")


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "http://localhost:8765"},  # one name of ours, asked by another
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
    ],
)
def test_a_page_of_another_site_is_refused(tmp_path: Path, headers: dict[str, str]) -> None:
    client = client_of(tmp_path)
    assert client.get("/runs", headers=headers).status_code == 403
    assert client.post("/runs", json={"task": "paper"}, headers=headers).status_code == 403
    assert not list(tmp_path.iterdir())


def test_our_own_page_and_a_link_to_it_are_answered(tmp_path: Path) -> None:
    client = client_of(tmp_path)
    assert client.get("/runs", headers={"Origin": "http://127.0.0.1:8765"}).status_code == 200
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    answer = client.get("/ui/runs", headers=link)
    assert answer.status_code == 200
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_an_internal_error_has_the_headers_too(tmp_path: Path) -> None:
    app = create_app(Settings(runs=tmp_path))

    @app.get("/broken")
    def broken() -> None:
        raise RuntimeError("nobody expected this")

    client = TestClient(app, base_url="http://127.0.0.1:8765", raise_server_exceptions=False)
    answer = client.get("/broken")
    assert answer.status_code == 500
    assert "nobody" not in answer.text
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS


def test_a_bound_address_is_a_name_and_a_foreign_one_is_none(tmp_path: Path) -> None:
    client = client_of(tmp_path, host="192.168.1.7", token=hash_token(TOKEN))
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    assert client.get("/runs", headers={"Host": "192.168.1.7:8765", **bearer}).status_code == 200
    assert client.get("/runs", headers={"Host": "192.168.1.8:8765", **bearer}).status_code == 403
    everywhere = client_of(tmp_path, host="0.0.0.0", token=hash_token(TOKEN))
    assert everywhere.get("/runs", headers={"Host": "10.0.0.9:8765", **bearer}).status_code == 200
    assert everywhere.get("/runs", headers={"Host": "evil.example:8765", **bearer}).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer "},
        {"Authorization": f"Bearer {TOKEN}x"},
        {"Authorization": f"Basic {TOKEN}"},
        {"Cookie": f"minecrew-token={TOKEN[:-1]}"},
        {"Cookie": f"other={TOKEN}"},
    ],
)
def test_without_the_token_nothing_is_told(tmp_path: Path, headers: dict[str, str]) -> None:
    client = client_of(tmp_path, token=hash_token(TOKEN))
    for path in ("/runs", "/openapi.json", "/metrics", "/ui/assets/style.css"):
        answer = client.get(path, headers=headers)
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")


def test_the_token_or_its_cookie_lets_in(tmp_path: Path) -> None:
    client = client_of(tmp_path, token=hash_token(TOKEN))
    assert client.get("/runs", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200
    form = client.get("/ui/runs", headers={"Accept": "text/html"})
    assert (form.url.path, "form" in form.text) == ("/ui/enter", True)
    assert client.get("/ui/enter", params={"token": "wrong"}).status_code == 401
    entered = client.get("/ui/enter", params={"token": TOKEN}, follow_redirects=False)
    told = entered.headers["set-cookie"].lower()
    assert ("httponly" in told, "samesite=strict" in told) == (True, True)
    assert client.get("/runs").status_code == 200


def test_with_a_token_nobody_names_an_endpoint(tmp_path: Path) -> None:
    asked = {"task": "paper", "mind": {"kind": "openai", "model": "m", "base_url": "http://127.0.0.1:9/v1"}}
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    for host in ("127.0.0.1", "0.0.0.0"):  # behind a proxy, who asks is on another machine all the same
        client = client_of(tmp_path, host=host, token=hash_token(TOKEN))
        assert client.post("/runs", json=asked, headers=bearer).status_code == 403
        assert "mind.base_url" not in client.get("/run-options", headers=bearer).text
    assert "mind.base_url" in client_of(tmp_path).get("/run-options").text
    assert client_of(tmp_path).post("/runs", json=asked).status_code == 201


def test_another_address_asks_for_a_token_that_is_told_once(
    serve: Callable[..., Service], tmp_path: Path
) -> None:
    first = serve("--host", "0.0.0.0")
    token = first.told.split()[1]
    assert "token" in first.told
    assert first.client.get("/runs").status_code == 401
    assert first.client.get("/runs", headers={"Authorization": f"Bearer {token}"}).status_code == 200
    kept = first.runs / ".service.token"
    assert token not in kept.read_text()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    second = minecrew("serve", "--port", "0", "--runs", str(first.runs))
    assert (second.returncode, "is already in use by another service" in second.stderr) == (2, True)
    first.end()
    again = serve("--host", "0.0.0.0")
    assert "token" not in again.told
    assert httpx.get(f"{again.url}/runs", headers={"Authorization": f"Bearer {token}"}).status_code == 200


def test_what_cannot_be_served_is_one_line(tmp_path: Path) -> None:
    done = minecrew("serve", "--token", "short", "--runs", str(tmp_path))
    assert (done.returncode, done.stderr.count("\n"), "can be guessed" in done.stderr) == (2, 1, True)
    done = minecrew("serve", "--token", "the tokén of somebody", "--runs", str(tmp_path))
    assert (done.returncode, done.stderr.count("\n"), "an HTTP header does not allow" in done.stderr) == (
        2,
        1,
        True,
    )
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UserError, match=f"cannot listen on 127.0.0.1:{port}: .*; choose another"):
            serve_here(Settings(runs=tmp_path, port=port), Console())
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="cannot write in"):
        serve_here(Settings(runs=tmp_path / "file", port=0), Console())


def test_a_body_that_is_too_large_is_refused(tmp_path: Path) -> None:
    client = client_of(tmp_path)
    body = b'{"task": "paper"' + b" " * (1 << 20) + b"}"
    for content in (body, iter([body])):  # with a length, and in chunks without one
        answer = client.post("/runs", content=content, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.headers["content-type"]) == (413, "application/problem+json")


def test_who_asks_too_fast_is_told_to_wait(tmp_path: Path) -> None:
    now = [0.0]
    app = Bounds(create_app(Settings(runs=tmp_path)), rate=2, burst=3, clock=lambda: now[0])
    client = TestClient(app, base_url="http://127.0.0.1:8765")
    answers = [client.get("/health") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[-1].headers["retry-after"] == "1"
    now[0] += 0.5
    assert [client.get("/health").status_code for _ in range(2)] == [200, 429]


def test_a_full_queue_is_told(tmp_path: Path) -> None:
    client = client_of(tmp_path, waiting=2)
    answers = [client.post("/runs", json={"task": "paper"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 503]
    assert answers[-1].headers["retry-after"] == "60"
    assert len(list(tmp_path.glob("*/manifest.json"))) == 2
    assert client.post(f"/runs/{answers[0].json()['id']}/stop").json()["outcome"] == "interrupted"
    assert client.post("/runs", json={"task": "paper"}).status_code == 201
