"""The log of a run: typed events, their only writer, the run bundle on disk, and its readers.

Each kind of event is declared in one of the `*_events` modules.
"""

from minecrew.runlog import (
    bot_events,
    commons_events,
    crew_events,
    fork_events,
    guard_events,
    server_events,
    talk_events,
)
from minecrew.runlog.bot_events import *
from minecrew.runlog.broken import readable, why_broken
from minecrew.runlog.bundle import (
    RUN_NAME,
    RUNS,
    RunBundle,
    bundle_of,
    find_events,
    find_logs,
    run_name,
)
from minecrew.runlog.calls import Calls, CallSummary, CallText, Message
from minecrew.runlog.causes import Causes, Step, deed_lines, noun_of, read_because
from minecrew.runlog.commons_events import *
from minecrew.runlog.crew_events import *
from minecrew.runlog.difference import WALL_CLOCK, Difference, difference_at, first_difference
from minecrew.runlog.errors import (
    LONGEST_MESSAGE,
    BridgeLost,
    CallTimeout,
    ChildLost,
    Fault,
    MinecrewError,
    UserError,
)
from minecrew.runlog.events import EVENT, KINDS, Event, UnknownEvent, read_event
from minecrew.runlog.export import (
    FORMATS,
    Format,
    entries_of,
    read_export,
    read_whole_run,
    restore,
    write_export,
)
from minecrew.runlog.files import (
    CHUNK,
    LARGEST_FILE,
    LARGEST_LINE,
    is_too_long,
    next_data,
    open_file,
    read_file,
    read_lines,
)
from minecrew.runlog.fork_events import *
from minecrew.runlog.fork_tree import ForkTree, fork_tree
from minecrew.runlog.formula import as_cell, is_formula
from minecrew.runlog.guard_events import *
from minecrew.runlog.header import COMMON, TICKS, Header, Items, Position, Record
from minecrew.runlog.log import (
    EVENTS_FILE,
    Log,
)
from minecrew.runlog.manifest import (
    Capacity,
    Manifest,
    Result,
    ServerFound,
    Summary,
    summarize,
)
from minecrew.runlog.plain import plain_json
from minecrew.runlog.plugins import Objects, Plugin, PluginKind, PluginRecord, Plugins, passing
from minecrew.runlog.progress import THINKERS, Progress, Thinkers, Thinking, ThinkingFile
from minecrew.runlog.reader import (
    Reading,
    read_events,
)
from minecrew.runlog.recording import AnswerCall, Recording, WorldAnswer, read_recording
from minecrew.runlog.redaction import redact
from minecrew.runlog.row import FAMILIES, Colour, Move, Row
from minecrew.runlog.rows import Entry
from minecrew.runlog.run_id import judged_name
from minecrew.runlog.server_events import *
from minecrew.runlog.shown_calls import calls_part, shown_calls
from minecrew.runlog.talk_events import *
from minecrew.runlog.template import Template, read_template, tell_value
from minecrew.runlog.writing import FULL, DiskFull, cannot_write, write_whole

__all__ = [
    "CHUNK",
    "COMMON",
    "EVENT",
    "EVENTS_FILE",
    "FAMILIES",
    "FORMATS",
    "FULL",
    "KINDS",
    "LARGEST_FILE",
    "LARGEST_LINE",
    "LONGEST_MESSAGE",
    "RUNS",
    "RUN_NAME",
    "THINKERS",
    "TICKS",
    "WALL_CLOCK",
    "AnswerCall",
    "BridgeLost",
    "CallSummary",
    "CallText",
    "CallTimeout",
    "Calls",
    "Capacity",
    "Causes",
    "ChildLost",
    "Colour",
    "Difference",
    "DiskFull",
    "Entry",
    "Event",
    "Fault",
    "ForkTree",
    "Format",
    "Header",
    "Items",
    "Log",
    "Manifest",
    "Message",
    "MinecrewError",
    "Move",
    "Objects",
    "Plugin",
    "PluginKind",
    "PluginRecord",
    "Plugins",
    "Position",
    "Progress",
    "Reading",
    "Record",
    "Recording",
    "Result",
    "Row",
    "RunBundle",
    "ServerFound",
    "Step",
    "Summary",
    "Template",
    "Thinkers",
    "Thinking",
    "ThinkingFile",
    "UnknownEvent",
    "UserError",
    "WorldAnswer",
    "as_cell",
    "bundle_of",
    "calls_part",
    "cannot_write",
    "deed_lines",
    "difference_at",
    "entries_of",
    "find_events",
    "find_logs",
    "first_difference",
    "fork_tree",
    "is_formula",
    "is_too_long",
    "judged_name",
    "next_data",
    "noun_of",
    "open_file",
    "passing",
    "plain_json",
    "read_because",
    "read_event",
    "read_events",
    "read_export",
    "read_file",
    "read_lines",
    "read_recording",
    "read_template",
    "read_whole_run",
    "readable",
    "redact",
    "restore",
    "run_name",
    "shown_calls",
    "summarize",
    "tell_value",
    "why_broken",
    "write_export",
    "write_whole",
]
__all__ += bot_events.__all__
__all__ += crew_events.__all__
__all__ += commons_events.__all__
__all__ += fork_events.__all__
__all__ += talk_events.__all__
__all__ += guard_events.__all__
__all__ += server_events.__all__
