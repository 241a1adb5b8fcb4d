"""A text that is made to take long: reading it ends soon and says why; a batch loses nothing else."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from minecrew.bridge import limited, reading
from minecrew.runlog import UserError
from minecrew.skills import check_skills, parse_skill
from minecrew.skills.jsdoc import read_doc
from minecrew.skills.mentions import read_mentions

GOOD = """/**
 * Waits.
 * @keywords rest
 * @needs nothing
 * @example rest(bot)
 */
async function rest (bot) {
  await bot.waitForTicks(1)
}
module.exports = rest
"""
DEPTH = 900
NESTED = f"""/** Waits. */
async function nested (bot) {{
let a = 0
{"while (a) { if (a > 1) break; if (a > 2) break; if (a > 3) break; if (a > 4) break;" * DEPTH}{"}" * DEPTH}
}}
module.exports = nested
"""
LARGEST = 256 * 1024


def computed(work: Callable[[], object], who: int) -> float:
    """Seconds of the processor."""
    before = resource.getrusage(who)
    work()
    after = resource.getrusage(who)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the time that a check has otherwise."""
    monkeypatch.setattr(reading, "COMPUTING", 1)


@pytest.mark.usefixtures("hasty")
def test_a_check_that_takes_long_is_ended_and_says_so() -> None:
    flaws = {}
    took = computed(lambda: flaws.update(check_skills({"nested": NESTED}, {})), resource.RUSAGE_CHILDREN)
    assert [flaw.message for flaw in flaws["nested"][:1]] == [
        "parsing this takes more than 1 s; make it shorter, or use fewer levels"
    ]
    # The offer is asked for once, to tell a text at fault from a checker that does not start.
    assert took < 2 * reading.STARTING + reading.COMPUTING + 1


@pytest.mark.usefixtures("hasty")
def test_one_of_many_takes_long_and_the_others_are_read() -> None:
    texts = {name: GOOD.replace("rest", name) for name in ("rest1", "rest2")}
    flaws = check_skills({"nested": NESTED, **texts}, {})
    assert [name for name, found in flaws.items() if found] == ["nested"]


def test_what_is_imported_is_read_for_a_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minecrew.skills.mentions.COMPUTING", 1)
    told = read_mentions({"good": GOOD, "long": "[" + "'mangrove_log'," * 18_000 + "]"})
    assert told["good"].error is None
    assert told["long"].error is None or "too long" in told["long"].error.message


def test_the_limit_is_of_computing_alone() -> None:
    began = time.monotonic()
    told = reading.subprocess.run(limited(1, "/bin/sleep", "1.2"), check=False)
    assert (told.returncode, time.monotonic() - began > 1.1) == (0, True)


@pytest.mark.parametrize(
    "text", ["/** " * (LARGEST // 4), "/*" + "*" * LARGEST, "/**" + " *" * (LARGEST // 2)]
)
def test_a_comment_without_end_is_read_at_once(text: str) -> None:
    source = f"{text}\nasync function rest (bot) {{}}\n"

    def read() -> None:
        read_doc(source)
        with pytest.raises(UserError):
            parse_skill(source, Path("rest.js"))

    assert computed(read, resource.RUSAGE_SELF) < 1
