"""A model that plays: a function of the text it is shown, and of what everybody who plays knows of the game.

It reads the prompt as a person would, puts it into the offline mind's hands, and says the result as JSON.
What is in no prompt it cannot know. Its programs are the offline mind's own, written again until they are
kept.
"""

from __future__ import annotations

import ast
import json
import math
import re
from typing import Any, TypeVar

from minecrew.agents import (
    AssignmentView,
    Discussion,
    DiscussionView,
    Feedback,
    Gift,
    Knowledge,
    OfflineMind,
    OfflineSecretary,
    Refusal,
    Subtask,
    SubtaskView,
    TalkLine,
)
from minecrew.agents.addressees import asked
from minecrew.agents.answers import HEADINGS
from minecrew.agents.offline.criticism import useful_for
from minecrew.bridge import Observation, Outcome, Sighting
from minecrew.runlog import Items, Position

T = TypeVar("T")
NUMBER = r"-?\d+(?:\.\d+)?"
SPOT = rf"\(({NUMBER}), ({NUMBER}), ({NUMBER})\)"


class Planner:
    """Says that it cannot play where the prompt lacks what it takes."""

    def __init__(self, knowledge: Knowledge, *, at_once: bool = False) -> None:
        """`at_once`: it names the skill of each sub-task where it breaks its part into those."""
        self.knowledge, self.at_once = knowledge, at_once
        self.mind = OfflineMind(knowledge)

    def __call__(self, prompt: str) -> str:
        try:
            return self._answer(prompt)
        except ValueError as error:
            return f"I cannot play so: {error}."

    def _answer(self, prompt: str) -> str:
        if "You are the secretary" in prompt:
            answer = self.assign(prompt)
        elif "You lead a team" in prompt:
            answer = self.recruit(prompt)
        elif "You make a task more specific" in prompt:
            answer = self.specify(prompt)
        elif "you now say" in prompt or "What will you, " in prompt:
            answer = self.speak(prompt)
        elif "Now give the sub-tasks of" in prompt:
            answer = self.decompose(prompt)
        elif "What do you run now?" in prompt:
            answer = self.act(prompt)
        else:
            answer = {"why": "it ended well", "done": "It succeeded" in prompt}
        return json.dumps(answer)

    def speak(self, prompt: str) -> dict[str, Any]:
        view = DiscussionView(
            agent=found(r"You are (\w+),", prompt),
            role=found(r"You are \w+, (.*?)\.", prompt),
            team=team(prompt),
            title="",
            goal=items(found(r"The goal of the team is: (.*?)\.", prompt)),
            round=int(found(r"^ROUND (\d+)", prompt)),
            observation=sight(prompt),
            feedback=feedback(prompt),
            lines=talk(prompt),
            turns_left=int(found(r"Turns left in this talk: (\d+)", prompt)),
            structure=structure(prompt),
        )
        text = run(self.mind.speak(view)).text
        return {"say": text, "asks": sorted(asked(text, view.agent, view.team))}

    def recruit(self, prompt: str) -> dict[str, Any]:
        """Experts of what the goal takes; later, one gives way to whom the evaluation speaks of last."""
        names = team(prompt)
        goal = items(found(r"The goal of the team is: (.*?)\.", prompt))
        last = feedback(prompt)[-1].text if feedback(prompt) else ""
        useful, told = useful_for(goal, self.knowledge), last.replace(" ", "_")
        kinds = sorted(useful, key=lambda kind: (kind not in self.knowledge.sources, kind))
        experts = re.findall(r"^\w+: (\w+) expert - ", data("experts", prompt), re.MULTILINE)
        experts = experts or [kinds[at % len(kinds)] for at in range(len(names))]
        missing = max(useful, key=told.rfind)
        if missing in told and missing not in experts:
            experts[0] = missing
        knows = "expert - knows all there is to know of"
        return {name: f"{kind} {knows} {kind}" for name, kind in zip(names, experts, strict=True)}

    def specify(self, prompt: str) -> dict[str, Any]:
        goal = items(found(r"THE GOAL OF THE TEAM\n(.*)", prompt))
        useful = sorted(useful_for(goal, self.knowledge) & set(self.knowledge.sources))
        return {"task": f"Make {goal} out of what {', '.join(useful)} give, each gathered side by side."}

    def assign(self, prompt: str) -> dict[str, Any]:
        names = tuple(found(r"a team in a Minecraft world: (.*?)\.", prompt).split(", "))
        goal = items(found(r"The goal of the team is: (.*?)\.", prompt))
        record = Discussion(goal=goal, team=names, lines=talk(prompt), reason="agreed")
        plan = run(OfflineSecretary(self.knowledge).assign(record))
        lines = {a.agent: a.text for a in plan.assignments}
        lines |= {r.agent: f"refuses: {r.reason}" for r in plan.refusals}
        return {name: lines.get(name, "nothing") for name in names}

    def decompose(self, prompt: str) -> dict[str, Any]:
        view = AssignmentView(
            agent=found(r"You are (\w+),", prompt),
            role="",
            team=team(prompt),
            goal=items(found(r"The goal of the team is: (.*?)\.", prompt)),
            assignment=data("part", prompt),
            observation=sight(prompt),
            feedback=feedback(prompt),
        )
        steps = run(self.mind.decompose(view))
        if isinstance(steps, Refusal):
            return {"reason": "", "refuses": steps.reason, "subtasks": []}
        told = [one for step in steps for one in self._told(step, view)]
        return {"reason": "one after the other", "refuses": "", "subtasks": told}

    def _told(self, step: Subtask, view: AssignmentView) -> list[dict[str, Any]]:
        at = step.at or (step.gift.at if step.gift else None)
        text = step.text + (f" around ({', '.join(f'{c:g}' for c in at)})" if at else "")
        text += f" burning {step.fuel}" if step.fuel else ""
        text += "".join(f" brought by {name}" for name in step.await_from)

        def one(kind: str, item: str, count: int = 0, who: str = "") -> dict[str, Any]:
            told = {"text": text, "kind": kind, "item": item, "count": count, "who": who}
            place = [math.floor(c) for c in at] if at else []
            done_by = "wait" if step.await_from else kind
            skill, *arguments = self._skill(done_by, item, count, who, place, view) if self.at_once else ("",)
            call = {"skill": skill, "arguments": json.dumps(arguments), "seconds": 75}
            given = {**told, "at": place if kind == "place" else [], **call}
            return {key: value for key, value in given.items() if value}

        if step.gift:
            return [one("give", item, n, step.gift.to) for item, n in step.gift.items.items()]
        if step.station:
            return [one("place", step.station)]
        if step.seek:
            return [one("find", step.seek[0])]
        return [one("have", item, n) for item, n in step.want.items()]

    def _skill(
        self, kind: str, item: str, count: int, who: str, place: list[int], view: AssignmentView
    ) -> tuple[Any, ...]:
        """The skill that does a sub-task, with its arguments; ('',) for none."""
        held = view.observation.inventory.get(item, 0)
        match kind:
            case "give":
                return ("giveItem", who, item, count, *([place] if place else []))
            case "wait":
                return ("waitFor", item, count, 75)
            case "place":
                return ("placeItem", item, place) if place else ("placeItem", item)
            case "have" if item == "leather":
                return ("gatherLeather", count - held)
            case "have" if item in self.knowledge.sources:
                source = self.knowledge.sources[item][0]
                return ("mineBlock", source.name, count - held) if source.kind == "block" else ("",)
            case "have" if item in self.knowledge.recipes:
                return ("craft", item, count)
        return ("",)

    def act(self, prompt: str) -> dict[str, Any]:
        text, done = data("sub-task", prompt).split("\nDone when: ")
        spot = re.search(rf" around {SPOT}", text)
        at: Position | None = tuple(map(float, spot.groups())) if spot else None  # type: ignore[assignment]
        want = {item: int(n) for n, item in re.findall(r"you hold at least (\d+) (\w+)", done)}
        gift = re.search(r"(\w+) has received (\d+) (\w+)", done)
        station = re.search(r"there is a (\w+) (?:here|within)", done)
        seek = re.search(r"^(\w+) is in sight", done)
        fuel = re.search(r" burning (\w+)", text)
        heading = re.search(r" to the (north|east|south|west)\b", text)
        view = SubtaskView(
            agent=found(r"You are (\w+),", prompt),
            team=team(prompt),
            goal={},
            assignment=data("part", prompt),
            subtask=Subtask(
                text=text,
                want={} if gift else want,
                gift=Gift(to=gift[1], count=int(gift[2]), item=gift[3], at=at) if gift else None,
                await_from=tuple(re.findall(r"brought by (\w+)", text)),
                at=at,
                fuel=fuel[1] if fuel else None,
                station=station[1] if station else None,
                seek=(seek[1],) if seek else (),
                heading=next((one for one in HEADINGS if heading and one == heading[1]), None),
            ),
            attempt=int(found(r"This is attempt (\d+)", prompt)),
            observation=sight(prompt),
            outcomes=outcomes(data("attempts", prompt)),
        )
        action = run(self.mind.act(view))
        if isinstance(action, Refusal):
            return attempt("refuse", reason=action.reason)
        program = action.program
        common = {"arguments": json.dumps(program.args), "seconds": action.seconds}
        if program.code is None or f"\n- {program.call}(" in prompt:
            return attempt("call", skill=program.call, **common)
        return attempt("write", name=program.call, code=program.code, **common)


def attempt(do: str, **given: Any) -> dict[str, Any]:
    blank = {"reason": "so it goes on", "skill": "", "arguments": "[]", "name": "", "code": "", "seconds": 30}
    return {**blank, "do": do, **given}


def run(thinking: Any) -> Any:
    """The offline mind waits for nothing, so that it is through at its first step."""
    try:
        thinking.send(None)
    except StopIteration as end:
        return end.value
    raise AssertionError("it waits")


def found(pattern: str, prompt: str) -> str:
    if match := re.search(pattern, prompt, re.MULTILINE):
        return match[1]
    raise ValueError(f"the prompt has no {pattern!r}")


def data(of: str, prompt: str) -> str:
    return found(rf'<data of="{of}">\n((?:.|\n)*?)\n</data>', prompt)


def team(prompt: str) -> tuple[str, ...]:
    if "You are alone" in prompt:
        return (found(r"You are (\w+)", prompt),)
    return tuple(
        found(r"(?:in speaking order(?::|, is)|expert for each of its members:) (.*?)\.", prompt).split(", ")
    )


def structure(prompt: str) -> str:
    marks = {"Never flip roles": "roleplay", "THE DEBATE": "debate"}
    return next((name for mark, name in marks.items() if mark in prompt), "horizontal")


def items(text: str) -> Items:
    return {item: int(n) for n, item in re.findall(r"(\d+) (\w+)", text)}


def spot(text: str) -> Position:
    match = re.search(SPOT, text)
    assert match
    return (float(match[1]), float(match[2]), float(match[3]))


def sight(prompt: str) -> Observation:
    told = data("sight", prompt)
    seen = {
        kind: {
            name: Sighting(count=int(n), nearest=spot(place))
            for n, name, place in re.findall(
                rf"(\d+) (?:\w+ )?(\w+), nearest at ({SPOT.replace('(-', '(?:-')})",
                found(rf"^{kind}[^:]*: (.*)", told),
            )
        }
        for kind in ("Mobs", "Blocks")
    }
    held = re.search(r"; in the hand: (\w+)", told)
    return Observation(
        position=spot(found(r"^Position: (.*)", told)),
        health=float(found(r"^Health: ([\d.]+)", told)),
        food=float(found(r"food: ([\d.]+)", told)),
        time=int(found(r"time of day: (\d+)", told)),
        inventory=items(found(r"^Inventory: (.*)", told)),
        held=held[1] if held else None,
        players={},
        mobs=seen["Mobs"],
        drops=items(ground[1] if (ground := re.search(r"^Items on the ground: (.*)", told, re.M)) else ""),
        blocks=seen["Blocks"],
    )


def talk(prompt: str) -> tuple[TalkLine, ...]:
    lines = re.findall(r"^(\w+)( \(a visitor, not of the team\))?: (.*)", data("talk", prompt), re.MULTILINE)
    return tuple(TalkLine(speaker=name, text=text, visitor=bool(mark)) for name, mark, text in lines)


def feedback(prompt: str) -> tuple[Feedback, ...]:
    if '<data of="feedback">' not in prompt:
        return ()
    told = data("feedback", prompt)
    held = re.findall(r"(?<=\. )(\w+) holds ((?:\d+ [a-z ]+(?:, )?)+|nothing)\.", told)
    inventories = {
        name: {item.replace(" ", "_"): int(n) for n, item in re.findall(r"(\d+) ([a-z ]+)", what)}
        for name, what in held
        if name != "team"
    }
    return (Feedback(met=False, text=told, inventories=inventories),)


def outcomes(told: str) -> tuple[Outcome, ...]:
    made = []
    for part in re.split(r"^Attempt \d+: ", told, flags=re.MULTILINE)[1:]:
        failed = re.search(r"^It failed with ([A-Z_]+).*?: (.*)", part, re.MULTILINE)
        returned = re.search(r"^It succeeded after .*? and returned (.*)\.$", part, re.MULTILINE)
        if failed:
            made.append(Outcome(ok=False, code=failed[1], message=failed[2]))
        elif returned:
            made.append(Outcome(ok=True, result=ast.literal_eval(returned[1])))
    return tuple(made)
