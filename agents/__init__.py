"""Who decides: minds, discussion, secretary, execution, evaluation, the round loop."""

from minecrew.agents.conformance import check_mind
from minecrew.agents.crew import Advise, RunResult, end_run, run_crew
from minecrew.agents.discussion import discuss
from minecrew.agents.endpoint import Endpoint
from minecrew.agents.fake_world import FakeWorld
from minecrew.agents.knowledge import Knowledge, require_item
from minecrew.agents.llm import (
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
from minecrew.agents.mind import Mind, Recruiter, Secretary, Specifier
from minecrew.agents.mind_spec import MindKind, MindSpec
from minecrew.agents.model import Call, Message, Model, Reply
from minecrew.agents.offline import OfflineMind, OfflineSecretary
from minecrew.agents.offline.personas import make_persona
from minecrew.agents.planning.skill_plan import SkillPlanner
from minecrew.agents.playback import Comparison, Playback
from minecrew.agents.real_world import RealWorld, open_world
from minecrew.agents.recorded_world import RecordedWorld, check_answers
from minecrew.agents.recording_world import RecordingWorld
from minecrew.agents.roleplay import DONE
from minecrew.agents.scripted import Voice, VoicedMind, scripted
from minecrew.agents.task import (
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
from minecrew.agents.views import (
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
from minecrew.agents.world import World

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
    "SkillPlanner",
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
    "require_item",
    "run_crew",
    "scripted",
    "task_names",
    "with_agents",
    "with_personas",
]
