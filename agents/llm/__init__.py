"""Minds that are models: what they are told, in which shape they answer, and what becomes of it."""

from agents.llm.budget import Budget, Price, read_prices
from agents.llm.caller import Caller
from agents.llm.mind import LLMMind
from agents.llm.recorded import RecordedAnswers, RecordedCaller, RecordedModel
from agents.llm.recruiter import LLMRecruiter
from agents.llm.secretary import LLMSecretary
from agents.llm.specifier import LLMSpecifier
from agents.llm.stand_in import FunctionModel, ScriptedModel

__all__ = [
    "Budget",
    "Caller",
    "FunctionModel",
    "LLMMind",
    "LLMRecruiter",
    "LLMSecretary",
    "LLMSpecifier",
    "Price",
    "RecordedAnswers",
    "RecordedCaller",
    "RecordedModel",
    "ScriptedModel",
    "read_prices",
]
