"""Stores rows of several marts on disk until each mart is written in one commit."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

import pyarrow as pa

_COMPRESSED = pa.ipc.IpcWriteOptions(compression="lz4")


class Spool:
    """Arrow files in a separate folder, which is deleted at the end. Use as a context manager.

    All models run over a slice while it is staged, but Delta needs the rows of one mart after another. In between, the
    rows are on disk rather than in memory.
    """

    def __init__(self) -> None:
        self._folder = TemporaryDirectory(prefix="waypost-spool-")
        self._files: Counter[str] = Counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._folder.cleanup()

    def put(self, name: str, rows: pa.Table) -> None:
        """Append these rows to those stored under this name. All must have the same schema."""
        path = self._path(name, self._files[name])
        with pa.ipc.new_stream(str(path), rows.schema, options=_COMPRESSED) as writer:
            writer.write_table(rows)
        self._files[name] += 1

    def take(self, name: str, schema: pa.Schema) -> pa.RecordBatchReader:
        """Return the rows stored under this name as a stream, which is empty if there are none."""
        return pa.RecordBatchReader.from_batches(schema, self._batches(name))

    def _batches(self, name: str) -> Iterator[pa.RecordBatch]:
        for number in range(self._files[name]):
            yield from pa.ipc.open_stream(pa.memory_map(str(self._path(name, number))))

    def _path(self, name: str, number: int) -> Path:
        return Path(self._folder.name) / f"{name}.{number}.arrows"
