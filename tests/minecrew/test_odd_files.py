"""A bundle with a pipe, a device or a huge file in it: every reader goes on, or says why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.odd_files import FILES, try_odd_files

from .conftest import paper_events, write


@pytest.mark.parametrize(
    "files", [("events.jsonl", "result.json"), pytest.param(FILES, marks=pytest.mark.soak)], ids=len
)
def test_no_odd_file_breaks_a_reader(
    tmp_path: Path, files: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    if files != FILES:
        monkeypatch.setattr("benchmarks.odd_files.HUGE", 256 << 20)  # of zeros; 2 GB are for the soak test
    score = try_odd_files(write(tmp_path, paper_events()).path, files)
    assert score.mutations == 7 * len(files)
    assert not score.wrong, "\n".join(score.wrong[:20])
