"""Does not want to wait: it offers to share its peers' work, and helps peers who have not finished."""

from __future__ import annotations

from minecrew.agents.offline.acts import Work
from minecrew.agents.offline.mind import OfflineMind
from minecrew.agents.offline.speech import amount, work_phrase
from minecrew.agents.offline.turn import Turn
from minecrew.language import plain


class _Offering(Turn):
    def _word(self) -> str:
        return self._help() or super()._word()

    def _help(self) -> str:
        """After finishing its own part, it gathers a share of the items that a peer could not get."""
        results = self.view.feedback[-1].results if self.view.feedback else ()
        mine = [result for result in results if result.agent == self.me]
        if not mine or any(result.state != "done" for result in mine) or self.me in self.commitments.spoken:
            return ""
        for peer in self.others:
            if all(result.state == "done" for result in results if result.agent == peer):
                continue
            for item, needed in self.needs.raw.items():
                left = needed - self.commitments.planned(item)
                share = max(1, left // len(self.others))
                works = work_phrase([Work("gather", item, share)])
                parts = [
                    f"My part is finished, and {peer} has a hard time with the {plain(item)}.",
                    f"I can help and {works}.",
                    f"{peer}, is that all right with you?",
                ]
                return self._close(parts, settled=False)
        return ""

    def _offer(self, works: tuple[Work, ...], crafter: str | None) -> list[str]:
        """Offers to take half of a peer's gathering, even if little is gained by it."""
        if self.me in self.commitments.spoken or any(work.verb == "gather" for work in works):
            return super()._offer(works, crafter)
        for peer in self.others:
            for work in self.commitments.share(peer):
                if work.verb == "gather" and (work.count or 0) > 1:
                    whole = amount(work.thing, work.count)
                    half = (work.count or 0) // 2
                    them = "it" if half == 1 else "them"
                    where = f" and bring {them} to {crafter}" if crafter not in (None, self.me) else ""
                    return [
                        "I would only wait until that is done.",
                        f"I can also gather {half} of {peer}'s {whole}{where}.",
                        f"{peer}, is that all right with you?",
                    ]
        return []


class Eager(OfflineMind):
    turn = _Offering
