"""The npm packages: found when whole, refused when not. Installed here from lists without packages."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from minecrew.bridge.install import BEDROCK, prune

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Our packages as a wheel lays them out, with lists that name no package."""
    site = tmp_path / "site dir"
    for package in ("runlog", "game", "bridge"):
        shutil.copytree(
            ROOT / package, site / "minecrew" / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    data = site / "minecrew" / "data"
    data.mkdir()
    (site / "minecrew" / "__init__.py").touch()
    empty = {"name": "x", "version": "1.0.0"}
    (data / "package.json").write_text(json.dumps(empty))
    (data / "package-lock.json").write_text(
        json.dumps({**empty, "lockfileVersion": 3, "requires": True, "packages": {"": empty}})
    )
    shutil.copyfile(ROOT / ".npmrc", data / ".npmrc")
    return site


def test_files_that_node_never_loads_are_removed(tmp_path: Path) -> None:
    stays = ("a/index.js", "a/data.json", "a/LICENSE.md", "a/ts/index.js", f"{BEDROCK}/common/x.json")
    goes = ("a/index.js.map", "a/index.d.ts", "a/src/index.ts", "b/test/r.0.0.mca", f"{BEDROCK}/1.19/x.json")
    for name in (*stays, *goes):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    prune(tmp_path)
    assert {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()} == set(stays)


def ask(site: Path, statement: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a statement against the copy, from elsewhere, with no Node on PATH and an empty home."""
    home = site.parent / "home"
    home.mkdir(exist_ok=True)
    return subprocess.run(
        [
            sys.executable,
            "-c",
            f"from minecrew.bridge import *\nfrom minecrew.bridge.node import *\n{statement}",
        ],
        cwd=home,
        capture_output=True,
        text=True,
        timeout=60,
        env={
            "HOME": str(home),
            "PATH": "/nonexistent",
            "PYTHONPATH": str(site),
            "npm_config_registry": "http://127.0.0.1:9/",
            "npm_config_fetch_retries": "0",
            **environment,
        },
    )


def answer(site: Path, expression: str, **environment: str) -> str:
    told = ask(site, f"print({expression})", **environment)
    assert told.returncode == 0, told.stderr
    return told.stdout.strip()


def test_a_wheel_keeps_its_lists_in_its_data_and_its_packages_in_the_cache(site: Path) -> None:
    told = ask(
        site,
        "import os\nprint(package_root())\nprint(npm_directory().parent)\n"
        "os.environ['XDG_CACHE_HOME'] = '/var/x'\nprint(cache_dir())\n"
        "os.environ['MINECREW_CACHE'] = '/var/y'\nprint(cache_dir())",
    )
    assert told.stdout.splitlines() == [
        str(site / "minecrew" / "data"),
        str(site.parent / "home" / ".cache" / "minecrew"),
        "/var/x/minecrew",
        "/var/y",
    ]


def test_without_set_up_the_answer_is_what_to_do(site: Path) -> None:
    told = ask(site, "node_modules()")
    assert "UserError" in told.stderr
    assert "run `minecrew setup`" in told.stderr


def test_set_up_is_done_once(site: Path) -> None:
    both = "print(install_node_modules(), install_node_modules(), node_modules().is_dir())"
    told = ask(site, both)
    assert told.stdout == "True False True\n", told.stderr
    assert answer(site, "install_node_modules()") == "False"


def test_an_interrupted_set_up_is_done_again(site: Path) -> None:
    modules = Path(answer(site, "install_node_modules() and node_modules()"))
    [marker] = modules.glob(".minecrew*")
    marker.unlink()
    told = ask(
        site,
        "try:\n    node_modules()\nexcept Exception as e:\n    print(e)\nprint(install_node_modules())",
    )
    assert "are incomplete" in told.stdout
    assert told.stdout.endswith("\nTrue\n"), told.stderr


def test_another_lock_is_another_set_up(site: Path) -> None:
    answer(site, "install_node_modules()")
    lock = site / "minecrew" / "data" / "package-lock.json"
    lock.write_text(lock.read_text() + "\n")
    assert answer(site, "installed()") == "False"


def test_another_lock_that_asks_for_what_is_there_needs_no_other_set_up(site: Path) -> None:
    checkout = site / "minecrew"  # what stands above `bridge`
    (checkout / "pyproject.toml").touch()
    modules = checkout / "node_modules"
    modules.mkdir()
    (modules / ".minecrew-installed.json").write_text(json.dumps({"lock": "another", "dev": False}))

    def lists(file: Path, version: str) -> None:
        entry = {"version": version, "integrity": f"of {version}"}
        file.write_text(json.dumps({"packages": {"node_modules/vec3": entry}}))

    lists(checkout / "package-lock.json", "0.1.10")
    assert answer(site, "installed()") == "False"
    lists(modules / ".package-lock.json", "0.1.10")
    assert answer(site, "[installed(), installed(dev=True)]") == "[True, False]"
    lists(modules / ".package-lock.json", "0.1.9")
    assert answer(site, "installed()") == "False"


def test_when_npm_fails_nothing_counts_as_installed(site: Path) -> None:
    data = site / "minecrew" / "data"
    root = {"name": "x", "version": "1.0.0", "dependencies": {"vec3": "0.1.10"}}
    packages = {"": root, "node_modules/vec3": {"version": "0.1.10"}}
    (data / "package.json").write_text(json.dumps(root))
    lock = {"name": "x", "version": "1.0.0", "lockfileVersion": 3, "requires": True, "packages": packages}
    (data / "package-lock.json").write_text(json.dumps(lock))
    told = ask(site, "install_node_modules()")
    assert "UserError: npm ended with code 1" in told.stderr.splitlines()[-1]
    assert answer(site, "installed()") == "False"


@pytest.mark.parametrize(
    ("crashes", "words", "tried"),
    [(1, "Exit handler never called!", 2), (9, "Exit handler never called!", 2), (9, "no such package", 1)],
)
def test_npm_is_tried_again_if_it_crashes(
    site: Path, tmp_path: Path, crashes: int, words: str, tried: int
) -> None:
    npm = tmp_path / "node" / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    npm.parent.mkdir(parents=True)
    attempts = tmp_path / "attempts"
    npm.write_text(f"""const fs = require('node:fs')
    fs.appendFileSync({json.dumps(str(attempts))}, '.')
    if (fs.statSync({json.dumps(str(attempts))}).size > {crashes}) return
    console.error('npm error {words}')
    process.exitCode = 1""")
    told = ask(
        site,
        "import pathlib, minecrew.bridge.install as install\n"
        f"install.node_home = lambda: pathlib.Path({str(tmp_path / 'node')!r})\n"
        "print(install_node_modules())",
    )
    assert attempts.read_text() == "." * tried
    if crashes < tried:
        assert told.stdout == "True\n", told.stderr
    else:
        assert f"npm ended with code 1: {words}" in told.stderr


def test_two_set_ups_at_once_wait_for_each_other(site: Path) -> None:
    home = site.parent / "home"
    home.mkdir()
    environment = {"HOME": str(home), "PATH": os.devnull, "PYTHONPATH": str(site)}
    program = "from minecrew.bridge import install_node_modules; print(install_node_modules())"
    command = [sys.executable, "-c", program]
    both = [
        subprocess.Popen(command, cwd=home, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    assert sorted(process.communicate(timeout=60)[0].strip() for process in both) == ["False", "True"]
