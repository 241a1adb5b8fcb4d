"""Records: what the logs of runs say of skills."""

from __future__ import annotations

from pathlib import Path

from minecrew.runlog import RunBundle, SkillEnded, SkillStarted
from minecrew.skills import SkillRecord, gather_records


def log(root: Path, *events: SkillStarted | SkillEnded) -> RunBundle:
    bundle = RunBundle.create(root, title="a run")
    with bundle.log() as written:
        for event in events:
            written.append(event)
    return bundle


def started(agent: str, name: str, code: str | None = None) -> SkillStarted:
    return SkillStarted(agent=agent, source="bot", name=name, code=code, attempt=1, deadline=60)


def ended(agent: str, name: str, code: str | None = None, *, injected: bool | None = None) -> SkillEnded:
    return SkillEnded(
        agent=agent, source="bot", name=name, ok=code is None, code=code, seconds=1.5, injected=injected
    )


def test_calls_successes_codes_and_time_are_counted_over_runs(tmp_path: Path) -> None:
    log(
        tmp_path,
        started("Alice", "mineBlock"),
        started("Bob", "killMob"),
        ended("Bob", "killMob", "NOT_FOUND"),
        ended("Alice", "mineBlock"),
    )
    log(tmp_path, started("Alice", "mineBlock"), ended("Alice", "mineBlock", "NO_PATH"))
    assert gather_records(tmp_path) == {
        "killMob": SkillRecord(calls=1, successes=0, codes={"NOT_FOUND": 1}, seconds=1.5),
        "mineBlock": SkillRecord(calls=2, successes=1, codes={"NO_PATH": 1}, seconds=3.0),
    }


def test_what_was_made_to_fail_is_no_call(tmp_path: Path) -> None:
    log(tmp_path, started("Alice", "mineBlock"), ended("Alice", "mineBlock", "NO_PATH", injected=True))
    assert gather_records(tmp_path) == {}


def test_a_program_counts_from_when_it_is_a_skill(tmp_path: Path) -> None:
    log(
        tmp_path,
        started("Alice", "waveAt", "async function waveAt (bot) {}"),
        ended("Alice", "waveAt"),
        started("Alice", "waveAt"),
        ended("Alice", "waveAt"),
    )
    assert gather_records(tmp_path)["waveAt"].calls == 1


def test_a_run_that_was_killed_counts_up_to_its_last_line(tmp_path: Path) -> None:
    bundle = log(
        tmp_path, started("Alice", "mineBlock"), ended("Alice", "mineBlock"), ended("Bob", "killMob")
    )
    bundle.events_path.write_bytes(bundle.events_path.read_bytes()[:-20])
    assert list(gather_records(tmp_path)) == ["mineBlock"]
    assert gather_records(tmp_path / "nowhere") == {}
