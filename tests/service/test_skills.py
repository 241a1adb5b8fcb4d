"""Skills over HTTP: found, read, written, refused, checked; the library of one's own is a folder as ever."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from minecrew.skills import Library
from tests.service.conftest import Inside

GOOD = """/**
 * Waits a moment.
 * @param {number} [ticks=2] - how long
 * @keywords idle
 * @needs nothing
 * @example waitABit(bot)
 */
async function waitABit (bot, ticks = 2) {
  await bot.waitForTicks(ticks)
}
module.exports = waitABit
"""


@pytest.fixture
def client(inside: Inside) -> Iterator[httpx.Client]:
    yield inside.client
    for path in own(inside).glob("*"):
        path.unlink()


def own(inside: Inside) -> Path:
    return inside.runs.parent / ".minecrew" / "skills"


def refused(answer: httpx.Response, status: int, *words: str) -> dict[str, Any]:
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    problem: dict[str, Any] = answer.json()
    for word in words:
        assert word in problem["detail"]
    return problem


def test_all_are_listed_and_words_find_the_best_first(client: httpx.Client) -> None:
    every = client.get("/skills", params={"limit": 1000}).json()
    assert [one["name"] for one in every["items"]] == [skill.name for skill in Library().all()]
    assert every["total"] == len(every["items"])
    found = client.get("/skills", params={"q": "something to sleep in", "limit": 1}).json()
    assert found["items"][0]["name"] == "craftBed"
    assert len(found["items"]) == 1 < found["total"]


def test_a_skill_is_read_with_its_text(client: httpx.Client) -> None:
    read = client.get("/skills/mineBlock").json()
    skill = Library().get("mineBlock")
    assert skill
    assert (read["source"], read["about"], read["place"]) == (skill.source, skill.summary, "package")
    assert [one["name"] for one in read["params"]] == [param.name for param in skill.params]
    refused(client.get("/skills/mineBlok"), 404, "mineBlok", "mineBlock")


def test_a_skill_is_written_changed_and_removed(client: httpx.Client, inside: Inside) -> None:
    made = client.post("/skills", json={"name": "waitABit", "source": GOOD})
    assert (made.status_code, made.headers["location"]) == (201, "/skills/waitABit")
    assert (own(inside) / "waitABit.js").read_text() == GOOD
    assert made.json()["place"] == "yours"
    assert client.get("/skills", params={"q": "idle"}).json()["items"][0]["name"] == "waitABit"
    refused(client.post("/skills", json={"name": "waitABit", "source": GOOD}), 409, "waitABit")
    longer = GOOD.replace("Waits a moment", "Waits a while")
    assert client.put("/skills/waitABit", json={"source": longer}).json()["about"] == "Waits a while."
    assert (own(inside) / "waitABit.js").read_text() == longer
    assert client.delete("/skills/waitABit").status_code == 204
    assert not list(own(inside).iterdir())
    refused(client.get("/skills/waitABit"), 404)


def test_what_is_wrong_is_told_by_its_line_and_not_saved(client: httpx.Client, inside: Inside) -> None:
    wrong = GOOD.replace("waitForTicks", "waitForTick")
    checked = client.post("/skills/waitABit/check", json={"source": wrong}).json()
    [flaw] = checked["problems"]
    assert (checked["ok"], flaw["line"]) == (False, 9)
    assert "waitForTick" in flaw["message"]
    problem = refused(client.post("/skills", json={"name": "waitABit", "source": wrong}), 422, "line 9")
    assert problem["problems"] == [{"where": "line 9", "message": flaw["message"]}]
    assert not (own(inside) / "waitABit.js").exists()
    assert client.post("/skills/mineBlock/check").json() == {"ok": True, "problems": []}


@pytest.mark.parametrize("name", ["../evil", "Evil", "a", "", "with space", "x" * 60])
def test_a_name_that_is_none_is_refused(client: httpx.Client, inside: Inside, name: str) -> None:
    refused(client.post("/skills", json={"name": name, "source": GOOD}), 422, repr(name))
    assert not list(inside.runs.parent.rglob("*evil*"))


def test_what_ships_is_not_ones_own_to_change(client: httpx.Client) -> None:
    refused(client.post("/skills", json={"name": "mineBlock", "source": GOOD}), 409, "mineBlock")
    refused(client.put("/skills/mineBlock", json={"source": GOOD}), 403, "mineBlock")
    refused(client.delete("/skills/mineBlock"), 403, "mineBlock")
    refused(client.put("/skills/waitABit", json={"source": GOOD}), 404, "waitABit")
    refused(client.delete("/skills/waitABit"), 404, "waitABit")


def test_a_method_that_is_none_is_refused_with_those_there_are(client: httpx.Client) -> None:
    answer = client.patch("/skills/mineBlock")
    refused(answer, 405, "PATCH", "DELETE, GET, PUT")
    assert answer.headers["allow"] == "DELETE, GET, PUT"


def test_a_file_laid_down_by_hand_stands_for_what_ships(client: httpx.Client, inside: Inside) -> None:
    skill = Library().get("craftBed")
    assert skill
    own(inside).mkdir(parents=True, exist_ok=True)
    (own(inside) / "craftBed.js").write_text(skill.source.replace("/**\n * ", "/**\n * Mine. ", 1))
    read = client.get("/skills/craftBed").json()
    assert (read["place"], read["shadows"], read["about"][:5]) == ("yours", "minecrew's own", "Mine.")
    (own(inside) / "broken.js").write_text("nothing")
    refused(client.get("/skills"), 422, "broken.js", "no function")
