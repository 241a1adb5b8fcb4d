"""Draws an arena from above: one plain colour per block, darker if it is lower, and one dot per mob.

The colours are our own; if a block has none, its colour is computed from its name.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence

from minecrew.mc_server import Arena

SCALE = 6
"""Pixels per block."""
SHADE = 0.045
"""The share of light that is subtracted per block of depth and added per block of height, within limits."""

SIGNATURE = b"\x89PNG\r\n\x1a\n"
EIGHT_BITS, TRUECOLOUR = 8, 2
"""The bit depth and the colour type of the PNG file."""

Colour = tuple[int, int, int]

COLOURS: dict[str, Colour] = {
    "grass_block": (122, 170, 88),
    "dirt": (134, 98, 66),
    "stone": (148, 148, 150),
    "bedrock": (60, 60, 62),
    "water": (72, 124, 204),
    "sugar_cane": (168, 214, 120),
    "oak_leaves": (62, 116, 48),
    "birch_leaves": (98, 142, 70),
    "spruce_leaves": (44, 84, 58),
    "jungle_leaves": (46, 132, 30),
    "acacia_leaves": (112, 132, 40),
    "dark_oak_leaves": (46, 92, 34),
    "oak_log": (104, 78, 46),
    "birch_log": (214, 210, 196),
    "dandelion": (240, 214, 60),
    "poppy": (206, 56, 48),
    "azure_bluet": (226, 230, 236),
    "oxeye_daisy": (238, 236, 220),
    "blue_orchid": (52, 168, 222),
    "allium": (182, 114, 224),
    "red_tulip": (214, 70, 40),
    "orange_tulip": (234, 140, 40),
    "white_tulip": (232, 240, 232),
    "pink_tulip": (236, 170, 206),
    "cornflower": (74, 104, 224),
    "lily_of_the_valley": (240, 244, 240),
    "wheat": (222, 186, 84),
    "carrots": (228, 130, 40),
    "potatoes": (196, 172, 92),
    "beetroots": (150, 44, 56),
    "melon": (112, 150, 32),
    "pumpkin": (222, 134, 28),
    "brown_mushroom": (150, 112, 84),
    "red_mushroom": (216, 44, 40),
    "podzol": (92, 64, 30),
    "sand": (222, 208, 160),
    "clay": (160, 166, 178),
    "cactus": (84, 126, 44),
    "bamboo": (140, 176, 60),
    "mossy_cobblestone": (110, 124, 96),
    "cobweb": (228, 232, 234),
    "farmland": (98, 68, 42),
    "polished_andesite": (176, 178, 176),
    "stone_bricks": (124, 124, 126),
    "oak_planks": (184, 148, 92),
    "spruce_planks": (120, 88, 52),
    "birch_planks": (212, 194, 142),
    "dark_oak_planks": (92, 58, 36),
    "coal_ore": (44, 44, 48),
    "iron_ore": (214, 168, 140),
    "gold_ore": (244, 208, 62),
    "redstone_ore": (204, 40, 40),
    "lapis_ore": (38, 74, 180),
    "diamond_ore": (92, 224, 220),
}
MOBS: dict[str, Colour] = {
    "cow": (72, 46, 32),
    "sheep": (246, 246, 242),
    "pig": (240, 158, 152),
    "chicken": (250, 226, 120),
    "villager": (150, 60, 170),
}
SPAWN: Colour = (255, 255, 255)
EDGE: Colour = (24, 24, 26)


def draw_map(arena: Arena) -> list[bytes]:
    """The arena as rows of pixels, north first, with three bytes per pixel."""
    surface = arena.surface
    width = surface.width * SCALE
    pixels = [bytearray(width * 3) for _ in range(surface.depth * SCALE)]
    for cell, colour in enumerate(surface_colours(arena)):
        z, x = divmod(cell, surface.width)
        _fill(pixels, x * SCALE, z * SCALE, SCALE, SCALE, colour)
    for mob in arena.mobs:
        x, z = _pixel(arena, mob.x, mob.z)
        _fill(pixels, x - 3, z - 3, 6, 6, EDGE)
        _fill(pixels, x - 2, z - 2, 4, 4, MOBS.get(mob.kind) or _colour(mob.kind))
    x, z = _pixel(arena, arena.spawn[0], arena.spawn[2])
    _fill(pixels, x - 8, z - 1, 16, 2, SPAWN)
    _fill(pixels, x - 1, z - 8, 2, 16, SPAWN)
    return [bytes(row) for row in pixels]


def png_bytes(rows: Sequence[bytes]) -> bytes:
    """The PNG file. `rows`: from top to bottom, all of the same length, with three bytes per pixel."""
    header = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), EIGHT_BITS, TRUECOLOUR, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", pixels) + _chunk(b"IEND", b"")


def surface_colours(arena: Arena) -> Iterator[Colour]:
    """One colour per block of the surface, row by row along x."""
    surface = arena.surface
    level = round(arena.spawn[1]) - 1
    for index, height in zip(surface.cells, surface.heights, strict=True):
        yield _shaded(_colour(surface.palette[index]), height - level)


def _pixel(arena: Arena, x: float, z: float) -> tuple[int, int]:
    left, top = arena.surface.origin
    return round((x - left) * SCALE), round((z - top) * SCALE)


def _colour(name: str) -> Colour:
    drawn = zlib.crc32(name.encode())
    return COLOURS.get(name) or (64 + drawn % 128, 64 + drawn // 128 % 128, 64 + drawn // 16384 % 128)


def _shaded(colour: Colour, rise: int) -> Colour:
    light = max(0.35, min(1.15, 1 + SHADE * rise))
    red, green, blue = (min(255, round(part * light)) for part in colour)
    return red, green, blue


def _fill(pixels: list[bytearray], x: int, z: int, width: int, depth: int, colour: Colour) -> None:
    for row in pixels[max(0, z) : max(0, z + depth)]:
        left, right = max(0, x), min(len(row) // 3, x + width)
        if left < right:
            row[left * 3 : right * 3] = bytes(colour) * (right - left)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
