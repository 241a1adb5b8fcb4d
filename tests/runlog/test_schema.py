"""docs/events.schema.json is what the event types say."""

import json
from pathlib import Path

from minecrew.runlog.schema import schema_text

SCHEMA = Path(__file__).resolve().parents[2] / "docs" / "events.schema.json"


def test_the_schema_in_the_docs_is_current() -> None:
    remedy = "run `python -m minecrew.runlog.schema docs/events.schema.json`"
    assert SCHEMA.read_text(encoding="utf-8") == schema_text(), remedy


def test_every_event_in_a_log_has_its_number_and_kind() -> None:
    """As the reader wants them: a file without them conforms to nothing that can be judged."""
    schema = json.loads(schema_text())
    kinds = [schema["$defs"][name.rsplit("/", 1)[1]] for name in schema["discriminator"]["mapping"].values()]
    assert len(kinds) > 30
    assert all({"seq", "kind"} <= set(kind["required"]) for kind in kinds)
