"""Plug-ins: objects that other installed packages provide by entry points, or that a caller passes.

    [project.entry-points."minecrew.structures"]
    shout = "shouting:STRUCTURE"

There is one group per kind. A package is loaded only when one of its names is requested or listed. A plug-in
is Python code of the user's own environment and is trusted like the rest of it: nothing here confines the
plug-in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path
from types import ModuleType
from typing import Generic, Literal, TypeVar

from minecrew.runlog.errors import UserError
from minecrew.runlog.header import Record

PluginKind = Literal["structures", "detectors", "personas", "minds", "arenas", "skills", "tasks"]
NAME = re.compile(r"[a-z][A-Za-z0-9_]{0,63}", re.ASCII)
SHOWN = 200
"""Maximum length of an error message from other packages' code, in characters."""

Objects = Mapping[PluginKind, Mapping[str, object]]
"""Kind -> name -> the object itself."""
T = TypeVar("T")

_objects: ContextVar[Objects | None] = ContextVar("objects", default=None)


class PluginRecord(Record):
    """A plug-in, as the manifest of a run names it."""

    kind: PluginKind
    name: str
    package: str
    """Empty if it was passed as an object."""
    version: str

    @property
    def source(self) -> str:
        """'gardening 0.1'."""
        return f"{self.package} {self.version}" if self.package else "an object of the caller"

    @property
    def title(self) -> str:
        """'the structure 'shout' of gardening 0.1'."""
        return f"the {self.kind.removesuffix('s')} {self.name!r} of {self.source}"


@dataclass(frozen=True)
class Plugin(Generic[T]):
    """One name that a package provides, and its object."""

    record: PluginRecord
    value: T | None
    problem: str = ""
    """The reason why the plug-in cannot be used, in one line that names the package; it then has no value."""


@dataclass(frozen=True)
class _Offer:
    """One name of one package, not loaded yet."""

    record: PluginRecord
    load: Callable[[], object]


class Plugins(Generic[T]):
    """All names of one kind: the built-in ones, which a plug-in cannot replace, and those of plug-ins."""

    def __init__(
        self,
        kind: PluginKind,
        *,
        ours: Callable[[], Mapping[str, T]],
        take: Callable[[str, object], T],
        suffix: str = "",
    ) -> None:
        """`take` returns the value of a plug-in, or raises
        UserError with what is wrong: 'is not a Structure'.

        With `suffix`, an entry point names a package, and the files in its folder with that ending are taken.
        """
        self.kind = kind
        self._ours, self._take, self._suffix = ours, take, suffix
        self._loaded: dict[str, Plugin[T]] = {}

    def find(self, name: str) -> T | None:
        """The object with that name; None if there is none.

        Raises UserError if the package's object is broken.
        """
        ours = self._ours()
        if name in ours:
            return ours[name]
        plugin = self._plugins(name).get(name)
        if plugin is not None and plugin.problem:
            raise UserError(plugin.problem)
        return plugin.value if plugin else None

    def all(self) -> dict[str, T]:
        """The built-in objects and the usable ones of plug-ins, by name."""
        others = {name: plugin.value for name, plugin in self._plugins().items() if plugin.value is not None}
        return {**others, **self._ours()}

    def outside(self) -> list[Plugin[T]]:
        """The plug-ins of other packages by name, including broken ones."""
        return [plugin for _, plugin in sorted(self._plugins().items())]

    def record(self, name: str) -> PluginRecord | None:
        """The package that provides `name`; None if the name is built in or unknown."""
        if name in self._ours():
            return None
        plugin = self._plugins(name).get(name)
        return plugin.record if plugin else None

    def _plugins(self, only: str | None = None) -> dict[str, Plugin[T]]:
        """The plug-ins by name. `only`: load just this one, if its name is known without loading."""
        offers: dict[str, list[_Offer]] = {}
        for offer in (*self._passed(), *self._brought(only)):
            offers.setdefault(offer.record.name, []).append(offer)
        return {name: self._settle(name, each) for name, each in offers.items() if only in (None, name)}

    def _passed(self) -> Iterator[_Offer]:
        for name, value in ((_objects.get() or {}).get(self.kind) or {}).items():
            record = PluginRecord(kind=self.kind, name=name, package="", version="")
            yield _Offer(record, _giving(value))

    def _brought(self, only: str | None) -> Iterator[_Offer]:
        for point in _points(f"minecrew.{self.kind}"):
            package, version = (point.dist.name, point.dist.version) if point.dist else ("unknown", "?")
            record = PluginRecord(kind=self.kind, name=point.name, package=package, version=version)
            if not self._suffix:
                yield _Offer(record, point.load)
                continue
            try:
                files = sorted(_folder(point).glob(f"*{self._suffix}"))
            except (Exception, SystemExit):  # told when it is loaded once more
                yield _Offer(record, partial(_folder, point))
                continue
            for file in files:
                named = record.model_copy(update={"name": file.stem})
                yield _Offer(named, _giving(file))

    def _settle(self, name: str, offers: list[_Offer]) -> Plugin[T]:
        first, *more = (offer.record for offer in offers)
        if more:
            sources = " and ".join(record.source for record in (first, *more))
            kind = self.kind.removesuffix("s")
            problem = f"{sources} provide a {kind} of the same name, {name!r}; uninstall one of them"
            return Plugin(first, None, problem)
        if first.package and name in self._loaded:
            return self._loaded[name]
        plugin = self._load(offers[0])
        if first.package:
            self._loaded[name] = plugin
        return plugin

    def _load(self, offer: _Offer) -> Plugin[T]:
        record = offer.record
        try:
            if not NAME.fullmatch(record.name):
                raise UserError("is not a valid name; use a name like pickFlowers")
            if record.name in self._ours():
                raise UserError("has the same name as a built-in one")
            try:
                value = offer.load()
            except (Exception, SystemExit) as error:
                why = " ".join(f"{type(error).__name__}: {error}".split())[:SHOWN]
                raise UserError(f"cannot be loaded ({why})") from error
            return Plugin(record, self._take(record.name, value))
        except UserError as error:
            remedy = f"correct or uninstall {record.package}" if record.package else "pass another"
            return Plugin(record, None, f"{record.title} {error}; {remedy}")


@contextmanager
def passing(objects: Objects) -> Iterator[None]:
    """A context in which these objects are available by their names, besides those of installed packages."""
    token = _objects.set(objects)
    try:
        yield
    finally:
        _objects.reset(token)


@cache
def _points(group: str) -> EntryPoints:
    """The plug-ins of all installed packages, which are read only once because reading takes up to 30 ms."""
    return entry_points(group=group)


def _giving(value: object) -> Callable[[], object]:
    return lambda: value


def _folder(point: EntryPoint) -> Path:
    """Raises whatever importing the package raises."""
    module = point.load()
    if not isinstance(module, ModuleType) or not getattr(module, "__path__", None):
        raise UserError(f"{point.value!r} is not a package, so it has no folder")
    return Path(next(iter(module.__path__)))
