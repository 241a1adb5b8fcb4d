"""A package of another's is installed into an environment, listed, played, and removed; or passed as objects.

The package is the example of docs/plugins.md.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import re
import site
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from minecrew import run_task
from minecrew.agents import Task, find_mind
from minecrew.api.loaded_run import LoadedRun
from minecrew.options import read_options
from minecrew.run import start as starting
from minecrew.runlog import ItemCrafted, RunBundle, Said, UserError
from tests import commandline

from .conftest import Loaded

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "plugins.md"
FILE = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BROKEN = {
    "pyproject.toml": """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "weeds"
version = "2"
[project.entry-points]
"minecrew.minds" = { merry = "weeds:MIND", sullen = "weeds_of_nowhere:MIND" }
"minecrew.structures" = { horizontal = "weeds:MIND" }
"minecrew.detectors" = { weed = "weeds:find_weeds" }
"minecrew.arenas" = { all = "weeds.arenas" }
""",
    "weeds/__init__.py": "MIND = 1\ndef find_weeds(story):\n    return [1 / 0]\n",
    "weeds/arenas/bog.js": "module.exports = () => ({})\n",
}


class Environment:
    """A virtual environment that sees this one's packages, and the runs that are made in it.

    One process loads minecrew there, and forks for each command. It looks for no package itself.
    """

    def __init__(self, place: Path) -> None:
        self.place = place
        venv.create(place / "env", with_pip=False)
        self.python = place / "env" / "bin" / "python"
        [packages] = (place / "env" / "lib").glob("*/site-packages")
        seen = "".join(f"import site; site.addsitedir({path!r})\n" for path in site.getsitepackages())
        (packages / "seen.pth").write_text(seen)
        self.loaded = Loaded(str(self.python), str(commandline.ZYGOTE))

    def pip(self, *words: str) -> None:
        offline = {"install": ["--no-index", "--no-deps", "--no-build-isolation"], "uninstall": ["--yes"]}
        command = [sys.executable, "-m", "pip", "--python", str(self.python), "--quiet"]
        subprocess.run([*command, *words, *offline[words[0]]], check=True, capture_output=True, timeout=120)

    def install(self, name: str, files: dict[str, str]) -> None:
        for file, text in files.items():
            path = self.place / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.pip("install", str(self.place / name))

    def command(self, *words: str, code: int = 0) -> str:
        """What `minecrew` prints, on stdout and stderr, in this environment."""
        given = {"HOME": str(self.place), "COLUMNS": "300", "PATH": "/usr/bin:/bin"}
        done = self.loaded.minecrew(*words, cwd=self.place, environment=given)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr


def example() -> dict[str, str]:
    return dict(FILE.findall(GUIDE.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Environment]:
    environment = Environment(tmp_path_factory.mktemp("plugins"))
    environment.install("gardening", example())
    yield environment
    environment.loaded.close()


@pytest.fixture(scope="module")
def played(environment: Environment) -> str:
    """What the game of the package's task told; the other tests read its run."""
    return environment.command("run", "garden_paper", "--speed", "max")


def test_the_example_is_short() -> None:
    assert sum(1 for text in example().values() for line in text.splitlines() if line.strip()) <= 60


def test_an_installed_package_is_listed_and_played(environment: Environment, played: str) -> None:
    listed = environment.command("plugins")
    for kind, name in (
        ("structures", "reverse"),
        ("detectors", "harvest"),
        ("personas", "gardener"),
        ("minds", "merry"),
        ("arenas", "garden"),
        ("skills", "praiseGarden"),
        ("tasks", "garden_paper"),
    ):
        assert re.search(rf"{kind}\W+{name}\W+gardening\W+0\.1\b", listed)
    assert re.search(r"minds\W+offline\W+minecrew", environment.command("plugins", "minds"))
    assert "reverse" in environment.command("structures")
    assert "garden_paper" in environment.command("tasks")
    assert "garden: a pond with sugar cane" in environment.command("arenas")
    assert "praiseGarden" in environment.command("skills", "list")

    assert "What a lovely day." in played
    assert "Yes, gladly." in played
    assert "harvest" in played
    bundle = RunBundle.find("last", environment.place / "runs")
    manifest, arena = bundle.manifest(), bundle.arena()
    assert manifest is not None
    assert arena is not None
    assert arena["name"] == "garden"
    assert manifest.minds == {"Ben": "merry", "Ann": "offline as gardener"}
    assert {(one.kind, one.name, one.package, one.version) for one in manifest.plugins} == {
        ("structures", "reverse", "gardening", "0.1"),
        ("detectors", "harvest", "gardening", "0.1"),
        ("personas", "gardener", "gardening", "0.1"),
        ("minds", "merry", "gardening", "0.1"),
        ("arenas", "garden", "gardening", "0.1"),
        ("skills", "praiseGarden", "gardening", "0.1"),
        ("tasks", "garden_paper", "gardening", "0.1"),
    }
    assert "harvest  by Ben" in environment.command("findings", "last", "--class", "harvest")
    assert "identical" in environment.command("rerun", "last")


@pytest.mark.usefixtures("played")
def test_a_broken_package_is_told_of_and_costs_others_nothing(environment: Environment) -> None:
    environment.install("weeds", BROKEN)
    listed = environment.command("plugins")
    assert "'sullen' of weeds 2 cannot be loaded (ModuleNotFoundError" in listed
    assert "'horizontal' of weeds 2 has the same name as a built-in one" in listed
    assert "provide a mind of the same name, 'merry'" in listed
    assert "'bog' of weeds 2 cannot be made" in environment.command(
        "run", "--goal", "stick=1", "--arena", "bog", code=2
    )
    told = environment.command("findings", "last", "--recompute")
    assert "harvest  by Ben" in told
    assert "the detector 'weed' of weeds 2 broke (ZeroDivisionError: division by zero)" in told
    [line] = environment.command("rerun", "last", code=2).splitlines()
    assert "gardening 0.1 and weeds 2 provide a mind of the same name, 'merry'" in line
    for words in (["--mind", "sullen"], ["--mind", "merry"]):
        [line] = environment.command("run", "paper", *words, code=2).splitlines()
        assert "weeds 2" in line
    environment.pip("uninstall", "weeds")


@pytest.mark.usefixtures("played")
def test_what_is_removed_is_gone_and_its_runs_stay(environment: Environment) -> None:
    environment.pip("uninstall", "gardening")
    assert "no installed package provides a plug-in" in environment.command("plugins")
    [line] = environment.command("run", "paper", "--mind", "merry", code=2).splitlines()
    assert "'merry' is not a mind" in line
    assert "Yes, gladly." in environment.command("replay", "last")
    assert "balanced" in environment.command("audit", "last")
    missing = "the detector 'harvest' of gardening 0.1 is not installed"
    told = environment.command("findings", "last", "--recompute")
    assert told.count(missing) == 1
    assert "harvest  by Ben" in told
    [line] = environment.command("rerun", "last", code=2).splitlines()
    assert "used the structure 'reverse' of gardening 0.1, which is not installed" in line


@pytest.fixture
def gardening(tmp_path: Path) -> Any:
    """The example's module, without its package."""
    file = tmp_path / "gardening.py"
    file.write_text(example()["gardening/__init__.py"])
    spec = importlib.util.spec_from_file_location("gardening", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_objects_are_passed_to_a_run(gardening: Any, tmp_path: Path) -> None:
    """The same four, without a package, where an event loop runs, as in a notebook. The bundle is that of the
    command line.
    """
    task = tmp_path / "paper.toml"
    garden = example()["gardening/tasks/garden_paper.toml"]
    task.write_text(garden.replace('world = { arena = "garden" }\n', ""))

    async def cell() -> LoadedRun:
        return run_task(
            task,
            speed="max",
            out=tmp_path / "runs",
            discussion=gardening.REVERSE,
            objects={
                "minds": {"merry": gardening.make_merry},
                "personas": {"gardener": gardening.Gardener},
                "detectors": {"harvest": gardening.find_harvests},
            },
        )

    run = asyncio.run(cell())
    assert run.met is True
    said = [one.text for one in run.events(kind="said") if isinstance(one, Said)]
    assert "Yes, gladly." in said
    assert any("What a lovely day." in text for text in said)
    assert [one for one in run.events(kind="item.crafted") if isinstance(one, ItemCrafted)]
    bundle = RunBundle.find("last", tmp_path / "runs")
    assert bundle.path == run.path
    names = {path.name for path in run.path.iterdir()}
    assert names >= {"manifest.json", "events.jsonl", "findings.jsonl", "result.json", "arena.json"}
    manifest = bundle.manifest()
    assert manifest is not None
    assert manifest.minds == {"Ben": "merry", "Ann": "offline as gardener"}
    assert {(one.kind, one.name, one.package) for one in manifest.plugins} == {
        ("structures", "reverse", ""),
        ("minds", "merry", ""),
        ("personas", "gardener", ""),
        ("detectors", "harvest", ""),
    }
    found = [json.loads(line)["class"] for line in bundle.findings_path.read_text().splitlines()]
    assert "harvest" in found


def test_objects_are_passed_to_the_start_of_a_run(gardening: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are found by name in the options, until the run has ended."""
    minds: list[object] = []

    def run(task: Task, *_: object) -> int:
        minds.append(find_mind(task.mind.kind))
        return 7

    monkeypatch.setattr(starting, "run", run)
    options = read_options({"task": "paper", "mind": "merry"})
    assert starting.start(options, Console(), {"minds": {"merry": gardening.make_merry}}) == 7
    assert minds == [gardening.make_merry]
    with pytest.raises(UserError, match="'merry' is not a mind"):
        find_mind("merry")
