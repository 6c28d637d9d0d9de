"""Rows of several marts that are kept on disk until each is written in one commit."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

import pyarrow as pa

_COMPRESSED = pa.ipc.IpcWriteOptions(compression="lz4")


class Spool:
    """Arrow files in a folder of its own, which goes with it. Use as a context manager.

    Models run over a slice while it is staged, all of them; Delta wants the rows of one mart after
    another. In between they lie here rather than in memory.
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
        """Keep these rows behind those that are kept under this name; all have the same schema."""
        path = self._path(name, self._files[name])
        with pa.ipc.new_stream(str(path), rows.schema, options=_COMPRESSED) as writer:
            writer.write_table(rows)
        self._files[name] += 1

    def take(self, name: str, schema: pa.Schema) -> pa.RecordBatchReader:
        """The rows that were kept under this name, as they are read; none where none were put."""
        return pa.RecordBatchReader.from_batches(schema, self._batches(name))

    def _batches(self, name: str) -> Iterator[pa.RecordBatch]:
        for number in range(self._files[name]):
            yield from pa.ipc.open_stream(pa.memory_map(str(self._path(name, number))))

    def _path(self, name: str, number: int) -> Path:
        return Path(self._folder.name) / f"{name}.{number}.arrows"
