"""The run options: each is declared here once, for every surface that offers it."""

from minecrew.options.declared import DeclaredOption, declared_options, task_tables
from minecrew.options.model_settings import ModelSettings
from minecrew.options.names import LARGEST_SEED, ItemName, PlainName, Seed
from minecrew.options.option import RunOption, Surface
from minecrew.options.options import (
    MOST_AGENTS,
    NORMS,
    CommonsTable,
    CriticTable,
    Faults,
    Limits,
    MemoryMode,
    MindTable,
    Options,
    TeamTable,
    WorldTable,
)
from minecrew.options.reader import ReaderTable
from minecrew.options.reading import read_options
from minecrew.options.setting_names import setting_name, setting_paths

__all__ = [
    "LARGEST_SEED",
    "MOST_AGENTS",
    "NORMS",
    "CommonsTable",
    "CriticTable",
    "DeclaredOption",
    "Faults",
    "ItemName",
    "Limits",
    "MemoryMode",
    "MindTable",
    "ModelSettings",
    "Options",
    "PlainName",
    "ReaderTable",
    "RunOption",
    "Seed",
    "Surface",
    "TeamTable",
    "WorldTable",
    "declared_options",
    "read_options",
    "setting_name",
    "setting_paths",
    "task_tables",
]
