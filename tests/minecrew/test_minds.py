"""Which mind plays: chosen by the task and the command line alone, and wrong choices told in one line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from minecrew.agents import MindSetting, MindSpec, Task, goal_task, load_task, make_mind, parse_task
from minecrew.options import Options, read_options
from minecrew.run.choice import choose_task
from minecrew.run.manifest import make_manifest
from minecrew.run.minds import models, open_models
from minecrew.runlog import Log, RunBundle, RunEnded, UserError
from minecrew.skills import Library
from tests.agents.conftest import book_of_rules
from tests.commandline import minecrew
from tests.endpoint_server import KEY, misbehaving_aside

OPENAI = MindSpec(kind="openai", model="big")


def chosen(**options: object) -> Task:
    return choose_task(read_options({"task": "paper", **options}))


async def test_a_key_in_the_environment_selects_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_MODEL", "big")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    task = chosen()
    assert {mind.title for mind in (*task.minds.values(), task.secretary)} == {"offline"}
    assert models(task) == []
    async with open_models(task, Options()) as opened:
        assert opened.endpoints == {}


def test_the_command_line_gives_a_model_to_all_that_have_none_of_their_own() -> None:
    task = chosen(mind="openai", model="big", base_url="http://127.0.0.1:9/v1")
    assert {name: mind.title for name, mind in task.minds.items()} == {
        "Alice": "openai big",
        "Bob": "openai big",
    }
    assert task.secretary.title == "openai big"
    assert task.mind.base_url == "http://127.0.0.1:9/v1"


def test_every_agent_may_have_its_own(tmp_path: Path) -> None:
    path = tmp_path / "mixed.toml"
    path.write_text(
        "title = 'mixed'\ngoal = { paper = 1 }\n"
        "mind = { kind = 'openai', model = 'big', base_url = 'http://127.0.0.1:9/v1' }\n"
        "[[agents]]\nname = 'Alice'\n"
        "[[agents]]\nname = 'Bob'\nmind = { model = 'small' }\n"
        "[[agents]]\nname = 'Charlie'\nmind = { kind = 'offline' }\npersona = 'eager'\n"
    )
    task = choose_task(Options(task=str(path)))
    assert [mind.title for mind in task.minds.values()] == ["openai big", "openai small", "offline"]
    assert task.minds["Bob"].base_url == "http://127.0.0.1:9/v1"
    assert models(task) == ["big", "small"]


def test_the_manifest_names_the_mind_that_an_agent_inherits(tmp_path: Path) -> None:
    """The task in the manifest is all that `rerun` knows of it."""
    path = tmp_path / "mixed.toml"
    path.write_text(
        "title = 'mixed'\ngoal = { paper = 1 }\nmind = { kind = 'openai', model = 'big' }\n"
        "[[agents]]\nname = 'Alice'\nmind = { base_url = 'http://127.0.0.1:9/v1' }\n"
        "[[agents]]\nname = 'Bob'\nmind = { model = 'small' }\n"
        "[[agents]]\nname = 'Charlie'\nmind = { kind = 'offline' }\n"
    )
    task = choose_task(Options(task=str(path)))
    manifest = make_manifest(task, Options(), "20260102-030405000-abcd")
    kept = Task.model_validate(manifest.task)
    assert [agent["mind"]["kind"] for agent in manifest.task["agents"]] == ["openai", "openai", "offline"]
    assert kept.minds == task.minds
    assert [mind.title for mind in kept.minds.values()] == ["openai big", "openai small", "offline"]


def test_where_one_talks_freely_a_model_reads_the_talk() -> None:
    task = goal_task({"paper": 1}, agents=2)
    bob = task.agents[1].model_copy(update={"mind": OPENAI})
    assert task.secretary.title == "offline"
    assert task.model_copy(update={"agents": (task.agents[0], bob)}).secretary == OPENAI


async def test_who_serves_the_crew_is_a_model_where_somebody_reads_it(tmp_path: Path) -> None:
    """Nobody is called by default; offline minds play roles without a task specifier."""
    endpoint = {"mind": "openai", "model": "big", "base_url": "http://127.0.0.1:9/v1"}
    found = []
    for options in (
        {},
        {"discussion": "roleplay"},
        endpoint,
        endpoint | {"discussion": "roleplay", "recruit": "auto"},
    ):
        task = chosen(**options)
        with Log.create(tmp_path / str(len(found))) as log:
            async with open_models(task, Options()) as opened:
                staff = (opened.recruiter(task, Library(), log), opened.specifier(task, log))
        found.append([one is not None for one in staff])
    assert found == [[False, False], [False, False], [False, False], [True, True]]


async def test_agents_of_one_model_share_its_client() -> None:
    task = chosen(mind="openai", model="big", base_url="http://127.0.0.1:9/v1")
    async with open_models(task, Options()) as opened:
        assert list(opened.endpoints) == [task.mind]
        assert opened.endpoints[task.mind].timeout == 120


@pytest.mark.parametrize("limit", ["--max-usd", pytest.param("--max-tokens", marks=pytest.mark.soak)])
def test_a_budget_that_is_spent_ends_the_run_with_its_reason(tmp_path: Path, limit: str) -> None:
    """The first answer is over it."""
    prices = tmp_path / "prices.toml"
    prices.write_text("[m]\ninput = 1000\noutput = 1000\n")
    given = {"--max-tokens": ("5",), "--max-usd": ("0.001", "--prices", str(prices))}[limit]
    with misbehaving_aside(lambda n, request: '{"say": "I gather 3 cane. [END]"}') as server:
        done = minecrew(
            *("run", "paper", "--mind", "openai", "--model", "m", "--base-url", server.url),
            *("--speed", "max", "--out", tmp_path / "runs", limit, *given),
            environment={**os.environ, "OPENAI_API_KEY": KEY, "COLUMNS": "200"},
        )
        assert len(server.requests) == 1
    assert (done.returncode, done.stderr) == (1, "")
    spent = (
        "5 tokens is used up (10 used)" if limit == "--max-tokens" else "0.001 USD is used up (0.0100 spent)"
    )
    assert f"the budget of {spent}" in done.stdout
    (bundle,) = RunBundle.all(tmp_path / "runs")
    ended = bundle.read().events[-1]
    assert isinstance(ended, RunEnded)
    assert (ended.outcome, ended.exit_code) == ("not_met", 1)
    assert ended.reason.startswith(f"the budget of {spent}")


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"mind": "clever"}, "--mind 'clever' is not a mind; give offline, openai or seat"),
        ({"mind": "openai"}, "no model is chosen"),
        ({"model": "big"}, "add --mind openai"),
        ({"mind": "offline", "base_url": "http://127.0.0.1/v1"}, "add --mind openai"),
        ({"mind": "openai", "model": "m", "base_url": f"http://u:{KEY}@h/v1"}, "contains a password"),
        (
            {"mind": "openai", "model": "m", "base_url": f"http://h/v1?key={KEY}"},
            "contains a password or a query",
        ),
        ({"mind": "openai", "model": "m", "base_url": "h:1/v1"}, "is not the address of an endpoint"),
        (
            {"mind": "openai", "model": "m", "base_url": f"http://u:{KEY}@["},
            "is not the address of an endpoint",
        ),
        ({"mind": "openai", "model": "m", "base_url": f"u:{KEY}@h/v1"}, "is not the address of an endpoint"),
        ({"mind": "openai", "model": "m", "personas": ("Bob=eager",)}, "which only offline minds can play"),
        ({"max_tokens": 5}, "no agent has one"),
        ({"discussion": "shouting"}, "there is no discussion structure 'shouting'; give "),
        ({"discussion": "roleplay", "agents": 1}, "'roleplay' needs at least 2 agents"),
        ({"recruit": "some"}, "--recruit 'some' is not a valid recruit; give fixed or auto"),
        ({"recruit": "auto"}, "but no agent has a model; add --mind openai"),
        ({"mind": "openai", "model": "m", "max_usd": 1.0}, "give both or neither"),
        (
            {"mind": "openai", "model": "m", "max_usd": 1.0, "prices": Path("/no/where")},
            "cannot read the prices",
        ),
    ],
)
def test_a_mistake_is_told_before_anything_starts(options: dict[str, object], wrong: str) -> None:
    with pytest.raises(UserError, match=wrong) as caught:
        chosen(**options)
    assert KEY not in str(caught.value)


def test_a_task_that_names_a_model_for_the_offline_mind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(
        "title = 'x'\ngoal = { paper = 1 }\nmind = { model = 'm' }\nagents = [{ name = 'Alice' }]\n"
    )
    with pytest.raises(UserError, match="a mind of kind offline has no model"):
        choose_task(Options(task=str(path)))
    assert load_task(str(path)).mind.model == "m"


@pytest.mark.parametrize(
    ("status", "told"),
    [
        # tests/agents/test_endpoint.py, and test_judge.py::test_what_is_wrong_is_one_line
        pytest.param(401, "refuses the key in OPENAI_API_KEY; check it", marks=pytest.mark.soak),
        pytest.param(404, "has no model 'm'", marks=pytest.mark.soak),
        (None, "no endpoint answers at http://127.0.0.1:"),
    ],
)
def test_who_cannot_be_asked_ends_the_run_in_one_line(tmp_path: Path, status: int | None, told: str) -> None:
    """Found out at the first question, in a world that is up by then."""
    with misbehaving_aside(lambda n, request: (status, {"error": {"message": f"no {KEY}"}})) as server:
        url = server.url if status else "http://127.0.0.1:9/v1"
        done = minecrew(
            *("run", "paper", "--agents", "1", "--mind", "openai", "--model", "m"),
            *("--base-url", url, "--speed", "max", "--out", tmp_path),
            environment={**os.environ, "OPENAI_API_KEY": KEY},
        )
    assert done.returncode == 2, done.stdout + done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("minecrew: ")
    assert told in line
    assert KEY not in done.stdout + done.stderr


def test_a_class_that_python_can_import_is_a_mind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "garden.py").write_text(
        "from minecrew.agents import OfflineMind\n"
        "class Gardener(OfflineMind):\n"
        "    def __init__(self, setting):\n"
        "        super().__init__(setting.knowledge)\n"
        "        self.name = setting.agent\n"
        "class Broken(Gardener):\n"
        "    def __init__(self, setting):\n"
        "        raise ValueError('no spade')\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    task = choose_task(read_options({"task": "paper", "mind": "garden:Gardener"}))
    assert {mind.kind for mind in task.minds.values()} == {"garden:Gardener"}
    setting = MindSetting("Bob", task, book_of_rules(), Library())
    assert getattr(make_mind("garden:Gardener", setting), "name", "") == "Bob"
    with pytest.raises(UserError, match=r"failed to create a mind for Bob \(ValueError: no spade\)"):
        make_mind("garden:Broken", setting)


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("os:abort", "is not a class of minds"),
        ("no.such.package:Mind", "cannot be imported"),
        ("json:Mind", "cannot be imported"),
        (":", "is not a mind"),
        ("os:system:x", "is not a mind"),
        ("minecrew.agents:Task", "is not a class of minds"),
    ],
)
def test_what_is_no_class_of_a_mind_is_not_called(tmp_path: Path, kind: str, told: str) -> None:
    with pytest.raises(UserError, match=told) as caught:
        choose_task(read_options({"task": "paper", "mind": kind}))
    assert str(caught.value).startswith("--mind ")
    task = "title='x'\ngoal={paper=1}\n[[agents]]\nname='Ann'\nmind={kind='KIND'}\n"
    (tmp_path / "mine.toml").write_text(task.replace("KIND", kind))
    with pytest.raises(UserError, match=told):
        choose_task(read_options({"task": str(tmp_path / "mine.toml")}))


def test_reading_a_task_imports_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "loud.py").write_text("raise SystemExit('imported')")
    monkeypatch.syspath_prepend(str(tmp_path))
    text = "title='x'\ngoal={paper=1}\n[[agents]]\nname='Ann'\nmind={kind='loud:Mind'}\n"
    assert parse_task(text, "x").minds["Ann"].kind == "loud:Mind"
