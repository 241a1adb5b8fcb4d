"""Run options: each is declared once, and every surface that is to have it has it, and no other."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from minecrew.agents import PERSONAS, load_task
from minecrew.cli import app
from minecrew.options import DeclaredOption, declared_options, read_options
from minecrew.run.choice import REGISTRIES, choose_task
from minecrew.run.manifest import make_manifest, options_of
from minecrew.runlog import UserError
from minecrew.service.form import form_field
from minecrew.service.new_run import NewRun

from .test_cli import minecrew

OPTIONS = declared_options()
COMMAND_ALONE = {"server", "port", "seat_port", "max_usd", "prices", "skills", "out", "json"}
"""Paths, addresses and prices: nobody chooses them over HTTP."""


def keys(schema: dict[str, object], defined: dict[str, dict[str, object]]) -> set[str]:
    """The keys of a body, those of models within with a dot."""
    found = set()
    for name, one in schema["properties"].items():  # type: ignore[attr-defined]
        inner = [kind["$ref"].rpartition("/")[2] for kind in one.get("anyOf", ()) if "$ref" in kind]
        found |= {f"{name}.{key}" for ref in inner for key in keys(defined[ref], defined)} or {name}
    return found


def test_the_command_has_a_flag_for_each() -> None:
    command = typer.main.get_command(app).commands["run"]  # type: ignore[attr-defined]
    told = {flag for one in command.params for flag in one.opts if not one.hidden}
    flags = {one.flag if one.flag.startswith("--") else one.name for one in OPTIONS}
    assert told == flags | {one.option.old_flag for one in OPTIONS if one.option.old_flag}
    for one in command.params:
        if not one.hidden:
            assert one.help == next(known.option.help for known in OPTIONS if known.name == one.name)


def test_the_body_and_the_form_have_those_that_are_for_them() -> None:
    schema = NewRun.model_json_schema()
    assert keys(schema, schema["$defs"]) == {one.key for one in OPTIONS if "body" in one.option.on}
    assert {one.name for one in OPTIONS if "body" not in one.option.on} == COMMAND_ALONE
    assert {one.name for one in OPTIONS if "form" not in one.option.on} == COMMAND_ALONE | {"task", "goals"}
    for name in COMMAND_ALONE:
        with pytest.raises(ValueError, match="Extra inputs are not permitted"):
            NewRun.model_validate({"task": "paper", name: "x"})


@pytest.mark.parametrize("one", OPTIONS, ids=lambda one: one.name)
def test_a_field_of_the_form_tells_what_the_body_takes(one: DeclaredOption) -> None:
    field = form_field(one, REGISTRIES)
    assert field.help
    kinds = one.schema.get("anyOf", [one.schema])
    assert [kind["const"] for kind in kinds if "const" in kind] == field.words
    if values := one.schema.get("enum"):
        assert (field.kind, [choice.value for choice in field.choices]) == ("choice", values)
    assert (field.minimum, field.maximum) == next(
        ((kind.get("minimum"), kind.get("maximum")) for kind in kinds if field.kind == "number"), (None, None)
    )


def test_personas_and_structures_are_told_from_where_they_are() -> None:
    fields = {one.name: form_field(one, REGISTRIES) for one in OPTIONS}
    assert [one.value for one in fields["personas"].choices] == list(PERSONAS.all())
    assert all(one.summary for one in fields["discussion"].choices)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"rounds": "101"}, "--rounds 101 is out of range; choose 1 to 100"),
        ({"rounds": "many"}, "--rounds 'many' is not a valid whole number; give 1 to 100"),
        ({"agents": 0}, "--agents 0 is out of range; choose 1 to 16"),
        ({"max_tokens": "0"}, "--max-tokens 0 is out of range; choose 1 or more"),
        ({"speed": "nan"}, "--speed 'nan' is not a valid speed; give 0.1 to 1000, or max"),
        ({"p_error": 2}, "--p-error 2 is not a valid share; give 0 to 1"),
        ({"guard": "on"}, "--guard 'on' is not a valid guard; give off, warn or block"),
        (
            {"base_url": "http://u:secret@h/" + "v" * 500},
            "--base-url is not a valid base url; give at most 500 ",
        ),
    ],
)
def test_a_wrong_value_is_one_line(given: dict[str, object], line: str) -> None:
    with pytest.raises(UserError) as caught:
        read_options(given)
    assert str(caught.value).startswith(line)


def test_a_name_of_no_mind_is_one_line() -> None:
    with pytest.raises(UserError, match="--mind 'x' is not a mind; give offline, openai or seat"):
        choose_task(read_options({"task": "paper", "mind": "x"}))


def test_what_the_task_does_not_hold_is_in_the_manifest_and_read_from_it() -> None:
    given = {"seed": 7, "guard": "off", "human": ("Bob",), "port": 99, "max_tokens": 5, "agents": 2}
    options = read_options({**given, "task": "paper", "arguments": ("run", "paper")})
    task = load_task("paper")
    manifest = make_manifest(task, options, "20261121-045609177-craft-2-paper-b836")
    assert manifest.options == {"task": "paper", "port": 99, "agents": 2}
    assert (manifest.human, manifest.max_tokens) == (("Bob",), 5)
    again = options_of(manifest, out=Path("elsewhere"))
    assert again.model_dump(exclude={"world", "team", "out"}) == options.model_dump(
        exclude={"world", "team", "out"}
    )
    assert again.out == Path("elsewhere")


def test_only_what_is_given_replaces_what_the_task_has(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TASK + "[world]\nseed = 5\nspeed = 2\n[team]\nguard = 'block'\n[limits]\nrounds = 3\n")
    task = choose_task(read_options({"task": str(path), "speed": "max", "fact_check": True}))
    assert (task.world.seed, task.world.speed, task.team.guard, task.limits.rounds) == (5, "max", "block", 3)
    assert task.team.fact_check
    assert not choose_task(read_options({"task": str(path), "fact_check": False})).team.fact_check


TASK = (
    "title = 'x'\ngoal = { paper = 1 }\nagents = [{ name = 'Alice' }, { name = 'Bob' }, { name = 'Cleo' }]\n"
)
SHOUTING = """
from minecrew.agents import Structure

class Shouting(Structure):
    name = "shout"
    summary = "All shout."

STRUCTURE = Shouting()
"""


def test_too_few_turns_for_a_structure_are_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        TASK + "limits = { discussion_turns = 2 }\nteam = { discussion = 'debate' }\n"
    )
    told = minecrew("run", "mine.toml", cwd=tmp_path)
    assert told.returncode == 2
    assert told.stderr == (
        "minecrew: discussion_turns = 2 is too low: discussion = 'debate' needs at least 9 with 3 agents; "
        "increase it, or leave it out\n"
    )


def test_an_offline_mind_in_a_structure_that_it_cannot_play_is_refused(tmp_path: Path) -> None:
    (tmp_path / "shouting.py").write_text(SHOUTING)
    info = tmp_path / "shouting-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shouting\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[minecrew.structures]\nshout = shouting:STRUCTURE\n")
    command = [sys.executable, "-m", "minecrew", "run", "paper", "--discussion", "shout"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "COLUMNS": "120"}
    told = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert told.returncode == 2
    assert told.stderr == (
        "minecrew: discussion = 'shout' cannot be played by offline minds, and Alice has one; "
        "add --mind openai\n"
    )
