"""Where the crew lives: the local server, or any other by address.

Ask a server's `abilities`, not its type.
"""

from mc_server.embedded import EmbeddedServer, arenas
from mc_server.external import ExternalServer
from mc_server.server import Server

__all__ = ["EmbeddedServer", "ExternalServer", "Server", "arenas"]
