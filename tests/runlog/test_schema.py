"""docs/events.schema.json is what the event types say."""

from pathlib import Path

from runlog.schema import schema_text

SCHEMA = Path(__file__).resolve().parents[2] / "docs" / "events.schema.json"


def test_the_schema_in_the_docs_is_current() -> None:
    remedy = "run `python -m runlog.schema docs/events.schema.json`"
    assert SCHEMA.read_text(encoding="utf-8") == schema_text(), remedy
