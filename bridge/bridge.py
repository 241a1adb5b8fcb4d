"""The bridge: a supervisor of processes, and the bots that run under it."""

from __future__ import annotations

from minecrew.bridge.bot import Bot
from minecrew.bridge.guard import Guard
from minecrew.bridge.server_address import ServerAddress
from minecrew.bridge.supervisor import Supervisor


class Bridge(Supervisor):
    """Use it as `async with Bridge() as bridge`. A Python process can have only one Bridge at a time."""

    async def join(
        self, name: str, address: ServerAddress, *, seed: int = 1, guard: Guard | None = None
    ) -> Bot:
        """Makes a bot with that name join the world. Raises UserError if the server or the name is wrong."""
        bot = Bot(self, name, address, seed=seed, guard=guard)
        bot.check_name(taken=self.names)
        self.listen(name, bot.hear)
        try:
            await bot.start()
        except BaseException:
            self.forget(name)
            raise
        return bot
