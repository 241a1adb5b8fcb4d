"""Runs in one file, and back: whatever is in them, in every format."""

from __future__ import annotations

import csv
import json
import types
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pyarrow.parquet
import pytest

from minecrew.runlog import (
    EVENT,
    FORMATS,
    Format,
    Header,
    Log,
    Note,
    RunBundle,
    RunStarted,
    Said,
    UserError,
    entries_of,
    read_events,
    read_export,
    restore,
    write_export,
)
from minecrew.runlog.bot_events import CodePlace
from minecrew.runlog.events import Event
from minecrew.runlog.header import LARGEST_FIGURE, MOST
from minecrew.runlog.rows import COLUMNS, EventEntry, FileEntry, columns_of, entry_of, row_of
from minecrew.runlog.server_events import Attacked, CheatRefused

KINDS = get_args(get_args(Event)[0])
TEXTS = (
    "", " ", '"', '""', '"quoted"', "=1+1", "+1", "-1", "@x", "\tx", "\rx", "a,b;c\nd\r\ne\rf", "\0", "null",
    "1.0", "true", "[1]", "{}", "ünï 😀 \u2028", "bundle,file", "\\", "'", "\ufeffx",
)  # fmt: skip
ANY: tuple[Any, ...] = (None, 1, -2.5, "=x", [1, [None]], {"a": {"b": [True, ""]}}, "", 1e-7, 2**53 + 1)


def invent(annotation: Any, chance: Random) -> Any:
    """A value of that type, as awkward as may be."""
    origin = get_origin(annotation)
    if origin in (Union, types.UnionType):
        return invent(chance.choice(get_args(annotation)), chance)
    if origin is Literal:
        return chance.choice(get_args(annotation))
    if origin is dict:
        value = get_args(annotation)[1]
        return {chance.choice(TEXTS): invent(value, chance) for _ in range(chance.randrange(3))}
    if origin is tuple:
        parts = get_args(annotation)
        parts = [parts[0]] * chance.randrange(3) if parts[-1] is ... else parts
        return tuple(invent(part, chance) for part in parts)
    if get_origin(annotation) is Annotated:
        inner, *bounds = get_args(annotation)
        value = invent(inner, chance)
        bounds = [one for bound in bounds for one in getattr(bound, "metadata", [bound])]
        return abs(value) if any(getattr(bound, "ge", None) == 0 for bound in bounds) else value
    simple: dict[Any, Sequence[Any]] = {
        str: TEXTS,
        int: (0, -1, MOST),
        float: (0.0, 0.1, 1e-7, -LARGEST_FIGURE, 3.0, 1 / 3),
        bool: (True, False),
        Any: ANY,
        type(None): (None,),
        CodePlace: (CodePlace(skill="=x", line=3),),
    }
    return chance.choice(simple[annotation])


def invented(model: type[Header], chance: Random) -> Header:
    fields = {
        name: invent(Annotated[field.annotation, *(field.metadata or [None])], chance)
        for name, field in model.model_fields.items()
    }
    if model is RunStarted:
        fields["format"] = 1
    return model(**fields)


def bundle_in(root: Path, name: str, events: Sequence[Header]) -> RunBundle:
    bundle = RunBundle(root / name)
    bundle.path.mkdir(parents=True)
    with Log.create(bundle.path) as log:
        for event in events:
            log.append(event)
    return bundle


def every_kind() -> list[Header]:
    """One run with ten of each kind."""
    chance = Random(4)
    events = [invented(model, chance) for _ in range(10) for model in KINDS if model is not RunStarted]
    return [RunStarted(run="", title="=t", goal={}, agents=("A",)), *events]


def files(bundle: RunBundle) -> dict[str, bytes]:
    return {
        path.relative_to(bundle.path).as_posix(): path.read_bytes()
        for path in bundle.path.rglob("*")
        if path.is_file()
    }


def exported(bundles: Sequence[RunBundle], path: Path, format: Format) -> Path:
    write_export((entry for bundle in bundles for entry in entries_of(bundle.read())), path, format)
    return path


@pytest.mark.parametrize("format", FORMATS)
def test_what_comes_back_is_what_was_there_byte_for_byte(tmp_path: Path, format: Format) -> None:
    first = bundle_in(tmp_path / "runs", "first", every_kind())
    second = bundle_in(tmp_path / "runs", "second", [*every_kind()[:1], Said(channel="execution", text="\n")])
    (first.path / "manifest.json").write_text('{\r\n "a": "' + "x" * 200_000 + '"}', newline="")
    (first.path / "skills").mkdir()
    (first.path / "skills" / "mine.js").write_text("=1 // über")
    (first.path / "film.bin").write_bytes(bytes(range(256)))
    (first.path / "empty").touch()
    out = exported([first, second], tmp_path / f"all.{format}", format)
    restored = restore(read_export(out), tmp_path / "back")
    assert [bundle.id for bundle in restored] == ["first", "second"]
    for before, after in zip((first, second), restored, strict=True):
        assert after.read().events == before.read().events
        assert files(after) == files(before)
    assert {event.kind for event in restored[0].read().events} == {
        model.model_fields["kind"].default for model in KINDS
    }


def test_a_row_holds_all_of_its_event() -> None:
    chance = Random(7)
    for model in KINDS:
        for _ in range(50):
            event = EVENT.validate_json(invented(model, chance).model_dump_json(exclude_none=True))
            assert entry_of(row_of(EventEntry(bundle="b", event=event))) == EventEntry(
                bundle="b", event=event
            )


@pytest.mark.parametrize("format", FORMATS)
def test_a_log_of_an_earlier_version_stays_as_it_was(tmp_path: Path, format: Format) -> None:
    bundle = bundle_in(tmp_path, "run", [every_kind()[0], Note(text="x")])
    older = bundle.events_path.read_text().replace('"cause":[],', "").replace('"source":"crew",', "")
    bundle.events_path.write_text(older)
    [back] = restore(read_export(exported([bundle], tmp_path / "x", format)), tmp_path / "back")
    assert back.events_path.read_text() == older


@pytest.mark.parametrize("format", FORMATS)
def test_a_kind_of_a_later_version_comes_back_as_it_was(tmp_path: Path, format: Format) -> None:
    bundle = bundle_in(tmp_path, "run", [every_kind()[0], Note(text="x")])
    later = '{"seq":2,"t":1.5,"agent":"Bob","kind":"item.traded","item":7,"deep":[{"a":[1,null]}]}\n'
    bundle.events_path.write_text(bundle.events_path.read_text() + later)
    [back] = restore(read_export(exported([bundle], tmp_path / "x", format)), tmp_path / "back")
    assert back.events_path.read_text() == bundle.events_path.read_text()
    assert back.read().events[2].kind == "item.traded"


def test_no_field_of_an_event_is_called_like_a_column_of_files() -> None:
    of_events = {name for model in KINDS for name in model.model_fields}
    assert not of_events & FileEntry.model_fields.keys()
    assert {column.name for column in COLUMNS} == of_events | FileEntry.model_fields.keys() | {"more"}


def test_one_name_for_different_things_is_a_column_of_json() -> None:
    """Whom one attacks is a name, where a cheat was aimed at a place; whichever comes first."""
    for kinds in ((Attacked, CheatRefused), (CheatRefused, Attacked)):
        assert {column.name: column.type for column in columns_of(kinds)}["target"] == "json"
    assert {column.name: column.type for column in columns_of([Attacked])}["target"] == "text"


@pytest.mark.parametrize("text", ["\r=1", "wood\r=1", "wood\r\n=1", "\n", "wood\n=1", '"', '",\n'])
def test_every_text_survives_a_table(tmp_path: Path, text: str) -> None:
    bundle = bundle_in(tmp_path, "run", [every_kind()[0], Note(text=text)])
    out = exported([bundle], tmp_path / "run.csv", "csv")
    assert out.read_bytes().count(b"\r") == 0 or "\n" in text
    [back] = restore(read_export(out), tmp_path / "back")
    assert back.read().events == bundle.read().events


def test_columns_are_plain_for_other_tools(tmp_path: Path) -> None:
    said = Said(agent="Bob", channel="discussion", to=("Alice",), text='=HYPERLINK("x")', tick=7)
    bundle = bundle_in(tmp_path, "run", [every_kind()[0], said, Note(text="")])
    with exported([bundle], tmp_path / "run.csv", "csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert (rows[1]["agent"], rows[1]["tick"], rows[1]["to"]) == ("Bob", "7", '["Alice"]')
    assert rows[1]["text"] == json.dumps(said.text)
    assert (rows[2]["text"], rows[2]["agent"]) == ('""', "")
    table = pyarrow.parquet.read_table(exported([bundle], tmp_path / "run.parquet", "parquet"))
    assert table.column("text").to_pylist() == [None, said.text, ""]
    assert table.column("tick").type == pyarrow.int64()
    assert table.column("t").type == pyarrow.float64()
    line = json.loads(exported([bundle], tmp_path / "run.jsonl", "jsonl").read_text().splitlines()[1])
    assert EVENT.validate_python(line["event"]) == bundle.read().events[1]


def test_a_log_without_a_bundle_is_exported_alone(tmp_path: Path) -> None:
    bundle = bundle_in(tmp_path / "run", "x", every_kind()[:1])
    lone = tmp_path / "mine.jsonl"
    lone.write_bytes(bundle.events_path.read_bytes())
    (tmp_path / "beside.txt").touch()
    [entry] = entries_of(read_events(lone))
    assert entry.bundle == "mine"


@pytest.mark.parametrize("format", FORMATS)
def test_a_file_that_is_broken_is_named_and_leaves_nothing(tmp_path: Path, format: Format) -> None:
    bundle = bundle_in(tmp_path, "run", [every_kind()[0], Note(text="x" * 50)])
    out = exported([bundle], tmp_path / f"run.{format}", format)
    whole = out.read_bytes()
    unknown = whole.replace(b",note,", b",no!e,").replace(b'"note"', b'"no!e"')
    garbled = whole.replace(b"xxxx", b"\xff\xff\xff\xff")
    texts = (garbled, unknown) if format != "parquet" else ()
    for content in (whole[:-30], whole[:12], b"%PDF-1.7", b"", *texts):
        assert content != whole
        out.write_bytes(content)
        with pytest.raises(UserError, match=rf"run\.{format}"):
            restore(read_export(out), tmp_path / "back")
    assert [path for path in tmp_path.rglob("*") if path.parent.name == "back"] == []


@pytest.mark.parametrize("name", ["", ".", "..", "../x", "a/b", "a\\b", "/tmp/x", "a\0"])
def test_a_foreign_file_cannot_write_outside_of_its_run(tmp_path: Path, name: str) -> None:
    event = EventEntry(bundle=name, event=every_kind()[0])  # type: ignore[arg-type]  # a Header that is an Event
    with pytest.raises(UserError, match="is not a run's name"):
        restore([event], tmp_path / "back")
    if name not in ("a/b", "a\\b"):
        with pytest.raises(UserError, match="is not a file of a run"):
            restore([FileEntry.of("run", name, b"x")], tmp_path / "back")
    with pytest.raises(UserError, match="is not a file of a run"):
        restore([FileEntry.of("run", "events.jsonl", b"x")], tmp_path / "back")
    assert [path for path in tmp_path.rglob("*") if path.name != "back"] == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    bundle = bundle_in(tmp_path, "run", every_kind()[:1])
    out = exported([bundle], tmp_path / "run.csv", "csv")
    with pytest.raises(UserError, match="already exists"):
        exported([bundle], out, "jsonl")
    with pytest.raises(UserError, match="already exists"):
        restore(read_export(out), tmp_path)
    with pytest.raises(UserError, match="cannot write"):
        exported([bundle], tmp_path / "nowhere" / "run.csv", "csv")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run", "run.csv"]
