"""The JSON schema of one line of an event log, generated from the event types.

`python -m minecrew.runlog.schema docs/events.schema.json` writes it; without a path it is printed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from minecrew.runlog.events import EVENT
from minecrew.runlog.header import FORMAT


def schema_text() -> str:
    schema = EVENT.json_schema()
    for kind in schema["$defs"].values():
        if "seq" in kind["properties"]:  # in a log; before it is written an event has no number
            kind["properties"]["seq"] = {"title": "Seq", "type": "integer", "minimum": 0}
            kind["required"] = ["seq", "kind", *kind.get("required", ())]
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "minecrew event",
        "description": f"One line of events.jsonl, log format {FORMAT}. The first event is run.started.",
        **schema,
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> None:
    if arguments:
        Path(arguments[0]).write_text(schema_text(), encoding="utf-8")
    else:
        sys.stdout.write(schema_text())


if __name__ == "__main__":
    main(sys.argv[1:])
