"""Makes a screenshot small: reduces it to a palette of 256 colours, and compresses it with zlib's best level.

The colours of flat areas and letters do not change visibly. The input must have the format that browsers
write: 8 bits per channel, not interlaced.
"""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterator

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MOST = 256
AREAS = 64
"""Number of colours that are kept: the most frequent ones, as in areas and letters. The others are merged."""
CHANNELS = {2: 3, 6: 4}
"""Colour type -> bytes per pixel: RGB, and RGB with an alpha channel."""
INDEXED = 3


def shrink(png: bytes) -> bytes:
    """Returns nearly the same picture in fewer bytes. Raises ValueError if `png` has another format."""
    width, height, pixels = _pixels(png)
    palette, index = _palette(Counter(pixels))
    data = bytes(index[pixel] for pixel in pixels)
    rows = b"".join(b"\0" + data[start : start + width] for start in range(0, width * height, width))
    header = struct.pack(">IIBBBBB", width, height, 8, INDEXED, 0, 0, 0)
    chunks = (
        (b"IHDR", header),
        (b"PLTE", b"".join(palette)),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    return SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks)


def _palette(counts: Counter[bytes]) -> tuple[list[bytes], dict[bytes, int]]:
    """Returns the palette, and colour -> its index in the palette.

    Rare hues are kept, too, because merged colours must be equally similar everywhere.
    """
    return next(found for bits in range(8, 0, -1) if len((found := _alike(counts, bits))[0]) <= MOST)


def _alike(counts: Counter[bytes], bits: int) -> tuple[list[bytes], dict[bytes, int]]:
    """Keeps the AREAS most frequent colours, and merges others that agree in the first `bits` per channel."""
    palette: list[bytes] = []
    groups: dict[bytes, int] = {}
    index: dict[bytes, int] = {}
    for colour, _ in counts.most_common():
        group = bytes(part >> (8 - bits) for part in colour) if len(index) >= AREAS else colour
        if group not in groups:
            groups[group] = len(palette)
            palette.append(colour)
        index[colour] = groups[group]
    return palette, index


def _pixels(png: bytes) -> tuple[int, int, list[bytes]]:
    """Returns width, height, and every pixel as three bytes."""
    if not png.startswith(SIGNATURE):
        raise ValueError("not a PNG file")
    chunks = list(_chunks(png))
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[0][1])
    if depth != 8 or kind not in CHANNELS or interlaced:
        raise ValueError(f"not a browser's screenshot: {depth} bits, colour type {kind}")
    each = CHANNELS[kind]
    packed = zlib.decompress(b"".join(data for name, data in chunks if name == b"IDAT"))
    size = width * each
    above = bytearray(size)
    pixels: list[bytes] = []
    for start in range(0, height * (size + 1), size + 1):
        row = _unfiltered(packed[start], bytearray(packed[start + 1 : start + 1 + size]), above, each)
        pixels += [bytes(row[at : at + 3]) for at in range(0, size, each)]
        above = row
    return width, height, pixels


def _unfiltered(rule: int, row: bytearray, above: bytearray, each: int) -> bytearray:
    """The five filters of the PNG specification, section 9."""
    for at in range(len(row)):
        left = row[at - each] if at >= each else 0
        corner = above[at - each] if at >= each else 0
        match rule:
            case 1:
                row[at] = (row[at] + left) & 255
            case 2:
                row[at] = (row[at] + above[at]) & 255
            case 3:
                row[at] = (row[at] + (left + above[at]) // 2) & 255
            case 4:
                row[at] = (row[at] + _paeth(left, above[at], corner)) & 255
    return row


def _paeth(left: int, above: int, corner: int) -> int:
    guess = left + above - corner
    return min((left, above, corner), key=lambda one: abs(guess - one))


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
