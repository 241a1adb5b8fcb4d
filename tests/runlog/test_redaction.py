"""The model key is taken out of what is written and shown, and a dummy key changes nothing."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from minecrew.runlog import Log, Recording, Said, WorldAnswer, redact, write_whole
from minecrew.terminal import say_error
from tests.endpoint_server import KEY

DUMMIES = ("x", "EMPTY", "none", "ollama", "-", "elevenchars")


@pytest.mark.parametrize("key", DUMMIES)
def test_a_dummy_key_changes_no_word(key: str) -> None:
    said = f"I use an axe - {key}, none of it EMPTY"
    assert redact(said, {"OPENAI_API_KEY": key}) == said


@pytest.mark.parametrize("key", ["twelve-chars", "sk-no-key-required", f"  {KEY}\n", 'sk-"quoted"\\key'])
def test_a_key_is_taken_out_as_it_is_and_as_json_writes_it(key: str) -> None:
    environ = {"OPENAI_API_KEY": key}
    key = key.strip()
    assert redact(f"Bearer {key}, {key}!", environ) == "Bearer ***, ***!"
    assert json.loads(redact(json.dumps({"text": key}), environ)) == {"text": "***"}


def test_no_writer_of_a_bundle_and_no_message_keeps_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    heard: list[object] = []
    with Log.create(tmp_path) as log, Recording.create(tmp_path, {"note": KEY}) as recording:
        log.subscribe(heard.append)
        written = log.append(Said(agent="Alice", text=f"my key is {KEY}", channel="discussion"))
        recording.add(WorldAnswer(seq=1, call="observe", gave={"heard": [KEY]}))
    write_whole(tmp_path / "manifest.json", KEY)
    say_error(f"401: {KEY}")
    assert written.text == "my key is ***"
    assert heard == [written]
    files = [path.read_bytes() for path in tmp_path.iterdir()]
    kept = b"".join(gzip.decompress(raw) if raw.startswith(b"\x1f\x8b") else raw for raw in files)
    assert (len(files), kept.count(b"***")) == (3, 4)
    assert KEY.encode() not in kept
    assert capsys.readouterr().err == "minecrew: 401: ***\n"
