"""How agents act: one supervised, sandboxed Mineflayer process per bot."""

from bridge.address import Address
from bridge.bot import Bot
from bridge.bridge import Bridge
from bridge.clock import Clock, ClockState, Speed
from bridge.errors import CallError
from bridge.event import ChildEvent
from bridge.guard import Building, Guard, GuardMode
from bridge.install import install_environment, install_lock, install_node_modules
from bridge.node import cache_dir, installed, node_binary, node_modules, package_root
from bridge.observation import Observation, Sighting
from bridge.outcome import CODES, At, Code, Outcome, Program
from bridge.reading import Flaw, Reading, Text, read_offer, read_programs

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
