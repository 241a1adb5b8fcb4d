"""Tasks and arenas over HTTP."""

from __future__ import annotations

from pathlib import Path

import pytest

from minecrew.agents import PERSONAS, structures
from minecrew.mc_server import arenas
from tests.minecrew.conftest import minecrew
from tests.service.conftest import Inside

TASK = 'title = "A"\ngoal = { ladder = 1 }\nagents = [{ name = "Alice" }]\n'


def test_the_tasks_that_ship_are_told(inside: Inside) -> None:
    items = inside.client.get("/tasks").json()["items"]
    listed = {one["name"]: one for one in items}
    assert listed["bookshelf"]["goal"] == {"bookshelf": 1}
    assert listed["bookshelf"]["agents"] == ["Alice", "Bob", "Charlie"]
    assert listed["figure6_library"]["personas"] == {"Bob": "vandal"}
    assert sorted(listed) == sorted(path.stem for path in Path("tasks").glob("*.toml"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (TASK.replace("goal", "gaol"), "gaol"),
        (TASK + "[world]\narena = 'moon'\n", "moon"),
        (TASK + "= 3", "TOML"),
        ("x = " + "[" * 5000, "TOML"),
        ("x = " + "1" * 5000, "TOML"),
        ("", "title"),
    ],
)
def test_what_is_wrong_in_a_task_is_told(inside: Inside, text: str, words: str) -> None:
    told = inside.client.post("/tasks/check", json={"toml": text}).json()
    assert (told["ok"], told["task"]) == (False, None)
    [problem] = told["problems"]
    assert words in problem["message"]


def test_a_task_is_read(inside: Inside) -> None:
    told = inside.client.post("/tasks/check", json={"toml": TASK}).json()
    assert (told["ok"], told["problems"], told["task"]["goal"]) == (True, [], {"ladder": 1})


def test_the_structures_of_a_talk_are_told(inside: Inside) -> None:
    told = inside.client.get("/structures").json()["items"]
    assert told == [{"name": one.name, "summary": one.summary} for one in structures().values()]


def test_the_run_options_are_told_for_the_form(inside: Inside) -> None:
    told = {one["key"]: one for one in inside.client.get("/run-options").json()["items"]}
    assert (told["rounds"]["minimum"], told["rounds"]["maximum"], told["rounds"]["default"]) == (1, 100, 8)
    assert [one["value"] for one in told["arena"]["choices"]] == list(arenas())
    assert [one["value"] for one in told["personas"]["choices"]] == list(PERSONAS.all())
    assert told["mind.model"]["needs"] == {"key": "mind.kind", "value": "openai"}
    assert not told.keys() & {"task", "goal", "server", "port", "skills", "out", "prices", "max_usd", "json"}


def test_an_arena_is_told_and_drawn_as_the_command_draws_it(inside: Inside, tmp_path: Path) -> None:
    assert [one["name"] for one in inside.client.get("/arenas").json()["items"]] == list(arenas())
    drawn = inside.client.get("/arenas/meadow/map.png", params={"seed": 4})
    assert drawn.headers["content-type"] == "image/png"
    minecrew("arenas", "show", "meadow", "--seed", "4", "--out", str(tmp_path / "map.png"))
    assert drawn.content == (tmp_path / "map.png").read_bytes()
    again = {"If-None-Match": drawn.headers["etag"]}
    assert inside.client.get("/arenas/meadow/map.png?seed=4", headers=again).status_code == 304
    other = inside.client.get("/arenas/meadow/map.png?seed=5")
    assert other.headers["etag"] != drawn.headers["etag"]
    assert inside.client.get("/arenas/moon/map.png").status_code == 404
    assert inside.client.get("/arenas/..%2Fx/map.png").status_code in (404, 422)
