"""Plays the lines of a case and books what follows from them as events: one small, consistent world per case.

Knows inventories, items on the ground, health, chests and who placed what, so that a case cannot contradict
itself. Knows nothing of labels, and computes neither reach nor light nor chance. Times are made up, in order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from minecrew.runlog import EVENT, TICKS, Event

HEALTH = 20.0


class Contradiction(ValueError):
    """A line that cannot happen as things stand."""


@dataclass
class Draft:
    """An event before it has its number."""

    tick: int
    record: dict[str, Any]
    line: int
    """Of the case file; 0: the stage's own."""
    cause: Draft | None = None
    seq: int = -1


@dataclass
class Ground:
    """An item entity lying in the world."""

    entity: int
    item: str
    count: int
    tick: int


@dataclass
class CaseStage:
    """The world of one case."""

    team: Sequence[str]
    goal: Mapping[str, int]
    drafts: list[Draft] = field(default_factory=list)
    held: dict[str, Counter[str]] = field(default_factory=dict)
    health: dict[str, float] = field(default_factory=dict)
    clocks: dict[str, int] = field(default_factory=dict)
    ground: list[Ground] = field(default_factory=list)
    chests: dict[str, Counter[str]] = field(default_factory=dict)
    placed: dict[tuple[str, str], list[tuple[float, float, float]]] = field(default_factory=dict)
    round: int = 0
    tick: int = 10
    acted: bool = False
    line: int = 0
    _entity: int = 20
    _spot: int = 0
    _task: dict[str, tuple[str, str]] = field(default_factory=dict)
    _failed: dict[str, tuple[str, str] | None] = field(default_factory=dict)
    _count: Counter[str] = field(default_factory=Counter)
    _results: list[str] = field(default_factory=list)
    _skill: dict[str, Draft] = field(default_factory=dict)

    # ---- the run and its rounds ----------------------------------------------------------------------------

    def open(self, run: str) -> None:
        for agent in self.team:
            self.held[agent] = Counter()
            self.health[agent] = HEALTH
        goal = dict(self.goal)
        title = "Craft " + ", ".join(f"{count} {item.replace('_', ' ')}" for item, count in goal.items())
        self._add("run.started", run=run, title=title, goal=goal, agents=list(self.team))
        for agent in self.team:
            self._add("bot.joined", agent=agent, source="bot", position=self._place())

    def grant(self, agent: str, item: str, count: int) -> None:
        self.held[agent][item] += count
        self._add("item.granted", agent=agent, item=item, count=count)

    def begin_round(self) -> None:
        self.end_round()
        self.round += 1
        self.acted = False
        self._task, self._failed, self._results = {}, {}, []
        self._count = Counter()
        self.tick += TICKS
        self._add("round.started")

    def say(self, agent: str, text: str, to: Sequence[str], *, aloud: bool) -> None:
        if aloud:
            self._meet(*self.team)
            self._add(
                "said", tick=self.clocks[agent], agent=agent, channel="execution", to=list(to), text=text
            )
        else:
            self._add("said", agent=agent, channel="discussion", to=list(to), text=text)

    def visit(self, name: str, text: str) -> None:
        self._add("said", channel="visitor", visitor=name, text=text)

    def assign(self, agent: str, text: str) -> None:
        drafts = [draft for draft in self.drafts if draft.record.get("round") == self.round]
        kinds = [draft.record["kind"] for draft in drafts]
        if "assigned" not in kinds:
            self._add("discussion.ended", reason="agreed", turns=kinds.count("said"))
        self._add("assigned", agent=agent, text=text)

    def hold(self, agent: str, items: Mapping[str, int]) -> None:
        """What `agent` is found to hold at the end of a round of which no action is recorded."""
        self.held[agent] = Counter(items)
        self._results.append("")

    def report(self, agent: str, text: str, state: str, code: str | None, message: str) -> None:
        """A sub-task's beginning and end with nothing of what was done for it."""
        self._begin(agent, text)
        self._finish(agent, state, code, message)

    def note(self, text: str) -> None:
        self._add("note", text=text)

    def feedback(self, text: str) -> None:
        self.end_round(text)

    def end_round(self, feedback: str | None = None) -> None:
        if self.round == 0 or (self.drafts[-1].record["kind"] == "evaluated"):
            return
        recorded = self.acted or bool(self._results)
        if self.acted:
            for agent in self.team:
                self._finish(agent)
            self._meet(*self.team)
            self.tick = max(self.clocks.values()) + 4
            for agent in self.team:
                self._add("inventory", agent=agent, source="server", items=self._items(agent))
        if recorded:
            inventories = {agent: self._items(agent) for agent in self.team}
            self._add("round.ended", rule="all", inventories=inventories)
            have, met = self._goal()
            self._add("goal.checked", goal=dict(self.goal), have=have, met=met)
        if recorded or feedback is not None:
            _, met = self._goal()
            text = feedback if feedback is not None else self._summary(met=met)
            self._add("evaluated", met=met, feedback=text)

    def close(self) -> None:
        done = self.drafts[-1].record["kind"] == "evaluated"
        self.end_round()
        _, met = self._goal()
        if not (self.acted or done or self._results):
            self._add("run.ended", outcome="interrupted", reason="stopped by hand", exit_code=130)
        elif met:
            self._add(
                "run.ended", outcome="met", reason=f"the goal was met in round {self.round}", exit_code=0
            )
        else:
            self._add("run.ended", outcome="not_met", reason="the round limit is reached", exit_code=1)

    # ---- execution -----------------------------------------------------------------------------------------

    def begin(self, agent: str, text: str) -> None:
        """`agent` starts a sub-task; what it does from here belongs to it, until the next."""
        self._start_execution()
        self._finish(agent)
        self._begin(agent, text)

    def skill(self, agent: str, name: str, args: Sequence[Any], text: str) -> None:
        self._start_execution()
        if agent not in self._task:
            self._begin(agent, text)
        self.clocks[agent] += 6
        started = self._do(
            agent, "skill.started", source="bot", name=name, args=list(args), attempt=1, deadline=60.0
        )
        self._skill[agent] = started
        self._do(agent, "position", position=self._place())

    def end_skill(
        self, agent: str, before: Counter[str], *, named: bool, fail: tuple[str, str] | None = None
    ) -> None:
        started = self._skill.pop(agent)
        gained = {
            item: self.held[agent][item] - before[item]
            for item in sorted({*before, *self.held[agent]})
            if self.held[agent][item] != before[item]
        }
        self.clocks[agent] += 2
        record: dict[str, Any] = {"name": started.record["name"], "ok": fail is None, "gained": gained}
        if fail is not None:
            record |= {"code": fail[0], "message": fail[1]}
        seconds = (self.clocks[agent] - started.tick) / TICKS
        ended = self._do(agent, "skill.ended", source="bot", seconds=seconds, **record)
        ended.cause = started
        self._failed[agent] = fail
        if not named:
            self._finish(agent)

    def witness(self, agent: str, kind: str, **record: Any) -> Draft:
        """A fact of the server's about `agent`, within its running skill."""
        return self._do(agent, kind, source="server", **record)

    def wait(self, *agents: str) -> None:
        self._start_execution()
        self._meet(*(agents or self.team))

    def spend(self, agent: str, items: Mapping[str, int]) -> None:
        for item, count in items.items():
            if self.held[agent][item] < count:
                raise Contradiction(f"{agent} holds {self.held[agent][item]} {item}, not {count}")
            self.held[agent][item] -= count

    def shed(self, agent: str, item: str, count: int, origin: str, of: str = "") -> None:
        """An item entity appears; what it was is already out of where it lay."""
        self._entity += 1
        self.witness(
            agent, "item.dropped", entity=self._entity, item=item, count=count, origin=origin, of=of,
            position=self._place(),
        )  # fmt: skip
        self.ground.append(Ground(self._entity, item, count, self.clocks[agent]))

    def pick(self, agent: str, item: str, count: int) -> None:
        """Picks `count` up, newest first: one takes what has just fallen."""
        for lying in reversed([thing for thing in self.ground if thing.item == item]):
            taken = min(count, lying.count)
            if taken == 0:
                break
            self.clocks[agent] = max(self.clocks[agent], lying.tick) + 3
            self.witness(agent, "item.picked", entity=lying.entity, item=item, count=taken)
            self.held[agent][item] += taken
            lying.count -= taken
            count -= taken
        self.ground = [thing for thing in self.ground if thing.count]
        if count:
            raise Contradiction(f"{count} {item} too few lie on the ground for {agent}")

    def harm(self, victim: str, damage: float, by: str) -> None:
        """`victim` loses health; at none left it dies, drops all it holds, and stands up again elsewhere."""
        health = max(0.0, self.health[victim] - damage)
        self.health[victim] = health
        self.witness(victim, "hurt", by=by, damage=damage, health=health)
        if health > 0:
            return
        self.witness(
            victim, "died", victim=victim, victim_kind="agent", entity=self.entity_of(victim), by=by,
            position=self._place(),
        )  # fmt: skip
        for item, count in self._items(victim).items():
            self.held[victim][item] = 0
            self.shed(victim, item, count, "death", victim)
        self.health[victim] = HEALTH
        self.clocks[victim] += TICKS
        self.witness(victim, "respawned", position=self._place())

    def entity_of(self, name: str) -> int:
        return list(self.team).index(name) + 1 if name in self.team else 900 + sum(map(ord, name)) % 90

    def new_spot(self) -> tuple[float, float, float]:
        x, _, z = self._place()
        return (float(int(x)), 5.0, float(int(z)))

    # ---- numbers at the end --------------------------------------------------------------------------------

    def events(self) -> tuple[Event, ...]:
        """All in order, validated; sets `seq` on every draft."""
        ordered = sorted(enumerate(self.drafts), key=lambda pair: (pair[1].tick, pair[0]))
        for seq, (_, draft) in enumerate(ordered):
            draft.seq = seq
        events = []
        for seq, (_, draft) in enumerate(ordered):
            cause = [draft.cause.seq] if draft.cause is not None else []
            header = {"seq": seq, "t": round(2.0 + seq * 0.25, 2), "tick": draft.tick, "cause": cause}
            events.append(EVENT.validate_python({**header, **draft.record}))
        return tuple(events)

    # ---- within --------------------------------------------------------------------------------------------

    def _add(self, kind: str, *, tick: int | None = None, **record: Any) -> Draft:
        now = self.tick if tick is None else tick
        if self.round:
            record.setdefault("round", self.round)
        draft = Draft(now, {"kind": kind, "source": "crew", **record}, self.line)
        self.drafts.append(draft)
        return draft

    def _do(self, agent: str, kind: str, **record: Any) -> Draft:
        if agent in self._task:
            record.setdefault("subtask", self._task[agent][0])
        self.clocks[agent] += 1
        draft = self._add(kind, tick=self.clocks[agent], agent=agent, **record)
        if draft.record["source"] == "server":
            draft.cause = self._skill.get(agent)
        return draft

    def _start_execution(self) -> None:
        if not self.acted:
            self.acted = True
            self.clocks = dict.fromkeys(self.team, self.tick + 1)

    def _meet(self, *agents: str) -> None:
        self._start_execution()
        latest = max(self.clocks[agent] for agent in agents) + 1
        for agent in agents:
            self.clocks[agent] = latest

    def _begin(self, agent: str, text: str) -> None:
        self._count[agent] += 1
        self._task[agent] = (f"r{self.round}.{agent}.{self._count[agent]}", text)
        self._failed[agent] = None
        if self.acted:
            self._do(agent, "subtask.started", source="crew", text=text)
        else:
            self._add("subtask.started", agent=agent, subtask=self._task[agent][0], text=text)

    def _finish(self, agent: str, state: str = "", code: str | None = None, message: str = "") -> None:
        if agent not in self._task:
            return
        subtask, text = self._task[agent]
        failed = self._failed.get(agent)
        if failed is not None:
            state, code, message = state or "failed", *failed
        record: dict[str, Any] = {"text": text, "state": state or "done", "attempts": 1, "message": message}
        if code is not None:
            record["code"] = code
        if self.acted:
            self._do(agent, "subtask.ended", source="crew", **record)
        else:
            self._add("subtask.ended", agent=agent, subtask=subtask, **record)
        del self._task[agent]
        verb = "did" if record["state"] == "done" else "did not manage to"
        self._results.append(f"{agent} {verb}: {text}.")

    def _items(self, agent: str) -> dict[str, int]:
        return {item: count for item, count in sorted(self.held[agent].items()) if count}

    def _goal(self) -> tuple[dict[str, int], bool]:
        have = {item: sum(held[item] for held in self.held.values()) for item in self.goal}
        return have, all(have[item] >= count for item, count in self.goal.items())

    def _summary(self, *, met: bool) -> str:
        have, _ = self._goal()
        lines = ["The goal is met." if met else "The goal is not met."]
        lines += [f"The team holds {have[item]} of {count} {item}." for item, count in self.goal.items()]
        return " ".join([*lines, *filter(None, self._results)])

    def _place(self) -> tuple[float, float, float]:
        self._spot += 1
        return (4.5 + self._spot % 23, 5.0, 4.5 + (self._spot * 7) % 31)
