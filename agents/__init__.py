"""Who decides: minds, discussion, secretary, execution, evaluation, the round loop."""

from agents.conformance import check_mind
from agents.crew import Advise, RunResult, end_run, run_crew
from agents.discussion import discuss
from agents.endpoint import Endpoint
from agents.fake_world import FakeWorld
from agents.knowledge import Knowledge
from agents.llm import (
    Budget,
    Caller,
    FunctionModel,
    LLMMind,
    LLMRecruiter,
    LLMSecretary,
    LLMSpecifier,
    Price,
    RecordedAnswers,
    RecordedCaller,
    RecordedModel,
    ScriptedModel,
    read_prices,
)
from agents.mind import Mind, Recruiter, Secretary, Specifier
from agents.mind_spec import MindKind, MindSpec
from agents.model import Call, Message, Model, Reply
from agents.offline import OfflineMind, OfflineSecretary
from agents.offline.personas import make_persona
from agents.playback import Comparison, Playback
from agents.real_world import RealWorld, open_world
from agents.recorded_world import RecordedWorld, check_answers
from agents.recording_world import RecordingWorld
from agents.roleplay import DONE
from agents.scripted import Voice, VoicedMind, scripted
from agents.task import (
    AgentSpec,
    PersonaName,
    Task,
    goal_task,
    load_task,
    parse_goal,
    parse_task,
    task_names,
    with_agents,
    with_personas,
)
from agents.views import (
    Action,
    Assignment,
    AssignmentView,
    Check,
    CrewView,
    Discussion,
    DiscussionView,
    Expert,
    Feedback,
    Gift,
    Line,
    Plan,
    Recruits,
    Refusal,
    Specification,
    Subtask,
    SubtaskResult,
    SubtaskView,
    Utterance,
    Verdict,
)
from agents.world import World

__all__ = [
    "DONE",
    "Action",
    "Advise",
    "AgentSpec",
    "Assignment",
    "AssignmentView",
    "Budget",
    "Call",
    "Caller",
    "Check",
    "Comparison",
    "CrewView",
    "Discussion",
    "DiscussionView",
    "Endpoint",
    "Expert",
    "FakeWorld",
    "Feedback",
    "FunctionModel",
    "Gift",
    "Knowledge",
    "LLMMind",
    "LLMRecruiter",
    "LLMSecretary",
    "LLMSpecifier",
    "Line",
    "Message",
    "Mind",
    "MindKind",
    "MindSpec",
    "Model",
    "OfflineMind",
    "OfflineSecretary",
    "PersonaName",
    "Plan",
    "Playback",
    "Price",
    "RealWorld",
    "RecordedAnswers",
    "RecordedCaller",
    "RecordedModel",
    "RecordedWorld",
    "RecordingWorld",
    "Recruiter",
    "Recruits",
    "Refusal",
    "Reply",
    "RunResult",
    "ScriptedModel",
    "Secretary",
    "Specification",
    "Specifier",
    "Subtask",
    "SubtaskResult",
    "SubtaskView",
    "Task",
    "Utterance",
    "Verdict",
    "Voice",
    "VoicedMind",
    "World",
    "check_answers",
    "check_mind",
    "discuss",
    "end_run",
    "goal_task",
    "load_task",
    "make_persona",
    "open_world",
    "parse_goal",
    "parse_task",
    "read_prices",
    "run_crew",
    "scripted",
    "task_names",
    "with_agents",
    "with_personas",
]
