"""How agents act: one supervised, sandboxed Mineflayer process per bot."""

from minecrew.bridge.address import Address
from minecrew.bridge.bot import Bot
from minecrew.bridge.bridge import Bridge
from minecrew.bridge.clock import Clock, ClockState, Speed
from minecrew.bridge.errors import CallError
from minecrew.bridge.event import ChildEvent
from minecrew.bridge.guard import Building, Guard, GuardMode
from minecrew.bridge.install import install_environment, install_lock, install_node_modules
from minecrew.bridge.node import cache_dir, installed, node_binary, node_modules, package_root
from minecrew.bridge.observation import Observation, Sighting
from minecrew.bridge.outcome import CODES, At, Code, Outcome, Program
from minecrew.bridge.reading import Flaw, Reading, Text, read_offer, read_programs
from minecrew.bridge.recount import Recount

__all__ = [
    "CODES",
    "Address",
    "At",
    "Bot",
    "Bridge",
    "Building",
    "CallError",
    "ChildEvent",
    "Clock",
    "ClockState",
    "Code",
    "Flaw",
    "Guard",
    "GuardMode",
    "Observation",
    "Outcome",
    "Program",
    "Reading",
    "Recount",
    "Sighting",
    "Speed",
    "Text",
    "cache_dir",
    "install_environment",
    "install_lock",
    "install_node_modules",
    "installed",
    "node_binary",
    "node_modules",
    "package_root",
    "read_offer",
    "read_programs",
]
