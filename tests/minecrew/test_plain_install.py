"""Running, reading and serving need only what `pip install minecrew` brings, without any extra."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LIMIT = 120
"""Real seconds that one command may take."""
PLAIN = """
import importlib.abc, json, sys
hidden = set(json.loads(sys.argv.pop(1)))
class Hide(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in hidden:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hide())
from minecrew.__main__ import main
main()
"""


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
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("plain")
    ended = minecrew("run", "paper", "--speed", "max", "--out", str(out))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return out


def minecrew(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", PLAIN, json.dumps(others()), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)


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
def test_commands(command: list[str], runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(runs)
    ended = minecrew(*command)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_what_needs_an_extra_says_so(runs: Path) -> None:
    ended = minecrew("run", "paper", "--mind", "seat", "--out", str(runs))
    assert ended.returncode == 2
    assert "pip install 'minecrew[seat]'" in ended.stderr
