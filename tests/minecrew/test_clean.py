"""`minecrew clean` removes what minecrew put into the cache, and nothing else."""

from __future__ import annotations

import fcntl
from pathlib import Path

import pytest
from typer.testing import CliRunner

from minecrew.bridge import install_lock
from minecrew.cli import app
from minecrew.local_model.installation import model_directory
from minecrew.runlog import UserError


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    cache = tmp_path / "cache"
    monkeypatch.setenv("MINECREW_CACHE", str(cache))
    with install_lock(cache / "anything", ends=0):  # leaves its file
        pass
    for name in ("npm-cache/_cacache", "npm-0123456789abcdef/node_modules/vec3", model_directory().name):
        (cache / name).mkdir(parents=True)
        (cache / name / "file").write_bytes(bytes(2_000_000))
    return cache


def clean(*options: str) -> str:
    told = CliRunner().invoke(app, ["clean", *options], catch_exceptions=False)
    assert told.exit_code == 0
    return told.output


def test_it_says_what_lies_there_and_removes_it(cache: Path) -> None:
    told = clean("--dry-run")
    assert told.count(", 2 MB") == 3
    assert "npm packages" in told
    assert "the local model" in told
    assert len(list(cache.iterdir())) == 4
    assert clean().count("removed ") == 4
    assert not cache.exists()
    assert f"the cache {cache} is empty" in clean()


def test_what_is_not_ours_stays(cache: Path, tmp_path: Path) -> None:
    (cache / "notes.txt").write_text("mine")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "kept").touch()
    (cache / "npm-linked").symlink_to(tmp_path / "elsewhere")
    clean()
    assert [path.name for path in cache.iterdir()] == ["notes.txt"]
    assert (tmp_path / "elsewhere" / "kept").exists()


def test_a_running_installation_is_not_disturbed(cache: Path) -> None:
    [lock] = cache.glob("install-*.lock")
    with lock.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(UserError, match="an installation is running"):
            clean()
    assert len(list(cache.iterdir())) == 4
