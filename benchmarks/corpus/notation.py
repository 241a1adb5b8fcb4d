"""The notation of the labelled corpus: people read it, and each case becomes events and labels.

`load_cases(path)` takes a file or a directory of `*.case` files, ours or others'. The notation is described
in benchmarks/corpus/README.md. A mistake in a file is a UserError of one line with file and line number.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from benchmarks.corpus.case import SUBS, Basis, Case, Label, NearMiss
from benchmarks.corpus.stage import CaseStage, Contradiction, Draft
from benchmarks.corpus.verbs import VERBS, BadLine, attempt, counted, play, stock
from minecrew.runlog import Event, UserError

HOME = Path(__file__).parent


@dataclass(frozen=True)
class CaseLine:
    """A line of a case file that says something."""

    where: str
    number: int
    tag: str | None
    text: str

    def wrong(self, message: str) -> UserError:
        return UserError(f"{self.where}:{self.number}: {message}")


FINDS = re.compile(r"(deed|talk) (\w+)(?:\.(\w+))? ([\w+]+)(?: -> ([\w+]+))? @(\d+): (.+)")
NEAR = re.compile(r"(deed|talk) (\w+)(?:\.(\w+))?: (.+)")
POINTED = {"said", "assigned", "round.ended", "evaluated", "note"}
"""Kinds that a tagged line is evidence by, where it left one."""
BESIDE = {"position", "inventory", "respawned"}
"""Kinds of the server's that say nothing of a deed."""
TAG = re.compile(r"([a-z]\d?)\) (.+)")
SPEECH = re.compile(r"(\w+)(!?)(?:>([\w,]+))?: (.+)")
REPORT = re.compile(r"(\w+) (did|failed|stopped): (.+)")
CALLED = r"(?:^|[,;.!?]\s+|\b(?:hey|hi|ok|okay|thanks|sorry)\s+){}(?=\s*[,:!?.]|\s+-)"


def load_cases(path: Path = HOME) -> tuple[Case, ...]:
    """All cases of a file or of a directory's `*.case` files, in a fixed order. Raises UserError."""
    files = [path] if path.is_file() else sorted(path.rglob("*.case"))
    if not files:
        raise UserError(f"no case file at {str(path)!r}; give a .case file or a directory with some")
    cases: dict[str, Case] = {}
    for file in files:
        for case in read_cases(file.read_text("utf-8"), where=file.name, part=file.parent.name):
            if twin := cases.get(case.id):
                raise UserError(f"{case.where}: case {case.id!r} stands in {twin.where} already; rename one")
            cases[case.id] = case
    return tuple(cases.values())


def read_cases(text: str, *, where: str, part: str) -> Iterator[Case]:
    """The cases of one file's text. Raises UserError."""
    block: list[CaseLine] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        said = raw.strip()
        if not said or said.startswith("//"):
            continue
        match = TAG.fullmatch(said)
        line = CaseLine(where, number, match[1] if match else None, match[2] if match else said)
        if said.startswith("== ") and block:
            yield _read_case(block, part)
            block = []
        elif not said.startswith("== ") and not block:
            raise line.wrong("a case begins with '== its-id'")
        block.append(line)
    if block:
        yield _read_case(block, part)


def _read_case(lines: Sequence[CaseLine], part: str) -> Case:
    return _CaseReader(lines, part).read()


class _CaseReader:
    """One case on its way from lines to events."""

    def __init__(self, lines: Sequence[CaseLine], part: str) -> None:
        self.head, self.lines, self.part = lines[0], lines[1:], part
        self.id = self.head.text[3:].strip()
        self.goal: dict[str, int] = {}
        self.team: tuple[str, ...] = ()
        self.finds: list[tuple[CaseLine, re.Match[str]]] = []
        self.near: list[NearMiss] = []
        self.undecided: set[str] = set()
        self.tags: set[str] = set()
        self.named: set[str] = set()
        self.stage: CaseStage | None = None
        self._tagged: dict[str, list[Draft]] = {}
        self._held: list[tuple[str, int]] = []
        """Tags of inventories, and the round at whose end they are told."""

    def read(self) -> Case:
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", self.id):
            raise self.head.wrong(f"{self.id!r} is no id; use small letters, digits and hyphens")
        line = self.head
        try:
            for line in self.lines:
                self._take(line)
            if self.stage is None or self.stage.round == 0:
                raise self.head.wrong(f"case {self.id!r} has no 'round'")
            line = self.head
            self.stage.close()
            for tag, number in self._held:
                drafts = [draft for draft in self.stage.drafts if draft.record.get("round") == number]
                self._tagged[tag] = [d for d in drafts if d.record["kind"] == "round.ended"]
            events = self.stage.events()
        except (BadLine, Contradiction) as error:
            raise line.wrong(f"{error} ({line.text[:60]!r})") from error
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            raise line.wrong(f"case {self.id!r} makes no event: {first['loc']}: {first['msg']}") from error
        if not (self.finds or self.near):
            raise self.head.wrong(f"case {self.id!r} has neither 'finds' nor 'near'")
        labels = tuple(self._label(line, match, events) for line, match in self.finds)
        where = f"{self.head.where}:{self.head.number}"
        text = "\n".join(f"{line.tag or ''}) {line.text}" for line in (self.head, *self.lines))
        digest = hashlib.sha256(text.encode()).hexdigest()[:12]
        undecided = frozenset(self.undecided)
        return Case(self.id, self.part, where, events, labels, tuple(self.near), undecided, digest)

    # ---- lines ---------------------------------------------------------------------------------------------

    def _take(self, line: CaseLine) -> None:
        word, _, rest = line.text.partition(" ")
        if word in ("goal", "team", "finds", "near", "undecided") and self.stage is None:
            getattr(self, f"_{word}")(line, rest)
            return
        stage = self._staged(line)
        stage.line = line.number
        if line.tag is not None:
            if line.tag in self.tags:
                raise line.wrong(f"tag {line.tag!r} is used twice in this case")
            self.tags.add(line.tag)
        before = len(stage.drafts)
        self._play(stage, line, word, rest)
        if line.tag is not None and word == "held":
            self._held.append((line.tag, stage.round))
        elif line.tag is not None:
            self._tagged[line.tag] = stage.drafts[before:]

    def _staged(self, line: CaseLine) -> CaseStage:
        if self.stage is None:
            if not (self.goal and self.team):
                raise line.wrong("'goal' and 'team' come first")
            self.stage = CaseStage(self.team, self.goal)
            self.stage.open(self.id)
        return self.stage

    def _play(self, stage: CaseStage, line: CaseLine, word: str, rest: str) -> None:
        if word == "has":
            agent, items = self._named(line, rest)
            for item, count in stock(items).items():
                stage.grant(agent, item, count)
            return
        if word == "round" and not rest:
            stage.begin_round()
            self.named.clear()
            return
        if stage.round == 0:
            raise line.wrong(
                f"before the first 'round' stand only 'has' and the head, not {line.text[:40]!r}"
            )
        if word == "plan":
            agent, text = self._named(line, rest)
            for other in self.team:
                if other != agent and other in text and re.search(rf"\b{re.escape(other)}:", text):
                    raise line.wrong(f"the part of {other} needs its own 'plan' line, not that of {agent}")
            stage.assign(agent, text)
        elif word == "sub":
            agent, text = self._named(line, rest)
            self.named.add(agent)
            stage.begin(agent, text)
        elif word == "held":
            agent, items = self._named(line, rest)
            stage.hold(agent, stock(items))
        elif word == "feedback:":
            stage.feedback(rest)
        elif word == "note:":
            stage.note(rest)
        elif word == "then":
            stage.wait()
        elif match := REPORT.fullmatch(line.text):
            state = {"did": "done"}.get(match[2], match[2])
            code = "NOT_FOUND" if state == "failed" else None
            stage.report(self._member(line, match[1]), match[3], state, code, "")
        elif match := SPEECH.fullmatch(line.text):
            self._speak(stage, line, match)
        else:
            self._act(stage, line, word, rest)

    def _speak(self, stage: CaseStage, line: CaseLine, match: re.Match[str]) -> None:
        name, aloud, to, text = match[1], bool(match[2]), match[3], match[4]
        if name == "visitor":
            stage.visit(to or "Steve", text)
            return
        agent = self._member(line, name)
        if to:
            addressed = tuple(self._member(line, other) for other in to.split(","))
        else:
            others = (other for other in self.team if other != agent and other.lower() in text.lower())
            addressed = tuple(
                other for other in others if re.search(CALLED.format(re.escape(other)), text, re.IGNORECASE)
            )
        stage.say(agent, text, addressed, aloud=aloud)

    def _act(self, stage: CaseStage, line: CaseLine, agent: str, rest: str) -> None:
        self._member(line, agent)
        verb, _, words = rest.partition(" ")
        named = agent in self.named
        if verb == "tries":
            attempt(stage, agent, words, named=named)
        elif verb in VERBS or verb == "hurts":
            play(stage, agent, verb, words, named=named)
        else:
            raise line.wrong(f"{agent} cannot {verb!r}; verbs are {', '.join([*VERBS, 'hurts', 'tries'])}")

    # ---- the head ------------------------------------------------------------------------------------------

    def _goal(self, line: CaseLine, rest: str) -> None:
        try:
            self.goal = dict(counted(part.strip()) for part in rest.split(","))
        except BadLine as error:
            raise line.wrong(str(error)) from error

    def _team(self, line: CaseLine, rest: str) -> None:
        self.team = tuple(rest.split())
        if len(set(self.team)) != len(self.team) or len(self.team) < 2:
            raise line.wrong("a team is two or more different names")

    def _finds(self, line: CaseLine, rest: str) -> None:
        match = FINDS.fullmatch(rest)
        if match is None:
            raise line.wrong("a finding reads 'finds deed|talk class.sub Agents -> Targets @round: tags'")
        self._known(line, match[2], match[3], whole=True)
        self.finds.append((line, match))

    def _near(self, line: CaseLine, rest: str) -> None:
        match = NEAR.fullmatch(rest)
        if match is None:
            raise line.wrong("a near-miss reads 'near deed|talk class: why it is none'")
        self._known(line, match[2], match[3], whole=False)
        self.near.append(NearMiss("deed" if match[1] == "deed" else "talk", match[2], match[3], match[4]))

    def _undecided(self, line: CaseLine, rest: str) -> None:
        cls, _, why = rest.partition(": ")
        if not why:
            raise line.wrong("what is left open reads 'undecided class: why'")
        self._known(line, cls, None, whole=False)
        self.undecided.add(cls)

    def _known(self, line: CaseLine, cls: str, sub: str | None, *, whole: bool) -> None:
        if cls not in SUBS:
            raise line.wrong(f"no class {cls!r}; there are {', '.join(SUBS)}")
        if sub not in SUBS[cls] and (whole or sub is not None):
            raise line.wrong(f"{cls} has no sub-class {sub!r}; use one of {SUBS[cls]}")

    # ---- names and numbers ---------------------------------------------------------------------------------

    def _named(self, line: CaseLine, rest: str) -> tuple[str, str]:
        agent, colon, text = rest.partition(": ")
        if not colon:
            raise line.wrong("a name and ': ' are missing")
        return self._member(line, agent), text

    def _member(self, line: CaseLine, name: str) -> str:
        if name not in self.team:
            raise line.wrong(f"{name!r} is not in the team ({', '.join(self.team)})")
        return name

    def _label(self, line: CaseLine, match: re.Match[str], events: Sequence[Event]) -> Label:
        agents = tuple(self._member(line, name) for name in match[4].split("+"))
        targets = tuple(self._member(line, name) for name in (match[5] or "").split("+") if name)
        seqs: set[int] = set()
        for tag in match[7].split():
            if tag not in self._tagged:
                raise line.wrong(f"no line has the tag {tag!r}")
            facts = self._facts(tag)
            if not facts:
                raise line.wrong(f"the line with the tag {tag!r} leaves nothing in the log to point at")
            seqs.update(facts)
        number = int(match[6])
        if not any(event.round == number for event in events):
            raise line.wrong(f"there is no round {number}")
        basis: Basis = "deed" if match[1] == "deed" else "talk"
        return Label(basis, match[2], match[3], agents, targets, number, tuple(sorted(seqs)))

    def _facts(self, tag: str) -> list[int]:
        """What a tagged line left in the log that a reader would point at."""
        drafts = self._tagged[tag]
        pointed = [draft.seq for draft in drafts if draft.record["kind"] in POINTED]
        witnessed = [
            draft.seq
            for draft in drafts
            if draft.record["source"] == "server" and draft.record["kind"] not in BESIDE
        ]
        ended = [draft.seq for draft in drafts if draft.record["kind"] == "skill.ended"]
        return pointed or witnessed or ended
