"""How a service was asked to run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from runlog import RUNS

PORT = 8765


@dataclass(frozen=True)
class Settings:
    """The command line of `minecrew serve`, parsed."""

    runs: Path = RUNS
    """The directory whose runs it shows, and where new ones are put."""
    host: str = "127.0.0.1"
    port: int = PORT
    """As bound; 0 only until then."""
    parallel: int | None = None
    """Runs at once; None: by cores and memory."""
    token: str | None = None
    """What other machines have to show; None: only this machine is answered."""
