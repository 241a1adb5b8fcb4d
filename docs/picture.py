"""Draws docs/run.svg: a real run as the terminal shows it.

python docs/picture.py          # plays the task bookshelf and draws that run, as `make picture` does
python docs/picture.py RUN      # draws a run that was played earlier
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from minecrew.replay.timeline import EventFilter, replay
from minecrew.runlog import Event, Reading, find_events, read_events

WIDTH = 116
TASK = "bookshelf"


def main(arguments: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        if not arguments:
            options = ["--seed", "1", "--speed", "max", "--order", "strict", "--runs", folder, "--json"]
            command = [sys.executable, "-m", "minecrew", "run", TASK, *options]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=300)
        path = find_events(arguments[0]) if arguments else find_events("last", Path(folder))
        Path(__file__).with_name("run.svg").write_text(draw(read_events(path)), encoding="utf-8")


def draw(reading: Reading) -> str:
    """The replay as SVG, which loads nothing from elsewhere."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    replay(replace(reading, events=tuple(timed(reading.events))), console, only=EventFilter(), speed=None)
    svg = console.export_svg(title=f"minecrew run {TASK}")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.S)
    return svg.replace("Fira Code, monospace", "monospace")


def timed(events: Iterable[Event]) -> Iterator[Event]:
    """The events with game time only, so that the clock never runs backwards. It is 0 until the server has
    started.
    """
    tick = 0
    for event in events:
        tick = max(tick, event.tick or 0)
        yield event.model_copy(update={"tick": tick})


if __name__ == "__main__":
    main(sys.argv[1:])
