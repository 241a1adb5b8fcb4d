"""The world's answers in a run, in order. Together with the log, these answers are everything that the crew
received.

The file `recording.jsonl.gz` in the bundle contains the initial facts in its first line, and one answer per
further line. Each line is flushed as it comes, so that a killed run can be read up to its last
answer; whole observations compress well, since each is similar to the one before it.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import IO, Any, Literal

from pydantic import TypeAdapter, ValidationError

from minecrew.runlog.errors import Fault, UserError
from minecrew.runlog.files import read_file
from minecrew.runlog.header import Record
from minecrew.runlog.redaction import redact
from minecrew.runlog.writing import cannot_write

RECORDING_FILE = "recording.jsonl.gz"
GZIP = 16 + zlib.MAX_WBITS
LARGEST = 1 << 28
"""Maximum size of an unpacked recording in bytes; that of a bookshelf run has about 250,000."""

AnswerCall = Literal[
    "begin",
    "observe",
    "run",
    "keep",
    "tick",
    "ring",
    "stop",
    "say",
    "think",
    "inventories",
    "commons",
    "regrow",
    "speak",
    "advise",
    "choose",
]
"""The methods of `agents.World`; ring: an alarm rang; think: the world pauses for an agent; speak,
advise and choose: a person typed.
"""


class RecordingHead(Record):
    """The first line."""

    format: Literal[1] = 1
    rules: dict[str, Any]
    """The rules of the game, as the server reported them."""


class WorldAnswer(Record):
    """The answer to one question to the world or to a person."""

    seq: int
    """The number of events in the log at that moment."""
    tick: int | None = None
    """The game time at that moment, according to the log."""
    call: AnswerCall
    agent: str | None = None
    gave: Any = None
    cut: bool = False
    """Whether there was no answer because the caller was cancelled."""


HEAD, ANSWER = TypeAdapter(RecordingHead), TypeAdapter(WorldAnswer)


class Recording:
    """The only writer of a run's recording."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self.path, self._file = path, file
        self._zip = zlib.compressobj(wbits=GZIP)

    @classmethod
    def create(cls, directory: Path, rules: dict[str, Any]) -> Recording:
        """Starts the recording in `directory`."""
        path = directory / RECORDING_FILE
        try:
            file = path.open("xb")
        except OSError as error:
            raise cannot_write(path, error, "choose another place") from error
        recording = cls(path, file)
        recording._write(RecordingHead(rules=rules))
        return recording

    def add(self, answer: WorldAnswer) -> None:
        """Raises Fault if the recording cannot be written."""
        if not self._file.closed:  # who is cut off by the end itself asks no more
            self._write(answer)

    def close(self) -> None:
        """Ends it. May be called twice."""
        if not self._file.closed:
            try:
                self._file.write(self._zip.flush())
                self._file.close()
            except OSError as error:
                raise Fault(f"cannot write {str(self.path)!r}: {error.strerror}") from error

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, record: Record) -> None:
        line = json.dumps(record.model_dump(mode="json", exclude_defaults=True), separators=(",", ":"))
        line = redact(line) + "\n"
        try:
            self._file.write(self._zip.compress(line.encode()) + self._zip.flush(zlib.Z_SYNC_FLUSH))
            self._file.flush()
        except OSError as error:
            raise Fault(f"cannot write {str(self.path)!r}: {error.strerror}") from error


def read_recording(directory: Path) -> tuple[RecordingHead, list[WorldAnswer]]:
    """Returns the initial facts and the answers in order. An incomplete last answer is left out.

    Raises UserError if there is no recording, or if it cannot be read.
    """
    path = directory / RECORDING_FILE
    try:
        raw = read_file(path, within=directory)
    except FileNotFoundError:
        why = "the run was played by an earlier version, or ended before its world was ready"
        raise UserError(
            f"run {directory.name!r} has no {RECORDING_FILE} ({why}) and cannot be rerun; run its task again"
        ) from None
    except OSError as error:
        raise UserError(f"cannot read {str(path)!r}: {error.strerror}") from error
    try:
        unpacked = zlib.decompressobj(wbits=GZIP).decompress(raw, LARGEST)
        if len(unpacked) == LARGEST:
            raise ValueError(f"it has more than {LARGEST >> 20} MB")
        if b"\n" not in unpacked:
            raise ValueError("it has no line")
        head, *answers = unpacked.split(b"\n")[:-1]
        return HEAD.validate_json(head), [ANSWER.validate_json(line) for line in answers]
    except (zlib.error, ValidationError, ValueError) as error:
        why = str(error).splitlines()[0]
        raise UserError(f"{str(path)!r} is broken ({why}); the run cannot be rerun") from None
