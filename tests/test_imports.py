"""Imports point one way, and only at what a package shows in its `__init__`."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MAY_IMPORT = {
    "runlog": set(),
    "bridge": {"runlog"},
    "skills": {"bridge", "runlog"},
    "mc_server": {"bridge", "runlog"},
    "behaviors": {"runlog"},
    "agents": {"skills", "mc_server", "bridge", "runlog"},
    "minecrew": {"agents", "behaviors", "skills", "mc_server", "bridge", "runlog"},
}


def imports(source: str) -> Iterator[tuple[int, str, str | None]]:
    """(line, module, name taken from it or None) of every import, also those inside functions."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name, None
        elif isinstance(node, ast.ImportFrom):
            if node.level:  # stays inside its package
                continue
            for alias in node.names:
                yield node.lineno, node.module or "", alias.name


def complaints(package: str, source: str, shown: dict[str, set[str]]) -> list[str]:
    """What is wrong with the imports of one file of `package`."""
    found = []
    for line, module, name in imports(source):
        head, _, inside = module.partition(".")
        if head not in MAY_IMPORT or head == package:
            continue
        if head not in MAY_IMPORT[package]:
            found.append(f"line {line}: {package} may not import {head}")
        elif inside:
            found.append(f"line {line}: {module} is inside {head}; import from {head}")
        elif name is not None and name not in shown[head]:
            found.append(f"line {line}: {name} is not in {head}.__all__")
    return found


def shown_names() -> dict[str, set[str]]:
    return {package: set(importlib.import_module(package).__all__) for package in MAY_IMPORT}


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_point_one_way(package: str) -> None:
    shown = shown_names()
    files = sorted((ROOT / package).rglob("*.py"))
    assert files
    wrong = [
        f"{file.relative_to(ROOT)} {complaint}"
        for file in files
        for complaint in complaints(package, file.read_text(encoding="utf-8"), shown)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("package", "source", "complaint"),
    [
        ("runlog", "import agents", "runlog may not import agents"),
        ("bridge", "def f():\n    from mc_server import EmbeddedServer", "bridge may not import mc_server"),
        ("behaviors", "from bridge import Bridge", "behaviors may not import bridge"),
        ("agents", "from runlog.log import Log", "import from runlog"),
        ("agents", "from runlog import _whole", "not in runlog.__all__"),
    ],
)
def test_the_check_sees_it(package: str, source: str, complaint: str) -> None:
    assert complaint in complaints(package, source, shown_names())[0]


def test_what_replays_does_not_need_node() -> None:
    """`replay`, `audit`, `compare`, `agree` and the like import nothing that starts or looks for Node."""
    for module in (
        "cli",
        "timeline",
        "audit",
        "runs",
        "narrator",
        "words",
        "terminal",
        "findings",
        "options",
        "compare",
        "export",
        "annotations",
        "agree",
        "judgements",
    ):
        tree = ast.parse((ROOT / "minecrew" / f"{module}.py").read_text(encoding="utf-8"))
        heads = {
            (node.module or "").partition(".")[0] for node in tree.body if isinstance(node, ast.ImportFrom)
        } | {alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names}
        assert not heads & {"bridge", "agents", "mc_server", "skills", "javascript"}, module
