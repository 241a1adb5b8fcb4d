"""A critic without a model: it prefers the proposal that mentions the largest number of items that the goal
needs.

It counts the items that a proposal mentions: those from which the goal can be made, less those that are of no
use for it. A proposal that repeats an earlier line counts less than a new one. If several proposals are
equal, the first one is chosen.
"""

from __future__ import annotations

from minecrew.agents.answers import CriticChoice
from minecrew.agents.knowledge import Knowledge
from minecrew.agents.offline.criticism import useful_for
from minecrew.agents.offline.speech import listing
from minecrew.agents.views import CriticView
from minecrew.language import plain, words


class RuleCritic:
    kind = "rule"

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge

    async def choose(self, view: CriticView) -> CriticChoice:
        useful = useful_for(view.goal, self.knowledge)
        before = {line.text for line in view.lines}
        named = [self._items(text) for text in view.options]

        def worth(place: int) -> tuple[bool, int]:
            return view.options[place] not in before, len(named[place] & useful) - len(named[place] - useful)

        best = max(range(len(view.options)), key=worth)
        return CriticChoice(option=best + 1, reason=_reason(named[best], useful))

    def _items(self, text: str) -> frozenset[str]:
        """The items that a text mentions, in singular or plural."""
        return frozenset(self.knowledge.names.mentioned(words(text))) & frozenset(self.knowledge.items)


def _reason(named: frozenset[str], useful: frozenset[str]) -> str:
    needed, strange = sorted(map(plain, named & useful)), sorted(map(plain, named - useful))
    told = f"names {listing(needed)}, which the goal needs" if needed else "names nothing that the goal needs"
    return f"it {told}" + (f", and {listing(strange)}, which it does not" if strange else "")
