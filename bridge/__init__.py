"""How agents act: one supervised, sandboxed Mineflayer process per bot."""

from minecrew.bridge.bot import Bot
from minecrew.bridge.bridge import Bridge
from minecrew.bridge.clock import Speed
from minecrew.bridge.event import ChildEvent
from minecrew.bridge.guard import Building, Guard
from minecrew.bridge.install import install_environment, install_lock, install_node_modules
from minecrew.bridge.node import cache_dir, installed, limited, node_binary, node_modules, package_root
from minecrew.bridge.observation import (
    BuildingSighting,
    ContainerSighting,
    Observation,
    OwnedSighting,
    Sighting,
)
from minecrew.bridge.outcome import CODES, Code, Outcome, Program
from minecrew.bridge.reading import (
    Flaw,
    ProgramReading,
    ProgramText,
    WorldLimit,
    read_offer,
    read_programs,
)
from minecrew.bridge.recount import Recount
from minecrew.bridge.server_address import ServerAddress
from minecrew.bridge.sightings import StoredSightings
from minecrew.bridge.supervisor import CallError

__all__ = [
    "CODES",
    "Bot",
    "Bridge",
    "Building",
    "BuildingSighting",
    "CallError",
    "ChildEvent",
    "Code",
    "ContainerSighting",
    "Flaw",
    "Guard",
    "Observation",
    "Outcome",
    "OwnedSighting",
    "Program",
    "ProgramReading",
    "ProgramText",
    "Recount",
    "ServerAddress",
    "Sighting",
    "Speed",
    "StoredSightings",
    "WorldLimit",
    "cache_dir",
    "install_environment",
    "install_lock",
    "install_node_modules",
    "installed",
    "limited",
    "node_binary",
    "node_modules",
    "package_root",
    "read_offer",
    "read_programs",
]
