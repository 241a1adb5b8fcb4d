"""Studies over HTTP: how far they are, and what they show, in all cells or in some."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest
from fastapi.testclient import TestClient

from minecrew.service import Settings, create_app
from minecrew.service.routes import studies
from minecrew.study.store import StudyStore
from tests.page.conftest import write_study
from tests.stopwatch import cpu_seconds


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("studies")
    write_study(root / "studies" / "talk")
    (root / "studies" / "other").mkdir()
    (root / "studies" / "other" / "study.toml").write_text("this is none")
    return root


@pytest.fixture
def client(place: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(runs=place / "runs")), base_url="http://127.0.0.1:8765") as client:
        yield client


def seeds_of(place: Path) -> int:
    """Of each of the study's three cells."""
    study = tomllib.loads((place / "studies" / "talk" / "study.toml").read_text())
    return int(study["seeds"])


def test_studies_tell_how_far_they_are(client: TestClient, place: Path) -> None:
    [card] = client.get("/studies").json()["items"]
    runs = 3 * seeds_of(place)
    assert (card["name"], card["done"], card["planned"], card["met"]) == ("talk", runs, runs, runs)
    assert card["active"] is False
    with StudyStore(place / "studies" / "talk").playing():
        assert client.get("/studies").json()["items"][0]["active"] is True


def test_a_study_shows_its_tables_of_all_cells_or_of_some(client: TestClient, place: Path) -> None:
    seeds = seeds_of(place)
    told = client.get("/studies/talk").json()
    assert told["factors"] == {"discussion": ["horizontal", "none"], "persona": ["plain", "eager"]}
    outcomes = next(table for table in told["tables"] if table["name"] == "outcomes")
    assert [row[:3] for row in outcomes["rows"]] == [
        ["horizontal", "plain", str(seeds)],
        ["horizontal", "eager", str(seeds)],
        ["none", "plain", str(seeds)],
    ]
    assert all(len(runs) == seeds for runs in outcomes["runs"])
    some = client.get("/studies/talk", params={"where": ["discussion:horizontal", "persona:eager"]}).json()
    assert [row[:3] for row in some["tables"][0]["rows"]] == [["horizontal", "eager", str(seeds)]]


def test_what_is_not_there_is_refused(client: TestClient) -> None:
    assert client.get("/studies/other").status_code == 404
    assert client.get("/studies/nothing").status_code == 404
    assert client.get("/studies/..%2Fruns").status_code in (404, 422)
    refused = client.get("/studies/talk", params={"where": "mood:good"})
    assert refused.status_code == 422
    assert "no factor 'mood'; its factors: discussion, persona" in refused.json()["detail"]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "null",
            "7",
            "[]",
            "{",
            '"done"',
            "\xff",
            "[" * 100_000,
            '{"done": "many"}',
            '{"per_hour": []}',
        ),
        *('{"per_hour": NaN}', '{"per_hour": 1e999}', '{"done": 1.5}', '{"done": ' + "9" * 400 + "}"),
    ],
)
def test_any_progress_file_gives_a_card(client: TestClient, place: Path, text: str) -> None:
    file = place / "studies" / "talk" / "progress.json"
    kept = file.read_bytes()
    file.write_bytes(text.encode("latin-1"))
    try:
        [card] = client.get("/studies").json()["items"]
    finally:
        file.write_bytes(kept)
    assert (card["title"], card["done"], card["per_hour"]) == ("Talk", 0, None)


@pytest.mark.parametrize("name", ["progress.json", ".playing.lock"])
def test_a_pipe_in_a_study_holds_nobody_up(client: TestClient, place: Path, name: str) -> None:
    file = place / "studies" / "talk" / name
    kept = file.rename(file.with_name("kept"))
    os.mkfifo(file)
    try:
        [card] = client.get("/studies").json()["items"]
    finally:
        kept.replace(file)
    assert (card["name"], card["active"]) == ("talk", False)


@pytest.mark.parametrize("text", ["", "title = 7", "\0", "a = " + "[" * 5000])
def test_a_study_that_cannot_be_read_hides_no_other(client: TestClient, place: Path, text: str) -> None:
    (place / "studies" / "other" / "study.toml").write_text(text)
    assert [card["name"] for card in client.get("/studies").json()["items"]] == ["talk"]


def test_a_table_that_is_none_is_told(client: TestClient, place: Path) -> None:
    file = place / "studies" / "talk" / "tables" / "runs.parquet"
    kept = file.read_bytes()
    file.write_bytes(b"PAR1 none")
    try:
        refused = client.get("/studies/talk")
    finally:
        file.write_bytes(kept)
    assert (refused.status_code, "minecrew will create it again" in refused.json()["detail"]) == (422, True)


def _without(column: str) -> Callable[[pyarrow.Table], pyarrow.Table]:
    return lambda table: table.drop_columns([column])


def _lists(column: str) -> Callable[[pyarrow.Table], pyarrow.Table]:
    """Every value of the column is a list."""
    return lambda table: table.drop_columns([column]).append_column(column, [[[1]] * len(table)])


def _empty(column: str) -> Callable[[pyarrow.Table], pyarrow.Table]:
    """The column has no values."""

    def spoil(table: pyarrow.Table) -> pyarrow.Table:
        place = table.schema.get_field_index(column)
        kind = table.schema.field(column).type
        return table.set_column(place, column, pyarrow.nulls(len(table), kind))

    return spoil


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (_without("met"), "have no column 'met'; play the study"),
        (_lists("met"), "its column 'met' has the wrong type; delete its directory"),
        (_empty("agent_minutes"), "does not fit its study.toml (TypeError: "),
        pytest.param(
            *(_without("factor_persona"), "have no column 'factor_persona'; play the study"),
            marks=pytest.mark.soak,
        ),
    ],
)
def test_a_table_that_does_not_fit_the_study_is_told(
    client: TestClient, place: Path, spoil: Callable[[pyarrow.Table], pyarrow.Table], complaint: str
) -> None:
    file = place / "studies" / "talk" / "tables" / "runs.parquet"
    kept = file.read_bytes()
    pyarrow.parquet.write_table(spoil(pyarrow.parquet.read_table(file)), file)
    try:
        refused = client.get("/studies/talk")
        assert [card["name"] for card in client.get("/studies").json()["items"]] == ["talk"]
    finally:
        file.write_bytes(kept)
    assert refused.status_code == 422
    assert complaint in refused.json()["detail"]
    assert client.get("/studies/talk").status_code == 200


def test_a_small_table_of_very_many_rows_is_not_read(client: TestClient, place: Path) -> None:
    file = place / "studies" / "talk" / "tables" / "runs.parquet"
    kept = file.read_bytes()
    pyarrow.parquet.write_table(pyarrow.table({"met": pyarrow.nulls(1_000_001, pyarrow.bool_())}), file)
    try:
        refused = client.get("/studies/talk")
    finally:
        file.write_bytes(kept)
    assert (refused.status_code, "more than 1,000,000 rows" in refused.json()["detail"]) == (422, True)


@pytest.mark.parametrize("name", ["study.toml", "progress.json", "tables/runs.parquet"])
def test_a_link_out_of_a_study_is_not_followed(
    client: TestClient, place: Path, tmp_path: Path, name: str
) -> None:
    file = place / "studies" / "talk" / name
    file.rename(tmp_path / "moved")
    file.symlink_to(tmp_path / "moved")
    try:
        told, cards = client.get("/studies/talk"), client.get("/studies").json()["items"]
    finally:
        (tmp_path / "moved").rename(file)
    if name == "study.toml":
        assert (told.status_code, cards) == (404, [])
    elif name == "progress.json":
        assert (cards[0]["title"], cards[0]["done"]) == ("Talk", 0)
    else:
        assert (told.status_code, "leads out" in told.json()["detail"]) == (422, True)


# What stops the reading may fall into a callback of the garbage collector, where it is lost and only told of.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_file_that_takes_long_to_read_is_read_once(
    client: TestClient, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies, "LIMIT", 0.2)
    (place / "studies" / "other" / "study.toml").write_text("a." * 20_000 + "a = 1")

    def listed() -> list[str]:
        return [card["name"] for card in client.get("/studies").json()["items"]]

    assert listed() == ["talk"]
    assert cpu_seconds(listed) < 0.2


@pytest.mark.parametrize(
    ("old", "new", "status"),
    [
        ("[factors.persona]", 'guard = ["off", "warn"]\n[factors.persona]', 422),
        ("plain = {}", 'plain = {}\n"<b>" = {}', 200),
        ('outcomes = ["met", "messages"]', 'outcomes = ["title"]', 422),
        ('outcomes = ["met", "messages"]', 'outcomes = ["run"]', 422),
    ],
)
def test_a_file_that_was_amended_after_the_tables_is_answered(
    client: TestClient, place: Path, old: str, new: str, status: int
) -> None:
    file = place / "studies" / "talk" / "study.toml"
    kept = file.read_text()
    assert old in kept
    file.write_text(kept.replace(old, new, 1))
    try:
        told = client.get("/studies/talk")
    finally:
        file.write_text(kept)
    assert told.status_code == status
