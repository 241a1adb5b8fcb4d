"""Routes for skills: searching, reading, writing, checking and trying them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from minecrew.service.card import RunCard
from minecrew.service.command import Gone
from minecrew.service.library import is_own, place_of
from minecrew.service.new_trial import NewTrial, SkillSource
from minecrew.service.problem import ProblemError, RequestFlaw, problems
from minecrew.service.shared import Shared, SharedState
from minecrew.skill_tools.library import remove_skill, save_skill
from minecrew.skill_tools.skill_file import require_name
from minecrew.skills import Skill, SkillRecord, parse_skill, user_library

router = APIRouter(prefix="/skills", tags=["skills"])

SkillName = Annotated[str, Path(pattern=r"^[A-Za-z_$][A-Za-z0-9_$]{0,63}$", examples=["mineBlock"])]
TEXT = """/** Says the position of the bot.
 * @keywords place position
 * @needs nothing
 * @example sayPlace(bot)
 */
async function sayPlace (bot) {
  bot.chat(`I am at ${bot.entity.position}`)
}
module.exports = sayPlace
"""
CARD: dict[str, Any] = {
    "name": "mineBlock",
    "about": "Mines blocks of one kind and picks up their drops.",
    "params": [
        {
            "name": "name",
            "type": "string",
            "text": "the name of the block",
            "optional": False,
            "default": None,
        },
        {"name": "count", "type": "number", "text": "how many", "optional": True, "default": "1"},
    ],
    "keywords": ["dig", "gather"],
    "needs": "the tool that the block needs",
    "example": "mineBlock(bot, 'oak_log', 2)",
    "place": "package",
    "shadows": None,
    "record": {"calls": 41, "successes": 39, "codes": {"NOT_FOUND": 2}, "game_seconds": 318.4},
}

WRONG: dict[str, Any] = {"line": 6, "column": 3, "message": "bot has no caht; did you mean chat?"}


class SkillParam(BaseModel):
    """One parameter; the bot, which is the first argument of every skill, is not listed."""

    name: str
    type: str
    text: str
    optional: bool
    default: str | None


class Use(BaseModel):
    """The results of its calls in all runs that have ended."""

    calls: int
    successes: int
    codes: dict[str, int]
    """Failure code -> number of failures."""
    game_seconds: float
    """Total game seconds of all calls."""


class SkillCard(BaseModel):
    """A skill's metadata from its JSDoc, with its record."""

    model_config = ConfigDict(json_schema_extra={"examples": [CARD]})

    name: str
    about: str
    params: list[SkillParam]
    keywords: list[str]
    needs: str
    example: str
    """The example call from the skill's header, or '' if it has none."""
    place: Literal["package", "plugin", "yours"]
    """package: the skill is part of minecrew; plugin: another package provides it."""
    shadows: str | None
    """The owner of the skill that it overrides, or None."""
    record: Use


class WholeSkill(SkillCard):
    """A skill together with its text."""

    model_config = ConfigDict(json_schema_extra={"examples": [{**CARD, "source": TEXT}]})

    source: str


class Skills(BaseModel):
    """The skills, sorted by name; in a search, the best match comes first."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"items": [CARD], "total": 1}]})

    items: list[SkillCard]
    total: int
    """The total number of matches, including those that are not listed."""


class SkillText(BaseModel):
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"source": TEXT}]})

    source: SkillSource


class NewSkill(SkillText):
    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"name": "sayPlace", "source": TEXT}]}
    )

    name: str = Field(max_length=64, description="The name of the function.")


class SkillDraft(BaseModel):
    """The text to check; default: the saved text."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"source": TEXT}]})

    source: SkillSource | None = None


class SkillFlaw(BaseModel):
    line: int = Field(description="From 1.")
    column: int = Field(description="From 1.")
    message: str
    warning: bool = Field(
        False,
        description="Whether this is only a warning, because the code works but has no effect in the "
        "built-in world.",
    )


class SkillCheck(BaseModel):
    """The result of a check. Only a trial shows whether a skill does what it says."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"ok": False, "problems": [WRONG]}]})

    ok: bool
    problems: list[SkillFlaw]
    """The problems, in the order of their lines."""


LOCATION = {"Location": {"description": "The address of the skill.", "schema": {"type": "string"}}}
TRIAL_ANSWERS: dict[int | str, dict[str, Any]] = {202: {"headers": LOCATION}, **problems(404, 422, 503)}
_WRONG = TypeAdapter(list[SkillFlaw])


@router.get("", summary="List all skills, or those that match a search", responses=problems(422))
def list_skills(
    shared: Shared,
    q: Annotated[
        str, Query(max_length=400, description="A description of the skill you need, in any words.")
    ] = "",
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Skills:
    found = shared.library.search(q) if q.strip() else shared.library.all()
    records, shadows = shared.library.records(), shared.library.shadows()
    cards = [SkillCard.model_validate(_fields(skill, records, shadows)) for skill in found[:limit]]
    return Skills(items=cards, total=len(found))


@router.get("/{name}", summary="One skill, with its text", responses=problems(404, 422))
def get_skill(name: SkillName, shared: Shared) -> WholeSkill:
    return _whole(_find(name, shared), shared)


@router.post(
    "",
    summary="Add a skill to your library",
    status_code=201,
    responses={
        201: {"headers": LOCATION},
        **problems(409, 422, 503),
    },
)
async def add_skill(new: NewSkill, response: Response, shared: Shared) -> WholeSkill:
    """Saves the skill in your library; every later run can use it."""
    require_name(new.name)
    async with shared.library.writing:
        if known := await run_in_threadpool(shared.library.find, new.name):
            owners = {"yours": "you have", "plugin": "a plug-in has", "package": "minecrew has"}
            raise ProblemError(
                409, f"{owners[place_of(known)]} a skill with the name {new.name!r}; choose another name"
            )
        skill = await _save(new.name, new.source, shared)
    response.headers["Location"] = f"/skills/{skill.name}"
    return await run_in_threadpool(_whole, skill, shared)


@router.put("/{name}", summary="Change a skill in your library", responses=problems(403, 404, 422, 503))
async def change_skill(name: SkillName, text: SkillText, shared: Shared) -> WholeSkill:
    async with shared.library.writing:
        await run_in_threadpool(_find_own, name, shared)
        skill = await _save(name, text.source, shared)
    return await run_in_threadpool(_whole, skill, shared)


@router.delete(
    "/{name}", summary="Remove a skill from your library", status_code=204, responses=problems(403, 404, 422)
)
async def delete_skill(name: SkillName, shared: Shared) -> None:
    async with shared.library.writing:
        await run_in_threadpool(_find_own, name, shared)
        await run_in_threadpool(remove_skill, name)


@router.post("/{name}/check", summary="Check a text", responses=problems(404, 422, 503))
async def check_skill(
    name: SkillName, shared: Shared, request: Request, wanted: SkillDraft | None = None
) -> SkillCheck:
    """Checks a text without running it. A client may cancel a request when the text has changed."""
    source = wanted.source if wanted else None
    if source is None:
        source = (await run_in_threadpool(_find, name, shared)).source
    wrong = await _check(name, source, shared, gone=request.is_disconnected)
    return SkillCheck(ok=all(one.warning for one in wrong), problems=wrong)


@router.post(
    "/{name}/try", summary="Try a skill's text in a fresh world", status_code=202, responses=TRIAL_ANSWERS
)
async def try_skill(
    name: SkillName, shared: Shared, response: Response, asked: NewTrial | None = None
) -> RunCard:
    """The trial is queued like a run and can be followed in the same way. The kind of its card is `try`."""
    asked = asked or NewTrial()
    if asked.source is None:
        skill = await run_in_threadpool(_find, name, shared)
    else:
        skill = parse_skill(asked.source, user_library() / f"{name}.js")
    bundle = await shared.start_trial(skill, asked)
    response.headers["Location"] = f"/runs/{bundle.id}"
    return await run_in_threadpool(shared.card, bundle)


async def _check(name: str, source: str, shared: SharedState, *, gone: Gone | None = None) -> list[SkillFlaw]:
    told = await shared.commands.ask("skills", "check", name, "--stdin", told=source, gone=gone)
    return _WRONG.validate_json(told)


async def _save(name: str, source: str, shared: SharedState) -> Skill:
    """Refuses a text with problems, because it would affect every later run."""
    parse_skill(source, user_library() / f"{name}.js")
    if wrong := [one for one in await _check(name, source, shared) if not one.warning]:
        told = f"{name} was not saved ({len(wrong)} to fix); line {wrong[0].line}: {wrong[0].message}"
        flaws = [RequestFlaw(where=f"line {one.line}", message=one.message) for one in wrong]
        raise ProblemError(422, told, problems=flaws)
    await run_in_threadpool(save_skill, name, source)
    return await run_in_threadpool(_find, name, shared)


def _find(name: str, shared: SharedState) -> Skill:
    skill = shared.library.find(name)
    if skill is None:
        near = [found.name for found in shared.library.search(name)[:3]]
        if near:
            raise ProblemError(404, f"there is no skill {name!r}; did you mean {' or '.join(near)}?")
        raise ProblemError(404, f"there is no skill {name!r}", remedy="GET /skills lists all")
    return skill


def _find_own(name: str, shared: SharedState) -> None:
    if not is_own(_find(name, shared)):
        raise ProblemError(403, f"{name!r} is part of minecrew; save your own version under another name")


def _whole(skill: Skill, shared: SharedState) -> WholeSkill:
    fields = _fields(skill, shared.library.records(), shared.library.shadows())
    return WholeSkill.model_validate({**fields, "source": skill.source})


def _fields(skill: Skill, records: Mapping[str, SkillRecord], shadows: Mapping[str, str]) -> dict[str, Any]:
    record = records.get(skill.name, SkillRecord())
    return {
        "name": skill.name,
        "about": skill.summary,
        "params": [param.model_dump() for param in skill.params],
        "keywords": list(skill.keywords),
        "needs": skill.needs,
        "example": skill.example,
        "place": place_of(skill),
        "shadows": shadows.get(skill.name),
        "record": {
            "calls": record.calls,
            "successes": record.successes,
            "codes": record.codes,
            "game_seconds": record.seconds,
        },
    }
