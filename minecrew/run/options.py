"""What `minecrew run` was asked to do."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from minecrew.runlog import RUNS


@dataclass(frozen=True)
class Options:
    """The command line of `minecrew run`, parsed; None: as the task says."""

    task: str | None = None
    goals: tuple[str, ...] = ()
    agents: int | None = None
    seed: int | None = None
    arena: str | None = None
    server: str | None = None
    """HOST:PORT of a server that is not ours."""
    port: int = 0
    """Of the embedded server on 127.0.0.1; 0: a free one."""
    speed: str | None = None
    """A factor of real time, or "max"."""
    order: str | None = None
    """parallel or strict."""
    guard: str | None = None
    """off, warn or block."""
    discussion: str | None = None
    """horizontal, vertical, roleplay, solo or none."""
    recruit: str | None = None
    """fixed or auto."""
    evaluator: str | None = None
    """facts or human."""
    fact_check: bool | None = None
    rounds: int | None = None
    p_error: str | None = None
    """Share of skill calls that fail on purpose."""
    personas: tuple[str, ...] = ()
    """AGENT=PERSONA."""
    mind: str | None = None
    """offline or openai, for every agent whose own the task does not tell."""
    model: str | None = None
    base_url: str | None = None
    max_tokens: int | None = None
    max_usd: float | None = None
    prices: Path | None = None
    human: tuple[str, ...] = ()
    """Agents whose lines in the talk are typed by a person."""
    skills: tuple[Path, ...] = ()
    out: Path = RUNS
    json: bool = False
    arguments: tuple[str, ...] = ()
