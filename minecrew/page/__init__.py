"""The view of a run: an HTML file that opens offline, or a page of the service. The file and the page use the
same modules.

The offline file contains the style, the script and the run, and requests nothing; the .js files, which are ES
modules, are placed in it one after the other, each in its own scope. The run is embedded as data: no text in
it can close its element, and the page's content security policy allows only this script and no requests. With
the service, the browser loads the modules, and they request the run.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from string import Template

from pydantic import ValidationError

from minecrew.behaviors import Finding
from minecrew.judging.annotations import read_annotations
from minecrew.judging.blind import TITLE, without_bias
from minecrew.judging.talk_readings import read_readings
from minecrew.mc_server import Arena
from minecrew.page.tables import STATIONS, generated
from minecrew.runlog import (
    Fault,
    Reading,
    RunBundle,
    UserError,
    bundle_of,
    calls_part,
    fork_tree,
    judged_name,
    read_file,
    run_name,
    write_whole,
)
from minecrew.worlds.map import surface_colours

__all__ = [
    "annotations_part",
    "as_object",
    "exported",
    "forks_part",
    "generated",
    "page_data",
    "page_parts",
    "render_page",
    "served_page",
    "title_of",
    "write_page",
]

FOLDER = Path(__file__).parent
START = "start.js"
WATCH = "watch.js"
OWN_STYLES = ("style.css", "tables.css", "run.css")
"""The style sheets of the offline view."""
STYLES = (*OWN_STYLES, "nav.css", "watch.css")
"""The style sheets of the served view."""
_IMPORT = re.compile(r"^import \{ (?P<names>[\w, ]+) \} from '\./(?P<file>[\w.]+)'\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?P<what>(?:async )?(?:class|const|function) (?P<name>\w+))", re.MULTILINE)


def write_page(
    path: Path, reading: Reading, findings: Iterable[Finding], *, blind: bool = False, prompts: bool = True
) -> None:
    """`blind`: whether to leave out data that would bias a judge. `prompts`: whether to include prompts and
    answers.

    Raises UserError if `path` cannot be written, or the bundle's own files cannot be read.
    """
    data = page_data(reading, findings, blind=blind, prompts=prompts)
    text = render_page(data, title=TITLE if blind else title_of(reading))
    write_whole(path, text, "choose another --html FILE")


def title_of(reading: Reading) -> str:
    return reading.started.title if reading.started else reading.path.stem


def page_data(
    reading: Reading, findings: Iterable[Finding], *, blind: bool = False, prompts: bool = True
) -> str:
    """Returns the data of the page as JSON: the parts of `page_parts`, and {events, annotations, forks,
    calls, blind}.
    """
    bundle = bundle_of(reading)
    name = judged_name(run_name(reading))
    events = without_bias(reading.events, name) if blind else reading.events
    parts = {
        **page_parts(reading, () if blind else findings),
        **({"run": json.dumps(name), "acts": "[]"} if blind else {}),
        "events": _lines(event.model_dump_json(exclude_none=True) for event in events),
        "annotations": annotations_part(None if blind else bundle),
        "forks": forks_part(None if blind else bundle),
        "calls": calls_part(reading) if prompts and not blind else "null",
        "blind": json.dumps(blind),
    }
    return as_object(parts)


def page_parts(reading: Reading, findings: Iterable[Finding]) -> dict[str, str]:
    """Returns the page's data except events, annotations, forks and calls, each part as JSON."""
    bundle = bundle_of(reading)
    manifest = bundle.manifest() if bundle else None
    return {
        "run": json.dumps(run_name(reading)),
        "findings": _lines(finding.line() for finding in findings),
        "acts": _lines(one.line() for one in read_readings(reading)),
        "arena": json.dumps(_arena(bundle.path / "arena.json") if bundle else None),
        "prices": json.dumps(manifest.prices if manifest else {}),
        "problems": json.dumps([str(problem) for problem in reading.problems]),
    }


def forks_part(bundle: RunBundle | None) -> str:
    """The tree of forks of which the run is a part, as JSON; 'null' if there is none."""
    tree = fork_tree(bundle) if bundle else None
    return tree.model_dump_json() if tree else "null"


def annotations_part(bundle: RunBundle | None) -> str:
    """Returns people's annotations of a run as JSON. Raises UserError for an invalid line."""
    return _lines(one.line() for one in (read_annotations(bundle) if bundle else ()))


def as_object(parts: Mapping[str, str]) -> str:
    """Builds a JSON object from values that are already JSON text."""
    return "{" + ",\n".join(f'"{name}":{text}' for name, text in parts.items()) + "}"


def render_page(data: str, *, title: str) -> str:
    """Returns the text of the HTML file. `data` is the result of `page_data`."""
    style, script = "".join(_source(name) for name in OWN_STYLES), link_scripts()
    policy = (
        f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    # In JSON, "<" stands in strings alone: escaped, nothing there can look like the end of its element.
    safe = data.replace("<", "\\u003c")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    run = f'<script type="application/json" id="data">{safe}</script>'
    return _fill(
        title=escape(f"{title}, replay"),
        head=f"{meta}\n<style>{style}</style>",
        foot=f'{run}\n<script type="module">{script}</script>',
    )


def served_page(*, assets: str) -> str:
    """Returns the document for a service that serves this directory's files under the path `assets`. The
    URL contains the run's name.
    """
    links = [f'<link rel="stylesheet" href="{assets}/{name}">' for name in STYLES]
    links += [f'<link rel="modulepreload" href="{assets}/{name}">' for name in _modules(WATCH)]
    script = f'<script type="module" src="{assets}/{WATCH}"></script>'
    return _fill(title="A run", head="\n".join(links), foot=script)


def _fill(**parts: str) -> str:
    return Template((FOLDER / "page.html").read_text(encoding="utf-8")).substitute(parts)


def link_scripts(start: str = START) -> str:
    """Returns all modules that `start` needs, in the order of their dependencies, linked by the names of
    their exports.
    """
    return "const modules = {}\n" + "".join(_modules(start).values())


def _modules(start: str) -> dict[str, str]:
    """Returns file name -> linked module. A module comes after those that it imports."""
    done: dict[str, str] = {}
    _link(start, done, ())
    return done


def _link(name: str, done: dict[str, str], within: tuple[str, ...]) -> None:
    if name in done:
        return
    if name in within:
        raise Fault(f"the page's scripts import each other: {' -> '.join((*within, name))}")
    source = _source(name)
    for needed in _IMPORT.finditer(source):
        _link(needed["file"], done, (*within, name))
    given = ", ".join(exported(name))
    taken = _IMPORT.sub(lambda one: f"const {{ {one['names']} }} = modules['{one['file']}']\n", source)
    body = _EXPORT.sub(lambda one: one["what"], taken)
    done[name] = f"modules['{name}'] = (() => {{\n{body}return {{ {given} }}\n}})()\n"


def exported(name: str) -> list[str]:
    """Returns the names that a module exports."""
    return [match["name"] for match in _EXPORT.finditer(_source(name))]


def _source(name: str) -> str:
    return generated().get(name) or (FOLDER / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _lines(records: Iterable[str]) -> str:
    return "[" + ",\n".join(records) + "]"


def _arena(path: Path) -> dict[str, object] | None:
    """Returns the surface with one colour per block; None if the run used another server."""
    try:
        arena = Arena.model_validate_json(read_file(path, within=path.parent))
    except FileNotFoundError:
        return None
    except (OSError, ValidationError) as error:
        why = (isinstance(error, OSError) and error.strerror) or str(error).splitlines()[0]
        raise UserError(f"cannot read {str(path)!r}: {why}; move it out of the run's directory") from error
    surface = arena.surface
    colours = bytes(part for colour in surface_colours(arena) for part in colour)
    return {
        "name": arena.name,
        "origin": surface.origin,
        "width": surface.width,
        "depth": surface.depth,
        "buildings": _buildings(arena),
        "stations": _stations(arena),
        "mobs": [{"kind": mob.kind, "x": mob.x, "z": mob.z} for mob in arena.mobs],
        "colours": base64.b64encode(colours).decode(),
    }


def _buildings(arena: Arena) -> list[dict[str, object]]:
    """Returns the name of each building with its position on the map, at the northern wall. Streets have no
    name.
    """
    named = []
    for building in arena.buildings:
        places = [place for places in building.blocks.values() for place in places]
        if places and building.structure != "street":
            xs, zs = [x for x, _, _ in places], [z for _, _, z in places]
            middle = {"x": (min(xs) + max(xs) + 1) / 2, "z": min(zs) + 1.5}
            named.append({"name": building.structure, **middle})
    return named


def _stations(arena: Arena) -> list[dict[str, object]]:
    """Returns the chests and work blocks that exist at the start, each as {block, x, z}."""
    return [
        {"block": block, "x": x, "z": z}
        for building in arena.buildings
        for block, places in building.blocks.items()
        if block in STATIONS
        for x, _, z in places
    ]
