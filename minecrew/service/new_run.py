"""The HTTP request to start a run, and the bundle of the queued run.

The fields of the request are the run options that are available over HTTP. A wrong value is refused with the
line that the command would print. No field is a path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model, model_validator

from minecrew.options import DeclaredOption, declared_options, read_options
from minecrew.runlog import RunBundle, UserError
from minecrew.service.problem import ProblemError

KEY = r"^[\x21-\x7e]{1,128}$"
"""The format of a request's name, which is printable because it is written to a file."""
PAPER: dict[str, Any] = {"task": "paper", "seed": 3, "speed": "max"}
LADDER: dict[str, Any] = {
    "goal": {"ladder": 3},
    "agents": 2,
    "arena": "meadow",
    "personas": {"Alice": "eager"},
    "guard": "block",
    "rounds": 4,
}
WRONG_VALUE = ("literal_error", "greater_than", "greater_than_equal", "less_than", "less_than_equal")
"""Pydantic's error types for a value that has the right type but is not allowed."""


class RunBody(BaseModel):
    """The run to start: `task` or `goal` is required. Omitted fields have the task's values."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [PAPER, LADDER]})

    @model_validator(mode="wrap")
    @classmethod
    def _as_the_command(cls, data: Any, handler: Callable[[Any], RunBody]) -> RunBody:
        """Raises UserError if the command would refuse the first wrong value."""
        try:
            return handler(data)
        except ValidationError as error:
            first = error.errors()[0]
            for one in body_options():
                if first["type"] in WRONG_VALUE and first["loc"][: len(one.place)] == one.place:
                    raise UserError(one.flaw(first["input"])) from None
            raise

    def given(self) -> Iterator[tuple[DeclaredOption, Any]]:
        """Returns the given options with their values."""
        for one in body_options():
            value: Any = self
            for part in one.place:
                value = getattr(value, part, None)
            if value is not None:
                yield one, value


def body_options() -> list[DeclaredOption]:
    """The run options that POST /runs takes."""
    return [one for one in declared_options() if "body" in one.option.on]


def _body() -> type[RunBody]:
    """Returns the model of the body, made from the options. An option with the key 'mind.kind' is a field
    of a nested model.
    """
    fields: dict[str, Any] = {}
    inner: dict[str, dict[str, Any]] = {}
    for one in body_options():
        group, _, name = one.key.rpartition(".")
        default = one.default if group else None
        place = inner.setdefault(group, {}) if group else fields
        place[name] = (one.wire | None, Field(default, description=one.served_help))
    for group, parts in inner.items():
        config = ConfigDict(extra="forbid", frozen=True)
        model = create_model(f"{group.title()}Choice", __config__=config, **cast(Any, parts))
        fields[group] = (model | None, None)
    return create_model("NewRun", __base__=RunBody, __doc__=RunBody.__doc__, **fields)


if TYPE_CHECKING:
    NewRun = RunBody
else:
    NewRun = _body()


def queue_run(asked: NewRun, root: Path, *, request: str | None, local: bool) -> RunBundle:
    """Creates the bundle, which contains only its manifest. `request`: the client's name for the request;
    `local`: whether only clients on this machine have access. Raises UserError in the same cases as the
    command.
    """
    # They bring the whole crew with them, and are needed only here.
    from minecrew.run.choice import choose_task, require_no_seat, require_ours
    from minecrew.run.manifest import make_manifest
    from minecrew.run.ticket import issue_ticket
    from minecrew.skills import skill_places

    given: dict[str, Any] = {"skills": skill_places(()), "out": root, "arguments": as_command(asked)}
    for one, value in asked.given():
        if one.option.local and not local:  # whoever has the token would be given the key as well
            told = (
                f"{one.option.local} is only possible on a service without a token; leave out {one.path[-1]}"
            )
            raise ProblemError(403, told)
        given[one.name] = _words(value) if one.repeated else value
    options = read_options(given)
    task = choose_task(options)
    require_ours(task)
    require_no_seat(task)
    bundle = RunBundle.create(root, title=task.title)
    manifest = make_manifest(task, options, bundle.id)
    bundle.write_manifest(manifest.model_copy(update={"queued": True, "request": request}))
    issue_ticket(bundle)
    return bundle


def as_command(asked: NewRun) -> tuple[str, ...]:
    """The command line that plays the same run."""
    words = ["run"]
    for one, value in asked.given():
        if not one.flag.startswith("--"):
            words.insert(1, value)
        elif isinstance(value, bool):
            words.append(one.flag if value else f"--no-{one.flag[2:]}")
        else:
            for word in _words(value) if one.repeated else [str(value)]:
                words += [one.flag, word]
    return tuple(words)


def _words(value: Any) -> list[str]:
    """The values of a flag that can be given more than once."""
    return [f"{name}={one}" for name, one in value.items()] if isinstance(value, dict) else list(value)
