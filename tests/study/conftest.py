"""A small study, and an engine that plays nothing: it writes a log as a crew would."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from minecrew.judging.findings import keep_findings
from minecrew.runlog import RunBundle, summarize
from minecrew.study.engine import EndedRun
from minecrew.study.play_study import PlannedStudy
from minecrew.study.store import key_of
from tests.minecrew.conftest import paper_events

TOML = """
title = "Talk"
question = "Does talk help?"
seeds = 3
primary = "execution_seconds"
outcomes = ["met", "messages"]
[base]
task = "paper"
speed = "max"
order = "strict"
[factors]
discussion = ["horizontal", "none"]
[factors.persona]
plain = {}
eager = { personas = ["Alice=eager"] }
[[exclude]]
where = { discussion = "none", persona = "eager" }
why = "who does not talk cannot offer"
[[contrasts]]
factor = "discussion"
level = "horizontal"
against = "none"
where = { persona = "plain" }
primary = true
[[contrasts]]
factor = "persona"
level = "eager"
against = "plain"
"""


class PaperEngine:
    """Plays every run as the same short log; `fate` tells a try's exit code, None kills its process."""

    def __init__(
        self, fate: Callable[[str, int], int | None] = lambda key, attempt: 0, at_once: int = 2
    ) -> None:
        self.fate, self.at_once = fate, at_once
        self.played: list[str] = []
        self._waiting: deque[RunBundle] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def room(self) -> int:
        return self.at_once - len(self._waiting)

    def give(self, bundle: RunBundle) -> None:
        self._waiting.append(bundle)

    def take(self, timeout: float) -> EndedRun | None:
        if not self._waiting:
            return None
        bundle = self._waiting.popleft()
        key = key_of(bundle.path)
        assert key is not None
        self.played.append(key)
        code = self.fate(key, self.played.count(key))
        start, *rest = paper_events()
        events = [start.model_copy(update={"run": bundle.id}), *rest]
        end = {0: "met", 1: "not_met", 2: "impossible", 3: "fault"}
        with bundle.log() as log:
            for event in events[: -1 if code is not None else 4]:
                log.append(event)
            if code is not None:
                log.append(events[-1].model_copy(update={"outcome": end[code], "exit_code": code}))
        if code is None:
            return EndedRun(bundle, "SIGKILL ended its process")
        bundle.write_result(summarize(bundle.read().events))
        keep_findings(bundle, ())
        return EndedRun(bundle)


def plan(folder: Path, toml: str = TOML) -> PlannedStudy:
    file = folder / "talk.toml"
    file.write_text(toml)
    return PlannedStudy(file, folder / "study")


@pytest.fixture
def planned(tmp_path: Path) -> PlannedStudy:
    return plan(tmp_path)
