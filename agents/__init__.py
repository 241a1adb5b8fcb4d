"""The decision-making of a crew: minds, discussion, secretary, execution, evaluation and the round loop."""

from minecrew.agents.answers import (
    Action,
    Assignment,
    CriticChoice,
    Expert,
    Gift,
    Plan,
    Recruits,
    Refusal,
    Specification,
    Subtask,
    Utterance,
    Verdict,
)
from minecrew.agents.conformance import check_mind
from minecrew.agents.crew import Advise, run_crew
from minecrew.agents.draft import Draft, DraftVerdict
from minecrew.agents.endpoint import Endpoint
from minecrew.agents.fake_world import FakeWorld
from minecrew.agents.fork import Fork, check_copy
from minecrew.agents.knowledge import Knowledge, require_item
from minecrew.agents.llm import (
    SEAT,
    Budget,
    Caller,
    ForkedModel,
    FunctionModel,
    LLMCritic,
    LLMMind,
    LLMRecruiter,
    LLMSecretary,
    LLMSpecifier,
    Price,
    RecordedAnswers,
    RecordedCaller,
    RecordedModel,
    Sample,
    ScriptedModel,
    Seat,
    SeatError,
    SeatQuestion,
    read_prices,
    samples,
)
from minecrew.agents.mind import Critic, Mind, Recruiter, Secretary, Specifier
from minecrew.agents.mind_spec import MindSpec
from minecrew.agents.minds import MINDS, MindMaker, MindSetting, find_mind, make_mind
from minecrew.agents.model import LanguageModel, ModelCall, ModelMessage, Reply, Retries
from minecrew.agents.norms import read_norms
from minecrew.agents.offline import OfflineMind, OfflineSecretary, RuleCritic
from minecrew.agents.offline.personas import PERSONAS, find_persona, make_persona
from minecrew.agents.offline.turn import Turn
from minecrew.agents.open_world import open_world
from minecrew.agents.planning.skill_plan import SkillPlanner
from minecrew.agents.playback import Playback, RerunComparison
from minecrew.agents.recorded_world import RecordedWorld, check_answers
from minecrew.agents.recording_world import RecordingWorld
from minecrew.agents.result import RunResult
from minecrew.agents.scripted import Voice, VoicedMind, scripted
from minecrew.agents.structure import Structure
from minecrew.agents.structures import STRUCTURES, find_structure, structures
from minecrew.agents.task import (
    TASKS,
    Task,
    goal_task,
    load_task,
    parse_goal,
    parse_task,
    task_names,
    task_path,
    with_agents,
    with_personas,
    with_turns,
)
from minecrew.agents.views import (
    AssignmentView,
    CrewView,
    CriticView,
    Discussion,
    DiscussionView,
    Feedback,
    SubtaskView,
    TalkLine,
)
from minecrew.agents.world import World

__all__ = [
    "MINDS",
    "PERSONAS",
    "SEAT",
    "STRUCTURES",
    "TASKS",
    "Action",
    "Advise",
    "Assignment",
    "AssignmentView",
    "Budget",
    "Caller",
    "CrewView",
    "Critic",
    "CriticChoice",
    "CriticView",
    "Discussion",
    "DiscussionView",
    "Draft",
    "DraftVerdict",
    "Endpoint",
    "Expert",
    "FakeWorld",
    "Feedback",
    "Fork",
    "ForkedModel",
    "FunctionModel",
    "Gift",
    "Knowledge",
    "LLMCritic",
    "LLMMind",
    "LLMRecruiter",
    "LLMSecretary",
    "LLMSpecifier",
    "LanguageModel",
    "Mind",
    "MindMaker",
    "MindSetting",
    "MindSpec",
    "ModelCall",
    "ModelMessage",
    "OfflineMind",
    "OfflineSecretary",
    "Plan",
    "Playback",
    "Price",
    "RecordedAnswers",
    "RecordedCaller",
    "RecordedModel",
    "RecordedWorld",
    "RecordingWorld",
    "Recruiter",
    "Recruits",
    "Refusal",
    "Reply",
    "RerunComparison",
    "Retries",
    "RuleCritic",
    "RunResult",
    "Sample",
    "ScriptedModel",
    "Seat",
    "SeatError",
    "SeatQuestion",
    "Secretary",
    "SkillPlanner",
    "Specification",
    "Specifier",
    "Structure",
    "Subtask",
    "SubtaskView",
    "TalkLine",
    "Task",
    "Turn",
    "Utterance",
    "Verdict",
    "Voice",
    "VoicedMind",
    "World",
    "check_answers",
    "check_copy",
    "check_mind",
    "find_mind",
    "find_persona",
    "find_structure",
    "goal_task",
    "load_task",
    "make_mind",
    "make_persona",
    "open_world",
    "parse_goal",
    "parse_task",
    "read_norms",
    "read_prices",
    "require_item",
    "run_crew",
    "samples",
    "scripted",
    "structures",
    "task_names",
    "task_path",
    "with_agents",
    "with_personas",
    "with_turns",
]
