"""The JSON schema of one line of annotations.jsonl, generated from the record.

`python -m minecrew.behaviors.annotators.schema docs/annotation.schema.json` writes it; without a path it
is printed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from minecrew.behaviors.annotators.annotation import Annotation


def schema_text() -> str:
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **Annotation.model_json_schema(by_alias=True),
        "title": "minecrew annotation",
        "description": "One line of annotations.jsonl: what agents did or did not do, according to a person.",
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> None:
    if arguments:
        Path(arguments[0]).write_text(schema_text(), encoding="utf-8")
    else:
        sys.stdout.write(schema_text())


if __name__ == "__main__":
    main(sys.argv[1:])
