"""Systems other than Linux, by what they lack: a fall-back, or one line that says what is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from minecrew.service.settings import MEMORY, default_parallel


@pytest.mark.parametrize("module", ["fcntl", "resource"])
def test_a_system_without_posix_is_told_so_in_one_line(module: str) -> None:
    """As on Windows."""
    program = f"import sys; sys.modules[{module!r}] = None; from minecrew.__main__ import main; main()"
    told = subprocess.run(
        [sys.executable, "-c", program, "tasks"], capture_output=True, text=True, timeout=60, check=False
    )
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.count("\n") == 1
    assert f"this system has no {module}" in told.stderr
    assert "WSL" in told.stderr


def test_a_service_finds_cores_and_memory_without_linux(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As on macOS, which has neither of the two."""
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    pages = {"SC_PHYS_PAGES": 6 * MEMORY // 4096, "SC_PAGE_SIZE": 4096}
    monkeypatch.setattr(os, "sysconf", pages.__getitem__)
    assert default_parallel(tmp_path / "meminfo") == 3
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert default_parallel(tmp_path / "meminfo") == 1


def test_free_memory_is_what_linux_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: set(range(16)))
    (tmp_path / "meminfo").write_text("MemTotal: 64000000 kB\nMemAvailable: 5242880 kB\n")
    assert default_parallel(tmp_path / "meminfo") == 5
