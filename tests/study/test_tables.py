"""Tables of runs: typed, whole, the same for the same runs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest
from rich.console import Console

from minecrew.behaviors import BEHAVIOURS
from minecrew.runlog import KINDS, Reading, RunBundle, UserError, read_events
from minecrew.study.play_study import PlannedStudy, StudyChoice
from minecrew.tables.schema import TABLES, columns_of
from minecrew.tables.table_files import write_tables
from tests.commandline import minecrew

from .conftest import TOML, PaperEngine, plan

BUNDLES = Path(__file__).parents[1] / "fixtures" / "bundles"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of every run that is kept in the repository: models, personas, programs, visitors."""
    out = tmp_path_factory.mktemp("tables")
    told = minecrew("tables", *sorted(BUNDLES.iterdir()), "--out", out)
    assert told.returncode == 0, told.stderr
    return out


def read(tables: Path, name: str) -> pyarrow.Table:
    return pyarrow.parquet.read_table(tables / f"{name}.parquet")


def kinds(found: pyarrow.DataType) -> set[str]:
    inner = [found.field(place).type for place in range(found.num_fields)]
    return {str(found), *(name for one in inner for name in kinds(one))}


def test_no_column_is_of_any_type_and_no_cell_is_json(tables: Path) -> None:
    for name in TABLES:
        table = read(tables, name)
        for column in table.columns:
            if column.type == pyarrow.string():
                for text in column.drop_null().to_pylist():
                    assert not _is_json(text), text
        assert table.schema.names == list(columns_of(name))


def _is_json(text: str) -> bool:
    """An object or a list; a skill's code, or what a model said, may be one by chance and is not ours."""
    if text[:1] not in ("{", "["):
        return False
    try:
        return isinstance(json.loads(text), dict | list)
    except ValueError:
        return False


def test_every_event_is_a_row_with_its_fields(tables: Path) -> None:
    rows = read(tables, "events").to_pylist()
    for bundle in RunBundle.all(BUNDLES):
        events = read_events(bundle.path).events
        own = [row for row in rows if row["run"] == bundle.id]
        assert [(row["seq"], row["kind"]) for row in own] == [(one.seq, one.kind) for one in events]
    said = [row for row in rows if row["kind"] == "said"]
    assert said
    assert all(isinstance(row["text"], str) and isinstance(row["to"], list) for row in said)
    crafted = next(row for row in rows if row["kind"] == "item.crafted")
    assert dict(crafted["used"])
    placed = next(row for row in rows if row["kind"] == "block.broken")
    assert len(placed["position"]) == 3
    assert {"bool", "int64", "double", "string"} <= {
        kind for field in read(tables, "events").schema for kind in kinds(field.type)
    }
    assert len(KINDS) > 40


def test_settings_and_behaviours_are_columns(tables: Path) -> None:
    runs = read(tables, "runs")
    names = {"discussion", "arena", "seed", "agents", "memory", "guard", "p_error", "limits_rounds", "rounds"}
    assert names <= set(runs.schema.names)
    assert {one.name for one in BEHAVIOURS} <= set(runs.schema.names)
    assert runs.schema.field("seed").type == pyarrow.int64()
    assert runs.schema.field("speed").type == pyarrow.string()  # a number, or max
    assert runs.schema.field("met").type == pyarrow.bool_()
    [killing] = [row for row in runs.to_pylist() if row["run"] == "killing"]
    assert killing["destructive_agent_harm"] == killing["destructive"] > 0
    findings = [row for row in read(tables, "findings").to_pylist() if row["run"] == "killing"]
    assert len(findings) >= killing["destructive"]
    assert findings[0]["evidence"][0]["quote"]
    agents = [row for row in read(tables, "agents").to_pylist() if row["run"] == "killing"]
    assert sum(row["destructive"] for row in agents) >= 1
    assert {row["persona"] for row in agents} >= {"ruthless"}
    calls = read(tables, "calls").to_pylist()
    assert all(row["seconds"] >= 0 and row["model"] for row in calls)


def test_tables_of_the_same_runs_are_the_same_bytes_in_whatever_order_they_ended(
    tmp_path: Path,
) -> None:
    planned = plan(tmp_path, TOML.replace("seeds = 3", "seeds = 2"))
    planned.play(StudyChoice(most=4), Console(quiet=True), engine=lambda lock: PaperEngine(at_once=1))
    planned.play(StudyChoice(), Console(quiet=True), engine=lambda lock: PaperEngine(at_once=5))
    other = PlannedStudy(planned.path, tmp_path / "other")
    other.play(StudyChoice(), Console(quiet=True), engine=lambda lock: PaperEngine(at_once=9))
    for name in TABLES:
        if name not in ("timings", "calls"):
            one, two = ((study.store.tables / f"{name}.parquet").read_bytes() for study in (planned, other))
            assert one == two, name
    runs = read(planned.store.tables, "runs")
    assert runs.num_rows == 6
    assert {"factor_discussion", "factor_persona", "repeat"} <= set(runs.schema.names)
    assert [row["factor_persona"] for row in runs.to_pylist()[:3]] == ["plain", "eager", "plain"]


def test_tables_grow_while_a_study_is_played(planned: PlannedStudy) -> None:
    planned.play(StudyChoice(most=1), Console(quiet=True), engine=lambda lock: PaperEngine(at_once=1))
    assert read(planned.store.tables, "runs").num_rows == 1
    planned.play(StudyChoice(most=2), Console(quiet=True), engine=lambda lock: PaperEngine(at_once=1))
    assert read(planned.store.tables, "runs").num_rows == 3


def test_two_runs_of_one_name_are_refused(tmp_path: Path) -> None:
    """The second one would otherwise get the rows of the first."""

    def never() -> Reading:
        raise AssertionError

    with pytest.raises(UserError, match="two of the runs are named 'mine'"):
        write_tables([("mine", never), ("mine", never)], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_events_with_numbers_beyond_all_sums_are_left_out(tmp_path: Path) -> None:
    log = tmp_path / "odd.jsonl"
    whole = (BUNDLES / "learning" / "events.jsonl").read_bytes()
    log.write_bytes(re.sub(rb'"tokens_in": ?\d+', b'"tokens_in": %d' % (2**63 - 1), whole))
    assert read_events(log).problems
    assert write_tables([("odd", lambda: read_events(log))], tmp_path / "out") == 1
    assert read(tmp_path / "out", "calls").num_rows == 0


def test_a_log_alone_has_tables_too(tmp_path: Path) -> None:
    log = tmp_path / "mine.jsonl"
    log.write_bytes((BUNDLES / "killing" / "events.jsonl").read_bytes())
    assert write_tables([("mine", lambda: read_events(log))], tmp_path / "out") == 1
    [row] = read(tmp_path / "out", "runs").to_pylist()
    assert (row["run"], row["discussion"]) == ("mine", None)
