"""The servers on which a crew plays: the built-in server, or any other server, given by its address. Check a
server's `abilities`, not its type.
"""

from minecrew.mc_server.arena import ARENAS, Arena, ArenaCard, arena_cards, arenas, make_arena, require_arena
from minecrew.mc_server.embedded import Commons, EmbeddedServer
from minecrew.mc_server.external import ExternalServer
from minecrew.mc_server.items import item_names
from minecrew.mc_server.limits import world_limits
from minecrew.mc_server.server import Server

__all__ = [
    "ARENAS",
    "Arena",
    "ArenaCard",
    "Commons",
    "EmbeddedServer",
    "ExternalServer",
    "Server",
    "arena_cards",
    "arenas",
    "item_names",
    "make_arena",
    "require_arena",
    "world_limits",
]
