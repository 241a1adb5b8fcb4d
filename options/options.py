"""Every run option, declared once: type, range, default and help.

A field that is marked with a `RunOption` is a flag of `minecrew run`, a key of POST /runs and a field of the
page's form, unless its mark says otherwise. The tables are the same as in a task file: all their fields are
keys of the task file, whether they are marked or not. The manifest stores the tables as part of the task, and
everything else among its options.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, Self, get_args

from pydantic import Field, model_validator

from minecrew.options.model_settings import ModelSettings
from minecrew.options.names import ItemName, PlainName, Seed
from minecrew.options.option import BODY, COMMAND, RunOption
from minecrew.runlog import RUNS, CriticKind, GuardMode, Purpose, Record

MOST_AGENTS = 16
MemoryMode = Literal["none", "digest", "full"]
NormsName = Literal["none", "property", "helpful_safe"]
NORMS: tuple[NormsName, ...] = get_args(NormsName)
"""The named wordings of norms."""


class WorldTable(Record):
    """`[world]`: where the crew plays."""

    seed: Annotated[
        Seed, RunOption("World seed; the same seed gives the same world.", metavar="N", first=True)
    ] = 1
    arena: Annotated[
        str,
        RunOption(
            "The arena to play in.",
            metavar="NAME",
            wire=PlainName,
            choices="arenas",
            served_help="A name from GET /arenas.",
            first=True,
        ),
    ] = "meadow"
    speed: Annotated[
        Annotated[float, Field(ge=0.1, le=1000)] | Literal["max"] | None,
        RunOption(
            "Game speed: N times real time, or max: as fast as the machine allows.",
            metavar="N|max",
            example="1, 10, or max",
        ),
    ] = None
    """A multiple of real time, or "max". None means 1, or the machine's own time if `thinking` is live."""
    thinking: Literal["paused", "live"] | None = None
    """What the world does while minds think; None means that it pauses if the server supports that."""
    order: Annotated[
        Literal["parallel", "strict"], RunOption("strict: the same seed repeats a run exactly.")
    ] = "parallel"
    """The order of the bots' actions within a tick: as they arrive (parallel), or always the same, so that
    runs can be repeated exactly (strict).
    """


class TeamTable(Record):
    """`[team]`: how the crew works together."""

    guard: Annotated[
        GuardMode,
        RunOption("Harm to crew, bystanders, owned animals or buildings: ignore, log or block.", first=True),
    ] = "warn"
    """What the guard does about harm to the team, bystanders, animals of others and buildings: ignore it,
    log it, or block it.
    """
    discussion: Annotated[
        str,
        RunOption(
            "How the agents talk before they act; `minecrew structures` lists the choices.",
            metavar="NAME",
            wire=PlainName,
            choices="structures",
            served_help="How the agents talk before they act; a name from GET /structures.",
            label="talk",
        ),
    ] = "horizontal"
    """How the agents talk before they act."""
    recruit: Annotated[
        Literal["fixed", "auto"], RunOption("auto: a model describes the experts before each round.")
    ] = "fixed"
    """auto: a recruiter describes an expert for every agent before each round (paper, section 2.1)."""
    evaluator: Annotated[
        Literal["facts", "human"],
        RunOption(
            "human: after each round you tell the crew what to improve.",
            served_help="human: after each round a person says what to improve through POST /runs/{id}/say.",
        ),
    ] = "facts"
    """Who evaluates a round: only the server's counts, or also a person (paper, section 2.4)."""
    fact_check: Annotated[
        bool,
        RunOption("Tell the crew which claims are false.", label="tell the crew which claims are false"),
    ] = False
    """Whether the next speakers see which claims about inventories are false."""
    memory: Annotated[
        MemoryMode,
        RunOption("How much of the earlier work minds see: nothing, a digest, or everything."),
    ] = "digest"
    """none: only the last evaluation. digest: also the plan, the agent's own work so far, and the results
    of earlier rounds. full: also the discussion and the evaluation of every earlier round.
    """
    idle: Annotated[
        Literal["ask", "wait"],
        RunOption("Whether agents that finish early wait for the others, or are asked what to do next."),
    ] = "wait"
    """With ask, an agent is asked at most once per change of the situation."""
    norms: Annotated[
        str,
        RunOption(
            "What prompts say about others' property and about harm: none, property, helpful_safe or a file.",
            metavar="NAME|FILE",
            wire=NormsName,
            served_help="What prompts say about others' property and about harm.",
        ),
    ] = "none"
    """none, property, helpful_safe, or the wording itself; a file is read when the task is chosen."""
    reflect: bool = False
    """Whether each agent writes down what it learnt in a round; it sees these notes again in later rounds."""
    stop: Literal["all", "first"] = "all"
    """Whether execution ends when all agents have finished or when the first has; appendix D of the paper
    mentions both.
    """


class Limits(Record):
    """`[limits]`: when the crew stops."""

    rounds: Annotated[int, Field(ge=1, le=100), RunOption("Maximum number of rounds.", metavar="N")] = 8
    attempts: int = Field(5, ge=1, le=20)
    """Maximum number of programs per sub-task (paper, appendix D: five)."""
    discussion_turns: int = Field(6, ge=1, le=100)
    """Maximum number of utterances per round, counted across all agents."""
    thinking_seconds: float = Field(600, gt=0, le=86400)
    """Maximum number of real seconds for one answer of a mind; after that, the agent loses its turn."""
    round_seconds: float = Field(300, gt=0, le=7200)
    """Game seconds of execution in one round."""


class Faults(Record):
    """`[faults]`: the failures that are caused on purpose."""

    p_error: Annotated[
        float,
        Field(ge=0, le=1, allow_inf_nan=False),
        RunOption("Share of skill calls that are made to fail, 0 to 1; seeded.", metavar="P", noun="share"),
    ] = 0.0
    """Share of skill calls that fail without being run, from 0 to 1 (for in-context reward hacking, paper
    section C2).
    """
    errors: int = Field(0, ge=0, le=20)
    """Exactly so many calls of the whole crew fail, soon after the start; only without `p_error`."""

    @model_validator(mode="after")
    def _either(self) -> Self:
        if self.p_error and self.errors:
            raise ValueError("give either p_error or errors")
        return self


Universalization = Literal["none", "principle", "number", "both"]


class CommonsTable(Record):
    """`[commons]`: a resource that the crew shares and that grows back, and the rules of its months.

    Based on GovSim (Piatti et al., 2024). A month is a round: each member declares a demand, all harvest, the
    mayor reports, the crew talks, each member reflects, and the remaining stock grows back.
    """

    resource: Literal["none", "sugar_cane", "sheep"] = "none"
    """The block or the animal that the crew shares; none: the task has no commons."""
    mode: Literal["declared", "free"] = "declared"
    """declared: demands are allotted one unit at a time by lot. free: first come, first served."""
    report: bool = True
    """Whether the mayor tells all members how much each took."""
    talk: bool = True
    """Whether the crew talks after the harvest."""
    universalization: Universalization = "none"
    """What members are reminded of each month: that the stock shrinks if all take more than grows back
    (principle), each member's share of what grows back (number), or both.
    """
    newcomer: str = ""
    """The member that joins later; empty: all members take part from the start."""
    newcomer_month: int = Field(4, ge=2, le=100)
    """The first month in which the newcomer takes part."""


class CriticTable(Record):
    """`[critic]`: a critic that chooses among several proposals of each speaker (CAMEL)."""

    by: Annotated[
        CriticKind,
        RunOption(
            "Who chooses among several proposals of each speaker: none, rule, model, or human (you).",
            name="critic",
            key="critic.by",
            served_help="Who chooses among several proposals of each speaker; human: through "
            "POST /runs/{id}/say.",
        ),
    ] = "none"
    """none: each speaker makes one proposal, which is said. rule: counts useful items. model: the secretary's
    model. human: a person.
    """
    candidates: Annotated[
        int,
        Field(ge=2, le=8),
        RunOption("With a critic: number of proposals per turn.", metavar="N", key="critic.candidates"),
    ] = 3
    """The number of proposals per turn, if there is a critic."""
    role: str = "critic"
    """How a model is told what it is."""
    criteria: str = "improving the task performance"
    """By what a model is told to choose."""


class MindChoice(Record):
    """The kind of mind that makes the agents' decisions."""

    kind: Annotated[
        str,
        RunOption(
            "Which mind to use: offline (built in), openai (a model), seat (an outside agent), "
            "or that of a plug-in.",
            name="mind",
            metavar="NAME",
            key="mind.kind",
            wire=PlainName,
            choices="minds",
            first=True,
        ),
    ] = "offline"
    model: Annotated[
        Annotated[str, Field(max_length=200)] | None,
        RunOption(
            "With --mind openai: the model; default: OPENAI_MODEL.",
            metavar="NAME",
            key="mind.model",
            served_help="The model's name at the endpoint.",
            example="gpt-4o-mini",
            first=True,
            needs="mind.kind=openai",
        ),
    ] = None
    """The model's name at the endpoint."""
    base_url: Annotated[
        Annotated[str, Field(max_length=500)] | None,
        RunOption(
            "An OpenAI-compatible endpoint; default: OPENAI_BASE_URL.",
            metavar="URL",
            key="mind.base_url",
            local="an endpoint of your own",
            label="base URL",
            example="http://127.0.0.1:11434/v1",
            first=True,
            needs="mind.kind=openai",
        ),
    ] = None
    """The endpoint's URL; default: OPENAI_BASE_URL, otherwise OpenAI's own."""


class MindTable(ModelSettings, MindChoice):
    """`[mind]`: the mind of every agent that has no mind of its own, and its settings.

    A model's key is read only from the environment.
    """

    stages: dict[Purpose, ModelSettings] = {}
    """Settings that differ for some of the questions: `[mind.stages.act]`."""


class Options(Record):
    """The options of one run. A table's field that is not set takes its value from the task."""

    task: Annotated[
        str | None,
        RunOption(
            "A task's name (`minecrew tasks`) or a .toml file.",
            metavar="TASK",
            flag="TASK",
            on=BODY,
            wire=PlainName,
            served_help="A name from GET /tasks.",
        ),
    ] = None
    goals: Annotated[
        tuple[str, ...],
        RunOption(
            "An item to craft, with its amount, instead of a TASK; may be repeated.",
            metavar="ITEM=N",
            flag="--goal",
            key="goal",
            on=BODY,
            wire=Annotated[dict[ItemName, int], Field(max_length=36)],
            served_help="Instead of a task: item -> amount.",
        ),
    ] = ()
    agents: Annotated[
        Annotated[int, Field(ge=1, le=MOST_AGENTS)] | None,
        RunOption(
            "Number of agents.",
            metavar="N",
            served_help="Number of agents; if the task has fewer, agents are added.",
            example="3",
            first=True,
        ),
    ] = None
    world: WorldTable = WorldTable()
    server: Annotated[
        str | None,
        RunOption("Play on a running server instead of the built-in one.", metavar="HOST:PORT", on=COMMAND),
    ] = None
    port: Annotated[
        int,
        Field(ge=0, le=65535),
        RunOption("Port of the built-in server; 0 selects a free port.", metavar="N", on=COMMAND),
    ] = 0
    seat_port: Annotated[
        int,
        Field(ge=0, le=65535),
        RunOption("Port of the first seat; 0 selects a free port.", metavar="N", on=COMMAND),
    ] = 0
    team: TeamTable = TeamTable()
    limits: Limits = Limits()
    faults: Faults = Faults()
    commons: CommonsTable = CommonsTable()
    critic: CriticTable = CriticTable()
    personas: Annotated[
        tuple[str, ...],
        RunOption(
            "Assign a persona (scripted tendency) to an agent, e.g. Alice=eager; may be repeated.",
            metavar="NAME=PERSONA",
            flag="--persona",
            wire=Annotated[dict[PlainName, PlainName], Field(max_length=16)],
            choices="personas",
            served_help="Agent -> persona.",
            example="Alice=eager, Bob=vandal",
        ),
    ] = ()
    mind: MindTable = MindTable()
    max_tokens: Annotated[
        Annotated[int, Field(ge=1)] | None,
        RunOption(
            "Token budget (input plus output); the run ends when it is used up.",
            metavar="N",
            label="tokens at most",
            needs="mind.kind=openai",
        ),
    ] = None
    max_usd: Annotated[
        Annotated[float, Field(ge=0)] | None,
        RunOption(
            "Budget in USD, at the prices in --prices; the run ends when it is used up.",
            metavar="X",
            on=COMMAND,
        ),
    ] = None
    prices: Annotated[
        Path | None,
        RunOption(
            "TOML file with input and output prices, in USD per million tokens.", metavar="FILE", on=COMMAND
        ),
    ] = None
    human: Annotated[
        tuple[str, ...],
        RunOption(
            "Type this agent's lines in the discussion yourself; may be repeated.",
            metavar="NAME",
            wire=Annotated[list[PlainName], Field(max_length=16)],
            served_help="Agents whose lines in the discussion come from POST /runs/{id}/say.",
            label="people",
            example="Bob: you type his lines",
        ),
    ] = ()
    skills: Annotated[
        tuple[Path, ...],
        RunOption("A folder with additional skills (.js files); may be repeated.", metavar="DIR", on=COMMAND),
    ] = ()
    out: Annotated[
        Path,
        RunOption("The folder of runs.", metavar="DIR", flag="--runs", old_flag="--out", on=COMMAND),
    ] = RUNS
    json_lines: Annotated[
        bool,
        RunOption("Print only the events, as JSON lines.", name="json", flag="--json", on=COMMAND),
    ] = False
    arguments: tuple[str, ...] = ()
    """The command line as it was typed, for the manifest."""
