"""Writes export files to disk and streams them as base64 inside JSON, never whole in memory."""

import base64
import json
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import IO, Any

from starlette.responses import StreamingResponse

from api.domains.data_rights.exports.schemas import CsvFile
from api.kit.csv_cells import csv_lines
from warehouse.exports.columns import DICTIONARY_COLUMNS, FileColumn, dictionary_rows
from warehouse.exports.file_copy import FileFormat, Watch

MEDIA_TYPES: dict[FileFormat, str] = {
    "csv": "text/csv; charset=utf-8",
    "parquet": "application/vnd.apache.parquet",
}

_CHUNK = 3 * 2**15
"""Bytes per chunk. A multiple of three, so that encoded chunks can be concatenated."""

_BATCH = 5_000
"""Rows between two progress reports, and rows of a Parquet row group."""


class FileOnDisk:
    """A temporary file that is deleted when it has been sent."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="waypost-export-")
        self.path = Path(self._folder.name) / "export"

    def drop(self) -> None:
        """Delete the file."""
        self._folder.cleanup()

    def answer(self, about: CsvFile) -> StreamingResponse:
        """Return the response: the fields of `about`, followed by the file's bytes."""
        opened = self.path.open("rb")
        size = self.path.stat().st_size
        self.drop()  # the open file can still be read
        fields = about.model_dump(mode="json", by_alias=True, exclude={"data"})
        head = json.dumps(fields)[:-1].encode() + b', "data": "'
        tail = b'"}'
        length = len(head) + 4 * -(-size // 3) + len(tail)
        return StreamingResponse(
            _chunks(opened, head, tail),
            media_type="application/json",
            headers={"Content-Length": str(length), "Cache-Control": "no-store"},
        )


def _chunks(opened: IO[bytes], head: bytes, tail: bytes) -> Iterator[bytes]:
    with opened:
        yield head
        while chunk := opened.read(_CHUNK):
            yield base64.b64encode(chunk)
        yield tail


def write_rows(
    path: Path,
    file_format: FileFormat,
    columns: Sequence[FileColumn],
    rows: Iterable[Sequence[Any]],
    watch: Watch | None = None,
    total: int = 0,
) -> int:
    """Write rows from an iterator, and return how many there were."""
    batches = _counted(rows, watch, total)
    if file_format == "parquet":
        return _write_parquet(path, columns, batches)
    written = 0
    names = [column.name for column in columns]
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(csv_lines(names, ()))
        for batch in batches:
            written += len(batch)
            file.writelines(islice(csv_lines(names, batch), 1, None))
    return written


def write_dictionary(path: Path, columns: Sequence[FileColumn]) -> None:
    """Write the data dictionary of a file."""
    with path.open("w", encoding="utf-8", newline="") as file:
        file.writelines(csv_lines(DICTIONARY_COLUMNS, dictionary_rows(columns)))


def _write_parquet(
    path: Path, columns: Sequence[FileColumn], batches: Iterable[list[Sequence[Any]]]
) -> int:
    import pyarrow as pa
    import pyarrow.parquet as pq

    from warehouse.schemas import ARROW_TYPES

    types = {**ARROW_TYPES, "double": pa.float64()}
    schema = pa.schema([(column.name, types[column.type]) for column in columns])
    written = 0
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for batch in batches:
            written += len(batch)
            by_column = zip(*batch, strict=True)
            arrays = [
                pa.array(values, field.type)
                for values, field in zip(by_column, schema, strict=True)
            ]
            writer.write_batch(pa.record_batch(arrays, schema=schema))
    return written


def _counted(
    rows: Iterable[Sequence[Any]], watch: Watch | None, total: int
) -> Iterator[list[Sequence[Any]]]:
    done, left = 0, iter(rows)
    while batch := list(islice(left, _BATCH)):
        yield batch
        done += len(batch)
        if watch is not None and total:
            watch(min(done / total, 1.0))
