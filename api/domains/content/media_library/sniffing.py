"""Detects the actual type of a file regardless of its name, and whether it is valid as another type too."""

from api.domains.content.media_library.errors import (
    HeicRefused,
    NotAPicture,
    SvgRefused,
    bad_picture,
)

_ACTIVE = (b"<script", b"<?php", b"<!doctype html", b"<html", b"<iframe")
"""Text that no camera or editor writes into a picture. It does not occur by chance at this length either."""

_APPENDED = (b"PK\x03\x04", b"PK\x05\x06", b"%PDF-", b"MZ\x90\x00", b"\x7fELF", b"Rar!\x1a")
"""Signatures of archives, documents and programs, searched only after the end of a picture."""

_HEIC = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1")
"""The brands of iPhone pictures. Only Safari shows them."""


def picture_format(data: bytes) -> str:
    """Return the format by Pillow's name. Raises for unsupported formats and for files that are two formats at once."""
    found = _by_signature(data)
    if found is None:
        start = data[:2048].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
        if start.startswith((b"<svg", b"<?xml", b"<!doctype svg", b"<!--")) and b"<svg" in start:
            raise SvgRefused
        if data[4:8] == b"ftyp" and data[8:12] in _HEIC:
            raise HeicRefused
        raise NotAPicture
    lower = data.lower()
    if any(text in lower for text in _ACTIVE) or _has_appended(data, found):
        raise bad_picture(
            "This file is a picture and something else at the same time. "
            "Open it in a picture editor and save it again.",
            "polyglot",
        )
    return found


def _by_signature(data: bytes) -> str | None:
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "GIF"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    if data[4:12] in (b"ftypavif", b"ftypavis"):
        return "AVIF"
    return None


def _has_appended(data: bytes, found: str) -> bool:
    end = _END.get(found, _nowhere)(data)
    behind = data[end:]
    return any(text in behind for text in _APPENDED)


def _end_of_png(data: bytes) -> int:
    at = 8
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4])
        kind = data[at + 4 : at + 8]
        at += 12 + length
        if kind == b"IEND":
            return at
    return len(data)


def _end_of_webp(data: bytes) -> int:
    return 8 + int.from_bytes(data[4:8], "little")


def _end_of_jpeg(data: bytes) -> int:
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xD9:
            return at + 2
        if marker == 0xFF:
            at += 1
            continue
        at += 2 + int.from_bytes(data[at + 2 : at + 4])
        if marker == 0xDA:
            at = _end_of_scan(data, at)
    return min(at, len(data))


def _end_of_scan(data: bytes, at: int) -> int:
    """Return the position of the marker that ends a run of compressed bytes."""
    while (at := data.find(b"\xff", at)) >= 0:
        following = data[at + 1 : at + 2]
        if following and following[0] not in (0, 0xFF, *range(0xD0, 0xD8)):
            return at
        at += 1 if following == b"\xff" else 2
    return len(data)


def _end_of_gif(data: bytes) -> int:
    at = 13 + _colours(data, 10)
    while at < len(data):
        if data[at] == 0x3B:
            return at + 1
        if data[at] == 0x2C:
            at += 11 + _colours(data, at + 9)
        elif data[at] == 0x21:
            at += 2
        else:
            break
        while at < len(data) and data[at]:
            at += 1 + data[at]
        at += 1
    return min(at, len(data))


def _colours(data: bytes, at: int) -> int:
    """Return the size in bytes of the colour table that these flags announce."""
    flags = data[at] if at < len(data) else 0
    return 3 << (1 + (flags & 7)) if flags & 0x80 else 0


def _nowhere(data: bytes) -> int:
    return len(data)


_END = {
    "PNG": _end_of_png,
    "JPEG": _end_of_jpeg,
    "WEBP": _end_of_webp,
    "GIF": _end_of_gif,
}
