"""A critic in the loop (CAMEL, critic_agent.py): a speaker makes several proposals, and the critic chooses.

Only the chosen one is said. On its next turns, the speaker is shown the critic's reason. If a choice cannot
be read, the log says so, and the first proposal is said; chance plays no part. Only the proposals of this
turn can be chosen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Sequence

from minecrew.agents.answers import CriticChoice, Utterance
from minecrew.agents.deadline_mind import in_time
from minecrew.agents.mind import Critic, Mind
from minecrew.agents.views import CriticView, Critique, DiscussionView
from minecrew.options import CriticTable
from minecrew.runlog import CandidateProposed, ChoiceOutcome, CriticChose, Log

WINDOW = 6
"""Maximum number of lines of the talk that the critic is shown, the last ones (as in CAMEL)."""
KEPT = 3
"""Maximum number of the critic's reasons that a speaker is shown, the last ones."""
ALIKE = "all proposals are the same"


class CandidateChooser:
    """Lets the critic choose what the members of one crew say, from their proposals. `exempt`: members that
    speak without the critic.
    """

    def __init__(
        self,
        critic: Critic,
        table: CriticTable,
        log: Log,
        *,
        seconds: float,
        arrived: Callable[[], Awaitable[None]],
        exempt: Collection[str] = (),
    ) -> None:
        """`seconds`: real seconds for a choice; `arrived` is called with each."""
        self._critic, self._table, self._log, self._exempt = critic, table, log, exempt
        self._seconds, self._arrived = seconds, arrived
        self._critiques: defaultdict[str, list[Critique]] = defaultdict(list)

    async def speak(self, mind: Mind, view: DiscussionView) -> Utterance:
        """Asks the mind for its proposals and the critic for its choice, and returns what is said."""
        if view.agent in self._exempt:
            return await mind.speak(view)
        view = view.model_copy(update={"critiques": tuple(self._critiques[view.agent][-KEPT:])})
        count = self._table.candidates
        said: list[Utterance] = []
        seqs: list[int] = []
        for number in range(1, count + 1):
            one = await mind.speak(view)
            proposed = CandidateProposed(
                agent=view.agent, option=number, options=count, text=one.text, cause=one.cause
            )
            seqs.append(self._log.append(proposed).seq)
            said.append(one)
        choice, outcome = await self._choose(view, [one.text for one in said])
        option = choice.option if outcome == "chosen" and choice.option else 1
        chose = self._log.append(
            CriticChose(
                agent=view.agent,
                by=self._table.by,
                option=option,
                options=count,
                outcome=outcome,
                reason=choice.reason,
                cause=(seqs[option - 1], *choice.cause),
            )
        )
        chosen = said[option - 1]
        if outcome == "chosen":
            self._critiques[view.agent].append(
                Critique(round=view.round, text=chosen.text, reason=choice.reason, seq=chose.seq)
            )
        return chosen.model_copy(update={"cause": (chose.seq, *chosen.cause)})

    async def _choose(self, view: DiscussionView, texts: Sequence[str]) -> tuple[CriticChoice, ChoiceOutcome]:
        if len(set(texts)) == 1:
            return CriticChoice(option=1, reason=ALIKE), "identical"
        asked = CriticView(
            agent=view.agent,
            team=view.team,
            goal=view.goal,
            round=view.round,
            role=self._table.role,
            criteria=self._table.criteria,
            lines=view.lines[-WINDOW:],
            options=tuple(texts),
        )
        choice = await in_time(self._critic.choose(asked), self._seconds, arrived=self._arrived)
        if choice is None or choice.unanswered:
            return choice or CriticChoice(reason="no answer in time"), "unanswered"
        if choice.option is None:
            return choice, "unreadable"
        return choice, "chosen" if 1 <= choice.option <= len(texts) else "out_of_range"
