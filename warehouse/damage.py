"""Detects damaged data files: missing, truncated, or different from the table's log.

The log of a Delta table has the size and row count of each file. Comparing these and reading the footer detects
broken disks, truncated copies and wrong restores. Changed bytes in the middle are found only by reading the whole file
(`full`).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import stamina
import structlog
from deltalake.exceptions import CommitFailedError, DeltaError

from warehouse.builds.tables import mart_table
from warehouse.data_files import DataFile
from warehouse.datasets import filesystem_of
from warehouse.lake import Lake, LakeError, LakeTable
from warehouse.models.catalogue import marts
from warehouse.reader import LakeConnection
from warehouse.serving.storage import copies_in, folder_of, is_remote

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.fs as pafs

AT_ONCE = 8

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Damaged:
    """A damaged file. `problem` completes a sentence that begins with its path."""

    table: LakeTable
    file: DataFile
    problem: str

    @property
    def uri(self) -> str:
        """Return the expected location of the file."""
        return self.file.uri

    @property
    def path(self) -> str:
        """Return the file's path relative to the table."""
        return self.file.uri.removeprefix(f"{self.table.url.rstrip('/')}/")


class LakeUnreadableError(LakeError, OSError):
    """Part of the lake cannot be read. `files` are those known to be damaged."""

    def __init__(self, files: tuple[str, ...]) -> None:
        super().__init__(f"part of the lake cannot be read: {', '.join(files) or 'unknown file'}")
        self.files = files


def tables_of(lake: Lake) -> list[LakeTable]:
    """Return every table of the lake that exists: events, then marts."""
    return [
        table
        for table in (lake.events, *(mart_table(lake, name) for name in marts()))
        if table.exists()
    ]


def damaged_files(table: LakeTable, *, full: bool = False) -> list[Damaged]:
    """Return the files of the table's current version that differ from its log.

    Raises:
        DeltaError: the log itself cannot be read.
    """
    filesystem = filesystem_of(table)
    files = table.files()

    def look(file: DataFile) -> Damaged | None:
        path = Damaged(table, file, "").path
        problem = _problem(filesystem, path, table, file, full=full)
        return Damaged(table, file, problem) if problem else None

    with ThreadPoolExecutor(AT_ONCE) as looking:
        return [found for found in looking.map(look, files) if found is not None]


def _problem(
    filesystem: "pafs.FileSystem", path: str, table: LakeTable, file: DataFile, *, full: bool
) -> str | None:
    import pyarrow as pa
    import pyarrow.fs as pafs
    import pyarrow.parquet as pq

    (info,) = filesystem.get_file_info([path])
    if info.type == pafs.FileType.NotFound:
        return "is missing"
    if info.size != file.size:
        return f"has {info.size:,} bytes in place of {file.size:,}"
    try:
        with pq.ParquetFile(filesystem.open_input_file(path)) as parquet:
            if parquet.metadata.num_rows != file.rows:
                return f"has {parquet.metadata.num_rows:,} rows in place of {file.rows:,}"
            lacking = _lacking(parquet.schema_arrow, table, file)
            if lacking:
                return f"is of another table: it has no {', '.join(lacking)}"
            for _ in parquet.iter_batches() if full else ():
                pass
    except (pa.ArrowException, OSError) as unreadable:
        return f"cannot be read: {str(unreadable).splitlines()[0][:200]}"
    return None


def _lacking(schema: "pa.Schema", table: LakeTable, file: DataFile) -> list[str]:
    later = {column.rsplit(" as ", 1)[-1] for column in file.added}
    known = {*schema.names, *table.partition_by, *later}
    return [name for name in table.schema.names if name not in known]


def damaged_copies(lake: Lake) -> list[tuple[Path, str]]:
    """Return the damaged serving copies, each with its problem."""
    folder = folder_of(lake)
    found = []
    for path in copies_in(folder) if folder else ():
        try:
            with duckdb.connect(str(path), read_only=True) as copy:
                ((blocks, block_size),) = copy.execute(
                    "select total_blocks, block_size from pragma_database_size()"
                    " where database_name = current_database()"
                ).fetchall()
        except duckdb.Error as unreadable:
            found.append((path, f"cannot be opened: {str(unreadable).splitlines()[0][:200]}"))
            continue
        if path.stat().st_size < blocks * block_size:
            found.append((path, f"has less than its {blocks * block_size:,} bytes"))
    return found


def set_aside(lake: Lake, damaged: Sequence[Damaged], instead: "pa.Table") -> list[str]:
    """Move the files of one table into the lake's folder `quarantine`, and insert these rows into the table in their
    place. Return the new locations of the files, without those that were missing.

    The files are moved first. Until they are removed from the table, reads that need them fail, so that their rows are
    never counted twice or left out. A run after a crash continues where the previous one stopped.
    """
    if not damaged:
        return []
    table = damaged[0].table
    moved = [where for one in damaged if (where := move_to_quarantine(lake, one)) is not None]
    if instead.num_rows:
        table.append(instead, {})  # at positions that the table already contains
    drop_missing(table, {one.path for one in damaged})
    return moved


@stamina.retry(on=CommitFailedError, attempts=8, timeout=None, wait_initial=0.05, wait_max=2.0)
def drop_missing(table: LakeTable, paths: Collection[str]) -> None:
    """Remove these missing files from the table.

    Raises:
        LakeError: other files are missing too. Nothing was changed.
    """
    handle = table.handle()
    missing = set(handle.repair(dry_run=True)["files_removed"])
    if not missing <= set(paths):
        raise LakeError(f"{table.name} lacks other files too: {', '.join(missing - set(paths))}")
    if missing:
        handle.repair()


def move_to_quarantine(lake: Lake, one: Damaged) -> str | None:
    """Move a damaged file to quarantine. Return its new location, or None if it is missing."""
    import pyarrow.fs as pafs
    from deltalake.fs import DeltaStorageHandler

    below = one.uri.removeprefix(f"{lake.root}/")
    filesystem = pafs.PyFileSystem(DeltaStorageHandler(lake.root, lake.storage_options))
    (info,) = filesystem.get_file_info([below])
    if info.type == pafs.FileType.NotFound:
        return None
    kept = f"quarantine/{below}"
    filesystem.move(below, kept)
    return f"{lake.root}/{kept}"


def set_copy_aside(lake: Lake, path: Path) -> Path:
    """Move a damaged serving copy away. It is rewritten the next night or fetched again."""
    if is_remote(lake):
        path.unlink(missing_ok=True)
        return path
    kept = Path(lake.root) / "quarantine" / "serving" / path.name
    kept.parent.mkdir(parents=True, exist_ok=True)
    return path.rename(kept)


_OF_THE_QUESTION = (
    duckdb.InterruptException,
    duckdb.OutOfMemoryException,
    duckdb.ConnectionException,
)
_OF_FILES = (
    duckdb.IOException,
    duckdb.SerializationException,
    duckdb.InternalException,
    duckdb.FatalException,
)


def unreadable(lake: Lake, error: duckdb.Error) -> LakeUnreadableError | None:
    """Return the damage behind a failed query, or None if it failed for another reason.

    DuckDB raises various errors for damaged files, so the files themselves are checked.
    """
    if isinstance(error, _OF_THE_QUESTION):
        return None
    files = tuple(one.uri for one in _quick_look(lake))
    names_a_file = (
        isinstance(error, _OF_FILES)
        or (isinstance(error, duckdb.InvalidInputException) and "file" in str(error).lower())
        or type(error) is duckdb.Error
    )
    if not files and not names_a_file:
        return None
    log.error(
        "lake partly unreadable",
        damaged=list(files),
        error=str(error).splitlines()[0],
        advice="waypost doctor --full" if not files else "waypost repair",
    )
    return LakeUnreadableError(files)


@contextmanager
def renewed_if_unreadable(lake: Lake, connection: LakeConnection) -> Iterator[None]:
    """Renew the connection if it meets a damaged file in the block, because it must not be used again.

    Raises:
        LakeUnreadableError: part of the lake cannot be read.
    """
    try:
        yield
    except duckdb.Error as error:
        reason = unreadable(lake, error)
        if reason is None:
            raise
        connection.renew()
        raise reason from error


def _quick_look(lake: Lake) -> Iterable[Damaged]:
    for table in tables_of(lake):
        try:
            yield from damaged_files(table)
        except (DeltaError, OSError) as failure:
            log.warning("table unreadable", table=table.url, error=str(failure))
