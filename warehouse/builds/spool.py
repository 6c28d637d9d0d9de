"""Rows of several marts that are kept on disk until each is written in one commit."""

from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

import pyarrow as pa

_COMPRESSED = pa.ipc.IpcWriteOptions(compression="lz4")


class Spool:
    """One Arrow stream a mart in a folder of its own, which goes with it. Use as a context manager.

    Models run over a slice while it is staged, all of them; Delta wants the rows of one mart after
    another. In between they lie here rather than in memory.
    """

    def __init__(self) -> None:
        self._folder = TemporaryDirectory(prefix="waypost-spool-")
        self._writers: dict[str, pa.RecordBatchStreamWriter] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for writer in self._writers.values():
            writer.close()
        self._folder.cleanup()

    def put(self, name: str, rows: pa.Table) -> None:
        """Keep these rows of the mart behind those that are kept already; all have the same schema."""
        if name not in self._writers:
            self._writers[name] = pa.ipc.new_stream(
                str(self._path(name)), rows.schema, options=_COMPRESSED
            )
        self._writers[name].write_table(rows)

    def take(self, name: str, schema: pa.Schema) -> pa.RecordBatchReader:
        """The rows of the mart that were kept, as they are read; none where none were put."""
        if name not in self._writers:
            return pa.RecordBatchReader.from_batches(schema, [])
        self._writers.pop(name).close()
        return pa.ipc.open_stream(pa.memory_map(str(self._path(name))))

    def _path(self, name: str) -> Path:
        return Path(self._folder.name) / f"{name}.arrows"
