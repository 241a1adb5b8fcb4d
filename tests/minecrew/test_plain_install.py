"""Running, reading and serving need only what `pip install minecrew` brings, without any extra."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, packages_distributions, requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests import commandline

from .conftest import Loaded

LIMIT = 120
"""Real seconds that one command may take."""
PLAIN = """
import importlib.abc, json, runpy, socket, sys
_, zygote, names, number = sys.argv
hidden = set(json.loads(names))
class Hide(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in hidden:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hide())
import minecrew.cli
runpy.run_path(zygote)["serve"](socket.socket(fileno=int(number)))
"""
"""Hides modules, loads the command line, and forks for each command."""


Minecrew = Callable[..., subprocess.CompletedProcess[str]]


def plain_distributions() -> set[str]:
    """The distributions that `pip install minecrew` installs, as canonical names."""
    found, left = set[str](), ["minecrew"]
    while left:
        name = left.pop()
        try:
            lines = requires(name) or []
        except PackageNotFoundError:  # for another platform or version of Python
            continue
        found.add(name)
        needs = (Requirement(line) for line in lines)
        new = {
            canonicalize_name(one.name)
            for one in needs
            if not one.marker or one.marker.evaluate({"extra": ""})
        }
        left += new - found
    return found


def others() -> list[str]:
    """Top-level modules that are installed here, but not by a plain installation."""
    plain = plain_distributions()
    return [
        module
        for module, distributions in packages_distributions().items()
        if not plain & {canonicalize_name(one) for one in distributions}
    ]


@pytest.fixture(scope="module")
def minecrew(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Minecrew]:
    """Runs a command in a folder with one run."""
    runs = tmp_path_factory.mktemp("plain")
    loaded = Loaded(sys.executable, "-c", PLAIN, str(commandline.ZYGOTE), json.dumps(others()))

    def minecrew(*arguments: str) -> subprocess.CompletedProcess[str]:
        return loaded.minecrew(*arguments, cwd=runs, environment=os.environ, timeout=LIMIT)

    ended = minecrew("run", "--goal", "oak_planks=1", "--agents", "1", "--speed", "max", "--out", ".")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    yield minecrew
    loaded.close()


def test_what_is_hidden() -> None:
    assert {"mcp", "pytest", "scipy", "playwright"} <= set(others())
    assert not {"pydantic", "openai", "uvicorn", "typer"} & set(others())


@pytest.mark.parametrize(
    "command",
    [
        ["replay", "last", "--html", "page.html", "--runs", "."],
        ["findings", "last", "--runs", "."],
        ["audit", "last", "--runs", "."],
        ["rerun", "last", "--runs", "."],
        ["compare", ".", "--runs", "."],
        ["export", "last", "--to", "csv", "--runs", "."],
        ["skills", "list"],
        ["doctor"],
    ],
    ids=" ".join,
)
def test_commands(command: list[str], minecrew: Minecrew) -> None:
    ended = minecrew(*command)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_what_needs_an_extra_says_so(minecrew: Minecrew) -> None:
    ended = minecrew("run", "paper", "--mind", "seat", "--out", ".")
    assert ended.returncode == 2
    assert "pip install 'minecrew[seat]'" in ended.stderr
