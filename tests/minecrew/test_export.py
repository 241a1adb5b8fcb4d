"""`minecrew export` and `import`: out, and back into a run that replays the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from minecrew.runlog import FORMATS, RunBundle
from tests import commandline

from .conftest import minecrew, paper_events, within, write


@pytest.mark.parametrize("format", FORMATS)
def test_a_directory_of_runs_goes_out_and_comes_back(bundle: RunBundle, tmp_path: Path, format: str) -> None:
    write(bundle.path.parent, paper_events()[:-1])
    bundle.write_arena({"name": "meadow"})
    out, back = tmp_path / f"all.{format}", tmp_path / "back"
    told = within("export", bundle.path.parent, "--to", format, "--out", out)
    assert (told.exit_code, told.stdout) == (0, "")
    assert told.stderr.startswith("2 runs in ")
    assert within("import", out, "--out", back).exit_code == 0
    for before in RunBundle.all(bundle.path.parent):
        after = back / before.id
        assert (after / "events.jsonl").read_bytes() == before.events_path.read_bytes()
    assert (back / bundle.id / "arena.json").read_bytes() == (bundle.path / "arena.json").read_bytes()
    same = minecrew("diff", str(bundle.path), str(back / bundle.id))
    assert "identical" in same.stdout


def test_one_run_by_its_id_into_a_file_of_its_name(bundle: RunBundle, tmp_path: Path) -> None:
    arguments = ("export", bundle.id, "--to", "csv", "--runs", str(bundle.path.parent))
    told = commandline.minecrew(*arguments, cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    assert (tmp_path / f"{bundle.id}.csv").is_file()


def test_what_was_cut_off_is_said_and_left_out(killed: RunBundle, tmp_path: Path) -> None:
    out = tmp_path / "x.jsonl"
    told = minecrew("export", str(killed.path), "--to", "jsonl", "--out", str(out))
    assert told.returncode == 0
    assert "cut off" in told.stderr
    assert "left out" in told.stderr
    assert len(out.read_text().splitlines()) == len(killed.read().events)


def test_without_pyarrow_parquet_says_what_to_do(bundle: RunBundle, tmp_path: Path) -> None:
    out = tmp_path / "x.parquet"
    hidden = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "from minecrew.cli import main\n"
        "*same, out = sys.argv\n"
        "for format in ('csv', 'parquet'):\n"
        "    sys.argv = [*same, '--to', format, '--out', out + '/x.' + format]\n"
        "    try:\n"
        "        main()\n"
        "    except SystemExit as end:\n"
        "        print(f'{format} {end.code}')\n"
    )
    command = [sys.executable, "-c", hidden, "export", str(bundle.path), str(tmp_path)]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert told.stdout == "csv 0\nparquet 2\n", told.stderr
    [advice] = told.stderr.splitlines()[1:]
    assert "pip install 'minecrew[parquet]'" in advice
    assert not out.exists()


def test_mistakes_are_one_line(bundle: RunBundle, tmp_path: Path) -> None:
    twin = write(tmp_path / "twins", paper_events())
    twin.path.rename(twin.path.parent / bundle.id)
    out = ("--out", str(tmp_path / "x.csv"))
    bare = tmp_path / "bare.csv"
    bare.write_text("bundle,file,encoding,content,kind\n")
    for arguments, word in (
        (("export", str(bundle.path), "--to", "xml", *out), "'xml'"),
        (("export", str(bundle.path), str(tmp_path / "twins"), "--to", "csv", *out), "two runs are called"),
        (("import", str(tmp_path / "nothing.csv")), "nothing.csv"),
        (("import", str(bare)), "contains no run"),
        (("import", str(bundle.events_path), "--out", str(tmp_path / "back")), "line 1"),
    ):
        told = minecrew(*arguments)
        assert told.returncode == 2
        assert word in told.stderr
        assert len(told.stderr.splitlines()) == 1
    assert not (tmp_path / "x.csv").exists()
