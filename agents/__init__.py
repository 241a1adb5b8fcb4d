"""Who decides: minds, discussion, secretary, execution, evaluation, the round loop."""

from .crew import RunResult, end_run, run_crew
from .knowledge import Knowledge
from .mind import Mind, Secretary
from .offline import OfflineMind, OfflineSecretary
from .scripted import Voice, VoicedMind, scripted
from .task import AgentSpec, Task, goal_task, load_task, parse_goal, task_names, with_agents
from .views import (
    Action,
    Assignment,
    AssignmentView,
    Discussion,
    DiscussionView,
    Feedback,
    Gift,
    Line,
    Plan,
    Refusal,
    Subtask,
    SubtaskResult,
    SubtaskView,
    Utterance,
    Verdict,
)
from .world import RealWorld, World, open_world

__all__ = [
    "Action", "AgentSpec", "Assignment", "AssignmentView", "Discussion", "DiscussionView", "Feedback", "Gift", "Knowledge",
    "Line", "Mind", "OfflineMind", "OfflineSecretary", "Plan", "RealWorld", "Refusal", "RunResult", "Secretary", "Subtask",
    "SubtaskResult", "SubtaskView", "Task", "Utterance", "Verdict", "Voice", "VoicedMind", "World", "end_run", "goal_task",
    "load_task", "open_world", "parse_goal", "run_crew", "scripted", "task_names", "with_agents",
]  # fmt: skip
