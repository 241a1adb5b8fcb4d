"""The view of one run: as one HTML file that opens offline, and as a service serves it, of the same modules.

Offline, style, script and the run are in the file, and it asks for nothing: the .js files, ES modules that a
browser can load as they are, are laid one after the other, each in a scope of its own. The run is data, not
code: no text in it can end its element, and the page's own policy lets only this very script run and forbids
every request. Served, the browser loads the modules, and these ask the service for the run.
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
from minecrew.judging.blind import TITLE, blind_events, blind_name
from minecrew.mc_server import Arena
from minecrew.page.tables import generated
from minecrew.runlog import (
    Fault,
    Reading,
    RunBundle,
    UserError,
    bundle_of,
    read_file,
    run_name,
    write_whole,
)
from minecrew.worlds.map import surface_colours

__all__ = [
    "annotations_part",
    "as_object",
    "generated",
    "page_data",
    "page_parts",
    "render_page",
    "served_page",
    "write_page",
]

FOLDER = Path(__file__).parent
START = "start.js"
WATCH = "watch.js"
STYLES = ("style.css", "tables.css", "nav.css", "watch.css")
"""Of the view that is served."""
_IMPORT = re.compile(r"^import \{ (?P<names>[\w, ]+) \} from '\./(?P<file>[\w.]+)'\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?P<what>(?:async )?(?:class|const|function) (?P<name>\w+))", re.MULTILINE)


def write_page(path: Path, reading: Reading, findings: Iterable[Finding], *, blind: bool = False) -> None:
    """`blind`: without anybody's judgements, for whoever is to judge.

    Raises UserError if `path` cannot be written, or the bundle's own files cannot be read.
    """
    data = page_data(reading, findings, blind=blind)
    told = reading.started.title if reading.started else reading.path.stem
    text = render_page(data, title=TITLE if blind else told)
    write_whole(path, text, "choose another --html FILE")


def page_data(reading: Reading, findings: Iterable[Finding], *, blind: bool = False) -> str:
    """What the page shows, as JSON: {run, events, findings, annotations, arena, problems}."""
    bundle = bundle_of(reading)
    events = blind_events(reading) if blind else reading.events
    parts = {
        **page_parts(reading, () if blind else findings),
        "events": _lines(event.model_dump_json(exclude_none=True) for event in events),
        "annotations": annotations_part(None if blind else bundle),
    }
    if blind:
        parts |= {"run": json.dumps(blind_name(run_name(reading))), "blind": "true"}
    return as_object(parts)


def page_parts(reading: Reading, findings: Iterable[Finding]) -> dict[str, str]:
    """What the page shows beside events and annotations, each part as JSON."""
    bundle = bundle_of(reading)
    return {
        "run": json.dumps(run_name(reading)),
        "findings": _lines(finding.line() for finding in findings),
        "arena": json.dumps(_arena(bundle.path / "arena.json") if bundle else None),
        "problems": json.dumps([str(problem) for problem in reading.problems]),
    }


def annotations_part(bundle: RunBundle | None) -> str:
    """What people say of a run, as JSON. Raises UserError with the line that is none."""
    return _lines(one.line() for one in (read_annotations(bundle) if bundle else ()))


def as_object(parts: Mapping[str, str]) -> str:
    """A JSON object of values that are JSON already."""
    return "{" + ",\n".join(f'"{name}":{text}' for name, text in parts.items()) + "}"


def render_page(data: str, *, title: str) -> str:
    """The text of the HTML file; `data` is what `page_data` gives."""
    style, script = _source("style.css") + _source("tables.css"), link_scripts()
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
    """For whoever serves this directory's files below the path `assets`. Which run, its URL tells."""
    links = [f'<link rel="stylesheet" href="{assets}/{name}">' for name in STYLES]
    links += [f'<link rel="modulepreload" href="{assets}/{name}">' for name in _modules(WATCH)]
    script = f'<script type="module" src="{assets}/{WATCH}"></script>'
    return _fill(title="A run", head="\n".join(links), foot=script)


def _fill(**parts: str) -> str:
    return Template((FOLDER / "page.html").read_text(encoding="utf-8")).substitute(parts)


def link_scripts(start: str = START) -> str:
    """All modules that `start` needs, in the order of need; what one exports, another takes by name."""
    return "const modules = {}\n" + "".join(_modules(start).values())


def _modules(start: str) -> dict[str, str]:
    """File name -> the module, linked; what one needs stands before it."""
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
    given = ", ".join(match["name"] for match in _EXPORT.finditer(source))
    taken = _IMPORT.sub(lambda one: f"const {{ {one['names']} }} = modules['{one['file']}']\n", source)
    body = _EXPORT.sub(lambda one: one["what"], taken)
    done[name] = f"modules['{name}'] = (() => {{\n{body}return {{ {given} }}\n}})()\n"


def _source(name: str) -> str:
    return generated().get(name) or (FOLDER / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _lines(records: Iterable[str]) -> str:
    return "[" + ",\n".join(records) + "]"


def _arena(path: Path) -> dict[str, object] | None:
    """The surface with a colour a block; None if the world was not ours."""
    try:
        arena = Arena.model_validate_json(read_file(path))
    except FileNotFoundError:
        return None
    except (OSError, ValidationError) as error:
        why = (isinstance(error, OSError) and error.strerror) or str(error).splitlines()[0]
        raise UserError(f"cannot read {str(path)!r}: {why}; move it away") from error
    surface = arena.surface
    colours = bytes(part for colour in surface_colours(arena) for part in colour)
    return {
        "name": arena.name,
        "origin": surface.origin,
        "width": surface.width,
        "depth": surface.depth,
        "buildings": _buildings(arena),
        "colours": base64.b64encode(colours).decode(),
    }


def _buildings(arena: Arena) -> list[dict[str, object]]:
    """The name of each and where it is to be read, at its northern wall; a street needs no name."""
    named = []
    for building in arena.buildings:
        xs, _, zs = zip(*(place for places in building.blocks.values() for place in places), strict=True)
        if building.structure != "street":
            middle = {"x": (min(xs) + max(xs) + 1) / 2, "z": min(zs) + 1.5}
            named.append({"name": building.structure, **middle})
    return named
