"""Lists the arenas, and shows an arena as a PNG map with counts."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from minecrew.mc_server import arena_cards, make_arena
from minecrew.runlog import write_whole
from minecrew.terminal import say_error
from minecrew.terminal.formatting import items
from minecrew.worlds.map import draw_map, png_bytes


def list_arenas(console: Console, *, json: bool = False) -> None:
    cards = arena_cards(say_error)
    if json:
        console.file.write(f"[{','.join(card.model_dump_json() for card in cards)}]\n")
        return
    for card in cards:
        console.print(Text(card.name, style="bold").append(f": {card.holds}", style="not bold"))
        if card.walk:
            console.print(f"  reachable on foot: at least {items(card.walk)}", highlight=False)
        if card.dig:
            dug = f"  reachable by digging through at most {card.digging} blocks: at least {items(card.dig)}"
            console.print(dug, highlight=False)


def draw_arena(name: str, seed: int) -> bytes:
    """The map of an arena, as a PNG file."""
    return png_bytes(draw_map(make_arena(name, seed=seed)))


def show_arena(name: str, seed: int, path: Path, console: Console) -> None:
    """Writes the map to `path` and prints the number of each kind of block and mob."""
    arena = make_arena(name, seed=seed)
    write_whole(path, png_bytes(draw_map(arena)), "choose another --out FILE")
    table = Table("What", "How many")
    table.columns[1].justify = "right"
    for what, count in sorted(arena.resources.items(), key=lambda pair: (-pair[1], pair[0])):
        table.add_row(what, str(count))
    console.print(table)
    for item, bears in arena.capacity.items():
        left = f"{bears.keep} of {bears.stock} {item} must be left so that the others can grow back"
        console.print(left, highlight=False)
    console.print(
        f"{path}: seen from above; north is up, and the white cross is where the crew arrives", soft_wrap=True
    )
