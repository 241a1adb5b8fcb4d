"""Makes a PNG of RGB rows, with the standard library alone."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

SIGNATURE = b"\x89PNG\r\n\x1a\n"
EIGHT_BITS, TRUECOLOUR = 8, 2


def png_bytes(rows: Sequence[bytes]) -> bytes:
    """The file. `rows` from the top, each three bytes a pixel and all of one length."""
    header = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), EIGHT_BITS, TRUECOLOUR, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", pixels) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
