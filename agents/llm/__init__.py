"""Minds that are models: their prompts, the shapes of their answers, and the reading of these answers."""

from minecrew.agents.llm.auxiliary_agents import LLMRecruiter, LLMSecretary, LLMSpecifier
from minecrew.agents.llm.budget import Budget, Price, read_prices
from minecrew.agents.llm.caller import Caller
from minecrew.agents.llm.critic import LLMCritic
from minecrew.agents.llm.mind import LLMMind
from minecrew.agents.llm.recorded import ForkedModel, RecordedAnswers, RecordedCaller, RecordedModel
from minecrew.agents.llm.samples import Sample, samples
from minecrew.agents.llm.seat import SEAT, Seat, SeatError, SeatQuestion
from minecrew.agents.llm.seat_mind import SeatMind
from minecrew.agents.llm.stand_in import FunctionModel, ScriptedModel

__all__ = [
    "SEAT",
    "Budget",
    "Caller",
    "ForkedModel",
    "FunctionModel",
    "LLMCritic",
    "LLMMind",
    "LLMRecruiter",
    "LLMSecretary",
    "LLMSpecifier",
    "Price",
    "RecordedAnswers",
    "RecordedCaller",
    "RecordedModel",
    "Sample",
    "ScriptedModel",
    "Seat",
    "SeatError",
    "SeatMind",
    "SeatQuestion",
    "read_prices",
    "samples",
]
