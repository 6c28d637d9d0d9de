"""CSV files on their way out: kept on disk, sent as base64 inside JSON, never whole in memory."""

import base64
import json
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from starlette.responses import StreamingResponse

from api.kit.csv_cells import csv_lines

_PIECE = 3 * 2**15
"""Bytes at a time; a multiple of three, so that base64 of the pieces is base64 of the whole."""


class CsvOnDisk:
    """A file that is gone once it was sent."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._folder = tempfile.TemporaryDirectory(prefix="waypost-export-")
        self.path = Path(self._folder.name) / "export.csv"

    def write(self, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Fill it."""
        with self.path.open("w", encoding="utf-8", newline="") as file:
            file.writelines(csv_lines(header, rows))

    def drop(self) -> None:
        """Remove it."""
        self._folder.cleanup()

    def answer(self) -> StreamingResponse:
        """The answer that carries it."""
        opened = self.path.open("rb")
        size = self.path.stat().st_size
        self.drop()  # what is open can still be read
        about = {"file_name": self.name, "media_type": "text/csv; charset=utf-8", "job_id": None}
        head = json.dumps(about)[:-1].encode() + b', "data": "'
        tail = b'"}'
        length = len(head) + 4 * -(-size // 3) + len(tail)
        return StreamingResponse(
            _pieces(opened, head, tail),
            media_type="application/json",
            headers={"Content-Length": str(length), "Cache-Control": "no-store"},
        )


def _pieces(opened: IO[bytes], head: bytes, tail: bytes) -> Iterator[bytes]:
    with opened:
        yield head
        while piece := opened.read(_PIECE):
            yield base64.b64encode(piece)
        yield tail
