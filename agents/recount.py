"""Compares a bot's view of its inventory with the server's count.

This is done after every program and before a goal counts as met, because programs, the checks of sub-tasks
and the keeping of skills depend on the bot's view. A difference is logged as an event, and the server's
count is used.
"""

from __future__ import annotations

from collections import Counter

from minecrew.bridge import Bot, Outcome, Recount
from minecrew.mc_server import Server
from minecrew.runlog import InventoryCorrected, Log


async def corrected(outcome: Outcome, bot: Bot, server: Server, log: Log) -> Outcome:
    """The outcome according to the server's count, if the server can be asked.

    An update that the bot has not received yet does not count as a difference: the server sends the bot its
    inventory again, and when it arrives, the bot compares it with its own view.
    """
    seen = outcome.observation
    if seen is None or "inventories" not in server.abilities:
        return outcome
    if await server.holdings(bot.name) == seen.inventory:
        return outcome
    told = await _recounted(bot, log)
    if told is None or told.seen == told.counted:
        return outcome
    gained = Counter(outcome.gained)
    gained.update(told.counted)
    gained.subtract(seen.inventory)
    return outcome.model_copy(
        update={
            "gained": {item: count for item, count in gained.items() if count},
            "observation": seen.model_copy(update={"inventory": told.counted}),
        }
    )


async def count_anew(bot: Bot, log: Log) -> None:
    """Makes the server send the bot its inventory again. The bot asks for it with a click; if the server does
    not answer clicks, nothing is compared.
    """
    await _recounted(bot, log)


async def _recounted(bot: Bot, log: Log) -> Recount | None:
    told = await bot.recount()
    if told and told.seen != told.counted:
        log.append(InventoryCorrected(agent=bot.name, source="bot", seen=told.seen, counted=told.counted))
    return told
