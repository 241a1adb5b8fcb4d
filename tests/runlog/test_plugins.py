"""What other packages bring: found by name, loaded when asked for, and refused in a line if broken."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from minecrew.runlog import Plugins, UserError, passing
from minecrew.runlog import plugins as module

WORDS = {"ours": 1}


class Environment:
    """A directory of installed packages: their metadata, as pip writes it, and their modules."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def install(self, package: str, entries: str, *, kind: str = "minds", **modules: str) -> None:
        info = self.place / f"{package}-0.1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 0.1\n")
        (info / "entry_points.txt").write_text(f"[minecrew.{kind}]\n{entries}\n")
        for name, text in modules.items():
            (self.place / f"{name}.py").write_text(text)

    def plugins(self) -> Plugins[int]:
        return Plugins("minds", ours=lambda: WORDS, take=_take)

    def folders(self) -> Plugins[Path]:
        return Plugins("tasks", ours=dict, take=lambda name, value: Path(str(value)), suffix=".toml")


def _take(name: str, value: object) -> int:
    if not isinstance(value, int):
        raise UserError("is not a number")
    return value


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Environment]:
    before = set(sys.modules)
    monkeypatch.syspath_prepend(tmp_path)
    module._points.cache_clear()
    yield Environment(tmp_path)
    module._points.cache_clear()
    for name in set(sys.modules) - before:
        del sys.modules[name]


def problem(plugins: Plugins[int], name: str) -> str:
    with pytest.raises(UserError) as caught:
        plugins.find(name)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_package_is_found_by_the_names_that_it_brings(environment: Environment) -> None:
    environment.install("fruit", "apple = fruity:APPLE", fruity="APPLE = 7")
    plugins = environment.plugins()
    assert plugins.find("apple") == 7
    assert plugins.all() == {"apple": 7, "ours": 1}
    record = plugins.record("apple")
    assert record is not None
    assert (record.kind, record.name, record.package, record.version) == ("minds", "apple", "fruit", "0.1")
    assert plugins.find("pear") is None
    assert plugins.record("ours") is None


def test_nothing_is_loaded_before_it_is_asked_for(environment: Environment) -> None:
    environment.install("fruit", "apple = fruity:APPLE\npear = peary:PEAR", fruity="APPLE = 7", peary="1 / 0")
    plugins = environment.plugins()
    assert plugins.find("ours") == 1
    assert plugins.find("apple") == 7
    assert "peary" not in sys.modules
    assert "ZeroDivisionError" in problem(plugins, "pear")
    assert plugins.find("apple") == 7
    assert plugins.all() == {"apple": 7, "ours": 1}


@pytest.mark.parametrize(
    ("entry", "text", "wrong"),
    [
        ("apple = nowhere:APPLE", "", r"cannot be loaded \(ModuleNotFoundError: No module named 'nowhere'\)"),
        ("apple = fruity:PEAR", "APPLE = 7", r"cannot be loaded \(AttributeError: "),
        (
            "apple = fruity:APPLE",
            "import sys\nsys.exit('no\\nlicence')",
            r"loaded \(SystemExit: no licence\)",
        ),
        ("apple = fruity:APPLE", "APPLE = 'seven'", "is not a number"),
        ("ours = fruity:APPLE", "APPLE = 7", "has the same name as a built-in one"),
        ("no-name! = fruity:APPLE", "APPLE = 7", "is not a valid name"),
    ],
)
def test_what_is_broken_is_told_in_a_line_that_names_the_package(
    environment: Environment, entry: str, text: str, wrong: str
) -> None:
    environment.install("fruit", entry, fruity=text)
    plugins = environment.plugins()
    [plugin] = plugins.outside()
    assert plugin.value is None
    assert plugin.problem.startswith(f"the mind {entry.partition(' =')[0]!r} of fruit 0.1 ")
    assert plugin.problem.endswith("; correct or uninstall fruit")
    with pytest.raises(UserError, match=wrong):
        raise UserError(plugin.problem)
    assert plugins.all() == WORDS


def test_no_package_stands_for_what_is_ours(environment: Environment) -> None:
    environment.install("fruit", "ours = fruity:APPLE", fruity="APPLE = 7")
    with passing({"minds": {"ours": 8}}):
        assert environment.plugins().find("ours") == 1


def test_two_packages_with_one_name_are_a_mistake_for_who_uses_it(environment: Environment) -> None:
    environment.install("fruit", "apple = fruity:APPLE\npear = fruity:APPLE", fruity="APPLE = 7")
    environment.install("trees", "apple = treeish:APPLE", treeish="APPLE = 8")
    plugins = environment.plugins()
    told = "provide a mind of the same name, 'apple'; uninstall one of them"
    assert problem(plugins, "apple") in (f"fruit 0.1 and trees 0.1 {told}", f"trees 0.1 and fruit 0.1 {told}")
    assert plugins.find("pear") == 7
    assert plugins.all() == {"pear": 7, "ours": 1}


def test_a_folder_brings_a_name_for_each_of_its_files(environment: Environment) -> None:
    for package, names in {"fruit": ("apple", "pear"), "trees": ("apple", "oak")}.items():
        environment.install(package, f"all = {package}s.tasks", kind="tasks")
        folder = environment.place / f"{package}s" / "tasks"
        folder.mkdir(parents=True)
        for name in names:
            (folder / f"{name}.toml").write_text("")
    environment.install("stones", "all = stony", kind="tasks", stony="")
    plugins = environment.folders()
    assert plugins.find("pear") == environment.place / "fruits" / "tasks" / "pear.toml"
    assert sorted(plugins.all()) == ["oak", "pear"]
    problems = [plugin.problem for plugin in plugins.outside() if plugin.problem]
    assert len(problems) == 2
    assert "the task 'all' of stones 0.1 cannot be loaded" in problems[0]
    assert "'stony' is not a package, so it has no folder" in problems[0]
    assert "a task of the same name, 'apple'" in problems[1]


def test_an_object_is_there_while_it_is_passed(environment: Environment) -> None:
    plugins = environment.plugins()
    with passing({"minds": {"apple": 7, "pear": "seven"}}):
        assert plugins.find("apple") == 7
        assert "the mind 'pear' of an object of the caller is not a number" in problem(plugins, "pear")
    assert plugins.find("apple") is None
