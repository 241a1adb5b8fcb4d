"""The report's page: a single HTML file that opens without a network connection."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape

from minecrew.report.analysis import Row
from minecrew.report.figure_tables import ReportTable

STYLE = """
:root { color-scheme: light dark; --line: #8884; --dim: #777; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin-bottom: 0; } h2 { margin-top: 2.2rem; border-bottom: 1px solid var(--line); }
table { border-collapse: collapse; font-size: 13px; display: block; overflow-x: auto; }
th, td { text-align: left; padding: .2rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
p.about, figcaption, .dim, .doubted { color: var(--dim); font-size: 13px; }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; background: #fff; }
details ul { columns: 2; font-size: 12px; } code { font-size: 12px; } pre { overflow-x: auto; }
"""


def page(title: str, question: str, sections: Iterable[tuple[str, str]]) -> str:
    """`sections` maps headings to their HTML."""
    body = "".join(f"<h2>{escape(head)}</h2>\n{content}\n" for head, content in sections)
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n<h1>{escape(title)}</h1>\n<p>{escape(question)}</p>\n{body}</html>\n"
    )


def table_html(table: ReportTable, link: Callable[[Sequence[Row]], str]) -> str:
    """`link`: returns the HTML that links to the runs of a row."""
    heads = "".join(f"<th>{escape(one)}</th>" for one in (*table.heads, "based on"))
    rows = "".join(
        _line(cells, link(runs), grey=place in table.doubted)
        for place, (cells, runs) in enumerate(zip(table.rows, table.runs, strict=True))
    )
    files = f'<a href="tables/{table.name}.csv">CSV</a>, <a href="tables/{table.name}.tex">LaTeX</a>'
    about = f'<p class="about">{escape(table.about)} {files}</p>'
    return f"{about}\n<table><thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody></table>"


def _line(cells: Sequence[str], runs: str, *, grey: bool) -> str:
    told = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    return f"<tr{' class=doubted' if grey else ''}>{told}<td>{runs}</td></tr>\n"


def figure_html(name: str, svg: bytes, about: str, command: str) -> str:
    drawn = svg.decode()
    drawn = drawn[drawn.index("<svg") :]
    files = f'<a href="figures/{name}.svg">SVG</a>, <a href="figures/{name}.png">PNG</a>'
    caption = f"{escape(about)} {files}. Made by <code>{escape(command)}</code>"
    return f"<figure>{drawn}<figcaption>{caption}</figcaption></figure>"


def paragraphs(text: str) -> str:
    parts = (" ".join(part.split()) for part in text.strip().split("\n\n"))
    return "".join(f"<p>{escape(part)}</p>" for part in parts if part)


def list_html(lines: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"
