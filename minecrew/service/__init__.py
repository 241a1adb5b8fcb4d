"""The service: runs, their events, skills and the page over HTTP. Only the command `serve` imports it.

The service itself starts no Node process and plays no run. Each run is a child process, which the service
follows through its bundle.
"""

from minecrew.service.access import hash_token
from minecrew.service.app import create_app
from minecrew.service.settings import Settings

__all__ = ["Settings", "create_app", "hash_token"]
