"""Draws docs/run.svg: the replay of a run as the terminal shows it.

python docs/picture.py RUN
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

from rich.console import Console

from minecrew.replay.timeline import EventFilter, replay
from minecrew.runlog import find_events, read_events

WIDTH = 116


def main(run: str) -> None:
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    replay(read_events(find_events(run)), console, only=EventFilter(), speed=None)
    svg = console.export_svg(title="minecrew run bookshelf")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.S)  # the picture loads nothing from elsewhere
    svg = svg.replace("Fira Code, monospace", "monospace")
    Path(__file__).with_name("run.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
