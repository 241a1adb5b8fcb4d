"""After a round, each agent may note for itself what it learnt; in later rounds, it is shown its notes.

This is modelled on the reflections of GovSim's agents. Any task can turn it on: `reflect = true`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping

from minecrew.agents.mind import Mind, ask_reflection
from minecrew.agents.notebook import Notebook
from minecrew.agents.views import ReflectionView
from minecrew.runlog import Log, Reflected


async def reflect(
    team: Iterable[str],
    minds: Mapping[str, Mind],
    view_of: Callable[[str], Awaitable[ReflectionView]],
    *,
    notebook: Notebook,
    log: Log,
) -> None:
    """Asks the agents one after the other; an agent that notes nothing leaves no event."""
    for name in team:
        view = await view_of(name)
        reflection = await ask_reflection(minds[name], view)
        if reflection.text:
            log.append(Reflected(agent=name, text=reflection.text, cause=reflection.cause))
            notebook.add([name], view.round, reflection.text)
