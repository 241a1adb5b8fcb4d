"""Imports point one way, and only at what a package shows in its `__init__`."""

from __future__ import annotations

import ast
import importlib
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MAY_IMPORT = {
    "game": set(),
    "runlog": set(),
    "options": {"runlog"},
    "language": set(),
    "bridge": {"game", "runlog"},
    "skills": {"bridge", "game", "runlog"},
    "mc_server": {"bridge", "game", "runlog"},
    "behaviors": {"game", "language", "runlog"},
    "agents": {"skills", "mc_server", "bridge", "game", "language", "options", "runlog"},
    "minecrew": {
        *("agents", "behaviors", "skills", "mc_server", "bridge", "game", "language", "options", "runlog")
    },
}

MAY_IMPORT_INSIDE: dict[str, set[str]] = {
    "terminal": set(),
    "local_model": set(),
    "judging": {"terminal"},
    "replay": {"terminal"},
    "worlds": {"terminal"},
    "page": {"judging", "worlds"},
    "run": {"judging", "replay", "terminal"},
    "forks": {"judging", "run", "terminal"},
    "skill_tools": {"run", "terminal"},
    "tables": {"judging"},
    "study": {"run", "tables", "terminal"},
    "report": {"study", "tables"},
    "refinement": {"judging", "run"},
    "inspection": {"run", "study", "tables"},
    "api": {"judging", "report", "run", "study", "tables", "terminal"},
    "service": {"judging", "page", "report", "run", "skill_tools", "study"},
}
"""The packages inside minecrew; `commands` and what stands beside them may import all of these."""


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
        top, _, rest = module.partition(".")
        if top in MAY_IMPORT and top != "minecrew":
            found.append(f"line {line}: import minecrew.{top}, not {top}")
        if top != "minecrew":
            continue
        if not rest and name in MAY_IMPORT:  # from minecrew import bridge
            rest, name = str(name), None
        head, _, inside = rest.partition(".")
        if head not in MAY_IMPORT:
            head, inside = "minecrew", ""
        if head == package:
            continue
        if head not in MAY_IMPORT[package]:
            found.append(f"line {line}: {package} may not import {head}")
        elif inside:
            found.append(f"line {line}: {module} is inside {head}; import from {head}")
        elif name is not None and name not in shown[head]:
            found.append(f"line {line}: {name} is not in {head}.__all__")
    return found


def shown_names() -> dict[str, set[str]]:
    return {package: set(importlib.import_module(_module(package)).__all__) for package in MAY_IMPORT}


def _module(package: str) -> str:
    return package if package == "minecrew" else f"minecrew.{package}"


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
        ("runlog", "import minecrew.agents", "runlog may not import agents"),
        ("runlog", "from minecrew import agents", "runlog may not import agents"),
        ("runlog", "from minecrew.cli import main", "runlog may not import minecrew"),
        ("bridge", "def f():\n    from minecrew.mc_server import X", "bridge may not import mc_server"),
        ("behaviors", "from minecrew.bridge import Bridge", "behaviors may not import bridge"),
        ("language", "from minecrew.agents import Mind", "language may not import agents"),
        ("agents", "from minecrew.runlog.log import Log", "import from runlog"),
        ("agents", "from minecrew.runlog import _whole", "not in runlog.__all__"),
        ("agents", "from runlog import Log", "import minecrew.runlog, not runlog"),
    ],
)
def test_the_check_sees_it(package: str, source: str, complaint: str) -> None:
    assert complaint in complaints(package, source, shown_names())[0]


@pytest.mark.parametrize("package", MAY_IMPORT_INSIDE)
def test_imports_inside_minecrew_point_one_way(package: str) -> None:
    wrong = [
        f"{file.relative_to(ROOT)} line {line}: {package} may not import {head}"
        for file in sorted((ROOT / "minecrew" / package).rglob("*.py"))
        for line, module, _ in imports(file.read_text(encoding="utf-8"))
        if (head := module.removeprefix("minecrew.").partition(".")[0]) in MAY_IMPORT_INSIDE
        and head not in MAY_IMPORT_INSIDE[package] | {package}
    ]
    assert not wrong, "\n".join(wrong)


def test_what_reads_logs_does_not_need_node() -> None:
    """`replay`, `audit`, `compare`, `agree` and the like load nothing that starts or looks for Node."""
    folders = [ROOT / "minecrew" / name for name in ("terminal", "replay", "judging", "commands")]
    names = {f"minecrew.{file.parent.name}.{file.stem}" for folder in folders for file in folder.glob("*.py")}
    names = {name.removesuffix(".__init__") for name in names} - {
        "minecrew.judging.judge",
        "minecrew.judging.talk_reader",
    }  # they ask a model
    assert len(names) > 25
    modules = ", ".join(sorted({*names, "minecrew.cli", "minecrew.options"}))
    loaded = set(_python(f"import sys, {modules}\nprint(*sys.modules, sep='\\n')").splitlines())
    node = {"minecrew.bridge", "minecrew.agents", "minecrew.mc_server", "minecrew.skills", "javascript"}
    assert names < loaded
    assert not loaded & node


def test_no_module_is_loaded_twice() -> None:
    """The packages are found as `minecrew.agents` and so on, and by no second name, whatever is imported."""
    program = (
        "import importlib, pkgutil, sys, minecrew\n"
        "for found in pkgutil.walk_packages(minecrew.__path__, 'minecrew.'):\n"
        "    if not found.name.endswith('__main__') and not found.name.startswith('minecrew.inspection.'):\n"
        "        importlib.import_module(found.name)\n"
        "import pathlib\n"
        "for name, module in sys.modules.items():\n"
        "    if getattr(module, '__file__', None):\n"
        "        print(name, pathlib.Path(module.__file__).resolve())\n"
    )
    loaded = dict(line.split(" ", 1) for line in _python(program).splitlines())
    ours = {name: path for name, path in loaded.items() if Path(path).is_relative_to(ROOT)}
    ours = {name: path for name, path in ours.items() if ".venv" not in path}
    files = Counter(ours.values())
    assert len(ours) > 250
    assert [path for path, times in files.items() if times > 1] == []
    assert [name for name in ours if not name.startswith("minecrew")] == []


def product_files() -> Iterator[Path]:
    """The files of the product and of its benchmarks that people write; each once, whatever links to it."""
    for package in (*MAY_IMPORT, "benchmarks"):
        for folder, folders, names in os.walk(ROOT / package):
            folders[:] = [name for name in folders if not (Path(folder) / name).is_symlink()]
            yield from (Path(folder) / name for name in names)


def product_modules() -> dict[str, Path]:
    """Module name -> its file."""
    found = {}
    for file in product_files():
        if file.suffix == ".py":
            parts = file.relative_to(ROOT).with_suffix("").parts
            parts = parts[:-1] if parts[-1] == "__init__" else parts
            found[".".join(parts if parts[0] in ("minecrew", "benchmarks") else ("minecrew", *parts))] = file
    return found


def needed_to_load(name: str, source: str, modules: Set[str]) -> set[str]:
    """The modules that `name` imports outside functions, those for type checkers included."""
    found = set()
    todo: list[ast.AST] = [ast.parse(source)]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        todo += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = name.split(".")[: -node.level] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            inner = {f"{module}.{alias.name}" for alias in node.names}
            found |= inner & modules or {module}
    return (found & modules) - {name}


def circle(needs: Mapping[str, set[str]]) -> list[str]:
    """Modules that need each other, the first of them again at the end; empty: there are none."""
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_modules_import_each_other() -> None:
    modules = product_modules()
    assert len(modules) > 250
    needs = {
        name: needed_to_load(name, file.read_text(encoding="utf-8"), modules.keys())
        for name, file in modules.items()
    }
    assert needs["minecrew.agents.crew"] >= {"minecrew.agents.discussion", "minecrew.runlog"}
    assert circle(needs) == []


def test_a_circle_is_seen() -> None:
    sources = {
        "minecrew.bridge.bot": "if TYPE_CHECKING:\n    from minecrew.bridge.bridge import Bridge",
        "minecrew.bridge.bridge": "from minecrew.bridge import bot",
        "minecrew.bridge": "def f():\n    from minecrew.bridge.bot import Bot",
    }
    needs = {name: needed_to_load(name, source, sources.keys()) for name, source in sources.items()}
    assert set(circle(needs)) == {"minecrew.bridge.bot", "minecrew.bridge.bridge"}


def test_no_file_is_longer_than_400_lines() -> None:
    written = [file for file in product_files() if file.suffix in (".py", ".js", ".css", ".html", ".md")]
    assert len(written) > 400
    lines = {file: len(file.read_bytes().splitlines()) for file in written}
    assert {str(file.relative_to(ROOT)): count for file, count in lines.items() if count > 400} == {}


OF_A_MIND = {"offline", "llm"}
"""Minds, inside agents: what all of them share lies beneath them."""
KNOWS_MINDS = {"__init__", "structure", "minds", "plugin_names"}
"""Modules of agents that may import one: its front, the registries, and an offline mind's turn."""


def test_what_minds_share_belongs_to_no_mind() -> None:
    modules = product_modules()
    shared = {
        name: file
        for name, file in modules.items()
        if name.startswith("minecrew.agents.") and name.count(".") == 2 and file.stem not in KNOWS_MINDS
    }
    assert len(shared) > 30
    wrong = {
        name: sorted(inside)
        for name, file in shared.items()
        if (
            inside := {
                head
                for _, module, _ in imports(file.read_text(encoding="utf-8"))
                if (head := module.removeprefix("minecrew.agents.").partition(".")[0]) in OF_A_MIND
            }
        )
    }
    assert wrong == {}


def _python(program: str) -> str:
    """What `program` prints in a process of its own."""
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True, cwd=ROOT).stdout
