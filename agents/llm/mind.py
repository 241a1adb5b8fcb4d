"""A mind that is a model. It is shown its view as text, and answers with utterances, plans and programs.

Paper: section A5 (the discussion prompt), appendix D (Voyager's executor: decompose, retrieve skills, call or
write, feed back the failure, verify, keep). The mind has no state: it knows only its view and the programs
that were kept.
"""

from __future__ import annotations

from typing import Any

from minecrew.agents.answers import (
    Action,
    Declaration,
    IdleAnswer,
    Reflection,
    Refusal,
    Subtask,
    Utterance,
    Verdict,
)
from minecrew.agents.deadline_mind import SILENCE
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.llm import memory, prompt_values, shapes, skill_texts
from minecrew.agents.llm.caller import Caller, CallerReply
from minecrew.agents.llm.prompt import fence, fill
from minecrew.agents.llm.relevance import relevant_blocks
from minecrew.agents.model import ModelMessage
from minecrew.agents.structures import find_structure
from minecrew.agents.views import (
    AssignmentView,
    DeclarationView,
    DiscussionView,
    IdleView,
    ReflectionView,
    SubtaskView,
)
from minecrew.bridge import Program
from minecrew.language import plain
from minecrew.skills import Library

AgentView = DiscussionView | AssignmentView | SubtaskView | IdleView | DeclarationView | ReflectionView


class LLMMind:
    """Several agents may share a `caller`; `library` is the crew's library, including the kept programs."""

    kind = "openai"
    form = True
    """Whether prompts describe the form of the answer."""

    def __init__(self, caller: Caller, knowledge: Knowledge, library: Library) -> None:
        self.caller, self.knowledge, self.library = caller, knowledge, library

    async def speak(self, view: DiscussionView) -> Utterance:
        structure = find_structure(view.structure)
        prompt = fill(
            structure.prompt(view) or ("meet" if view.commons else "speak"),
            form=self.form,
            **self._team(view),
            team=", ".join(view.team),
            instructor=view.team[0],
            assistants=prompt_values.listed(view.team[1:]),
            world="stands still" if view.thinking == "paused" else "goes on",
            task=prompt_values.specified(view.specified),
            observation=self._sight(view, *(line.text for line in view.lines)),
            feedback=prompt_values.feedback(view.feedback),
            talk=prompt_values.talk(view.lines)
            + prompt_values.checked(view.checks)
            + prompt_values.critiques(view.critiques),
            turns=view.turns_left,
            ending=structure.part(view),
            words=shapes.SPEECH,
        )
        told = await self._speech(view, prompt)
        if told.value is None:
            return SILENCE.model_copy(update={"cause": told.cause, "out_of_tokens": told.out_of_tokens})
        asks = None if told.value.asks is None else tuple(dict.fromkeys(filter(None, told.value.asks)))
        impossible = told.value.impossible or None
        return Utterance(text=told.value.say, asks=asks, impossible=impossible, cause=told.cause)

    async def _speech(
        self, view: DiscussionView, prompt: list[ModelMessage]
    ) -> CallerReply[shapes.SpeechAnswer]:
        """Returns the model's utterance. If it is too long, the model is asked again for fewer words."""
        shape = shapes.speech(view.agent, view.team)
        told = await self.caller.ask(prompt, shape, purpose="speak", agent=view.agent)
        if told.value is None or (words := len(told.value.say.split())) <= shapes.SPEECH_LIMIT:
            return told
        asked = [
            *prompt,
            ModelMessage(role="assistant", content=told.value.model_dump_json()),
            ModelMessage(
                role="user",
                content=f"Your message was not delivered, because it has {words} words. Say the same, "
                f"with everything that the others must know, in at most {shapes.SPEECH} "
                "words, in the same JSON format.",
            ),
        ]
        again = await self.caller.ask(asked, shape, purpose="speak", agent=view.agent)
        return told if again.value is None or len(again.value.say.split()) >= words else again

    async def decompose(self, view: AssignmentView) -> list[Subtask] | Refusal:
        prompt = fill(
            "decompose",
            **self._team(view),
            longest=prompt_values.longest(view),
            seconds=prompt_values.example_seconds(view),
            assignment=fence("part", prompt_values.whole(view.assignment)),
            plan=memory.others_parts(view, view.agent),
            observation=self._sight(view, view.assignment),
            feedback=prompt_values.feedback(view.feedback),
        )
        shape = shapes.decomposition(view.agent, view.team, self.knowledge, self.library)
        told = await self.caller.ask(prompt, shape, purpose="decompose", agent=view.agent)
        if told.value is None:
            return self._silent(view.agent, told.why, told.cause)
        if told.value.refuses:
            return Refusal(agent=view.agent, reason=told.value.refuses, cause=told.cause)
        return [step.subtask(told.cause) for step in told.value.subtasks]

    async def act(self, view: SubtaskView) -> Action | Refusal:
        written = {program.call: program.code for program in view.programs if program.code}
        prompt = self._attempt_prompt(view, self._sight(view, view.assignment))
        shape = shapes.attempt(self.library, written)
        told = await self.caller.ask(prompt, shape, purpose="act", agent=view.agent)
        if told.value is not None and told.value.do == "look":
            prompt = self._attempt_prompt(view, prompt_values.sight(view.observation))
            shape = shapes.attempt(self.library, written, looked=True)
            told = await self.caller.ask(prompt, shape, purpose="act", agent=view.agent)
        answer = told.value
        if answer is None:
            return self._silent(view.agent, told.why, told.cause)
        if answer.do == "refuse":
            return Refusal(agent=view.agent, reason=answer.reason, cause=told.cause)
        name, code = answer.skill, None if self.library.get(answer.skill) else written.get(answer.skill)
        if answer.do == "write":
            name, code = answer.name, answer.code
        program = Program(call=name, args=answer.values, code=code)
        return Action(program=program, seconds=answer.deadline, keep=bool(code), cause=told.cause)

    def _attempt_prompt(self, view: SubtaskView, sight: str) -> list[ModelMessage]:
        return fill(
            "act",
            form=self.form,
            **self._team(view),
            longest=prompt_values.longest(view),
            seconds=prompt_values.example_seconds(view),
            assignment=fence("part", prompt_values.whole(view.assignment)),
            plan=memory.others_parts(view, view.agent),
            work=memory.own_work(view),
            heard=memory.said_at_work(view.heard, view.agent),
            met=prompt_values.met(view),
            subtask=prompt_values.subtask(view),
            fitting=skill_texts.fitting(self.library, view),
            observation=sight,
            attempts=prompt_values.attempts(view.programs, view.outcomes, self.library),
            attempt=view.attempt if view.attempts is None else f"{view.attempt} of {view.attempts}",
            left=prompt_values.time_left(view),
        )

    async def idle(self, view: IdleView) -> IdleAnswer:
        prompt = fill(
            "idle",
            **self._team(view),
            words=shapes.SPEECH,
            assignment=fence("part", prompt_values.whole(view.assignment) or "(none)"),
            plan=memory.others_parts(view, view.agent),
            work=memory.own_work(view),
            at_work=memory.at_work(view),
            left=prompt_values.time_left(view),
            heard=memory.said_at_work(view.heard, view.agent),
            observation=self._sight(view, view.assignment, *view.at_work.values()),
            question=view.question,
            options="\n".join(f"- {option.deed}: {option.text}" for option in view.options),
        )
        shape = shapes.free_hands(view.agent, view.team)
        told = await self.caller.ask(prompt, shape, purpose="idle", agent=view.agent)
        if told.value is None:
            return IdleAnswer(cause=told.cause)
        answer = told.value
        return IdleAnswer(
            deed=answer.deed,
            target=answer.target or None,
            part=answer.part,
            say=answer.say,
            cause=told.cause,
        )

    async def verify(self, view: SubtaskView) -> Verdict:
        prompt = fill(
            "verify",
            form=self.form,
            agent=view.agent,
            subtask=prompt_values.subtask(view),
            attempts=prompt_values.attempts(view.programs, view.outcomes, self.library),
            observation=prompt_values.sight(view.observation),
        )
        told = await self.caller.ask(prompt, shapes.VerdictAnswer, purpose="verify", agent=view.agent)
        if told.value is None:
            return Verdict(done=False, why=f"the sub-task could not be judged ({told.why})", cause=told.cause)
        return Verdict(done=told.value.done, why=told.value.why, cause=told.cause)

    async def declare(self, view: DeclarationView) -> Declaration:
        """If the model gives no answer, the agent wants nothing."""
        prompt = fill(
            "declare",
            form=self.form,
            **self._team(view),
            resource=plain(view.commons.resource),
            stock=view.commons.stock,
            observation=self._sight(view),
        )
        told = await self.caller.ask(prompt, shapes.AmountAnswer, purpose="declare", agent=view.agent)
        if told.value is None:
            return Declaration(reason=f"{self.caller.model.name} gave no answer", cause=told.cause)
        return Declaration(amount=told.value.amount, reason=told.value.reason, cause=told.cause)

    async def reflect(self, view: ReflectionView) -> Reflection:
        prompt = fill(
            "reflect",
            form=self.form,
            **self._team(view),
            words=shapes.SPEECH,
            observation=self._sight(view),
            feedback=prompt_values.feedback(view.feedback),
            talk=prompt_values.talk(view.lines),
        )
        told = await self.caller.ask(prompt, shapes.NoteAnswer, purpose="reflect", agent=view.agent)
        return Reflection(text=told.value.note if told.value else "", cause=told.cause)

    def _team(self, view: AgentView) -> dict[str, Any]:
        """The values of what every prompt of an agent has, most of it in its unchanging first part."""
        return {
            "agent": view.agent,
            "you": f"{view.agent}, {view.role}" if view.role else view.agent,
            "members": prompt_values.members(view.agent, view.team),
            "goal": prompt_values.goal(view.goal),
            "aim": prompt_values.aim(view),
            "experts": prompt_values.experts(view.experts),
            "skills": skill_texts.skills(self.library),
            "added": skill_texts.added(self.library),
            "norms": prompt_values.norms(view),
            "round": prompt_values.rounds(view),
            "memory": memory.earlier_rounds(view) + memory.notes(view),
        }

    def _sight(self, view: AgentView, *texts: str) -> str:
        return prompt_values.sight(
            view.observation, relevant_blocks(view, self.knowledge, view.observation.blocks, *texts)
        )

    def _silent(self, agent: str, why: str, cause: tuple[int, ...]) -> Refusal:
        return Refusal(agent=agent, reason=f"{self.caller.model.name} gave no answer ({why})", cause=cause)
