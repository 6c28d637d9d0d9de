"""Delta tables of the lake. Each commit includes the positions that it covers.

A table stores its highest position per Kafka partition as the Delta app transaction `<table>-<partition>`. delta-rs
does not refuse an equal or lower version (delta-rs issue 2580). Therefore a writer reads the versions from a fresh
handle, checks them, and writes with the same handle. If another commit happens in between, its own commit fails.
"""

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import stamina
from deltalake import (
    CommitProperties,
    DeltaTable,
    Field,
    Transaction,
    WriterProperties,
    write_deltalake,
)
from deltalake.exceptions import CommitFailedError, DeltaError

from runtime.settings import Settings
from warehouse.data_files import DataFile, listed_files, sql_column
from warehouse.table_notes import TableNotes, notes_of_events

if TYPE_CHECKING:
    import pyarrow as pa

RETENTION_HOURS = 7 * 24
EVENT_ROW_GROUP = 122_880
MART_ROW_GROUP = 16_384
"""Marts are sorted by organisation, so a reader skips the row groups of other organisations."""

_CONFIGURATION: dict[str, str | None] = {
    "delta.logRetentionDuration": "interval 7 days",
    "delta.deletedFileRetentionDuration": "interval 7 days",
    "delta.checkpointInterval": "25",
}

OF_PERSONS = frozenset({"visitor_id", "visitor", "customer_key", "user_agent", "data"})
"""Columns without statistics in the table's log, because a minimum is an identifier and the log outlives the file."""

_ADDED = "waypost.addedColumns"
_PLAIN_TEXTS = "waypost.plainTexts"
"""Table property that is set if no file has the Arrow type `string_view` (`warehouse.text_files`)."""


def _count_of(app: str) -> str:
    """Return the name of the app transaction that stores the number of partitions: looking up a missing one is slow."""
    return f"{app}-count"


class LakeError(Exception):
    """Base of errors of the lake."""


class AlreadyLandedError(LakeError):
    """The table already contains a position of the batch. Nothing was written."""


class LakeConflictError(LakeError):
    """Another writer committed first. The caller should read the positions again and retry."""


class LakeTable:
    """A Delta table. It is reopened for each write to check its current positions."""

    def __init__(
        self,
        name: str,
        url: str,
        schema: "pa.Schema",
        partition_by: list[str],
        storage_options: Mapping[str, str],
        row_group: int = EVENT_ROW_GROUP,
        notes: Callable[[], TableNotes] | None = None,
    ) -> None:
        self.name = name
        self.url = url
        self.schema = schema
        self.partition_by = partition_by
        self.storage_options = dict(storage_options)
        self._notes = notes
        self.superseded: tuple[str, ...] = ()  # columns of older versions, see `schema_changes`
        self._writer = WriterProperties(compression="ZSTD", max_row_group_size=row_group)

    def exists(self) -> bool:
        return DeltaTable.is_deltatable(self.url, storage_options=self.storage_options)

    def ensure(self) -> Self:
        """Create the table, or add missing columns to an older one. Safe to call concurrently."""
        self.ensured()
        return self

    def ensured(self) -> DeltaTable:
        """Like `ensure`, but return a handle on the newest version."""
        notes = self._notes() if self._notes else TableNotes(self.name)
        if not self.exists():
            return DeltaTable.create(
                self.url,
                schema=notes.on_schema(self.schema),
                name=notes.name,
                description=notes.description,
                mode="ignore",
                partition_by=self.partition_by,
                configuration={**_CONFIGURATION, **self.statistics()},
                storage_options=self.storage_options,
            )
        noted: DeltaTable = self._retried(lambda: notes.write_to(self._with_all_columns()))
        return noted

    def _with_all_columns(self) -> DeltaTable:
        """Add the columns that an older table lacks, with null in existing rows, and return the table.

        The added columns are stored in the table's properties, so that readers know which columns old files lack.
        """
        table = self.handle()
        present = {column.name for column in table.schema().fields}
        missing = [column for column in self.schema if column.name not in present]
        if not missing:
            return table
        fixed = [column.name for column in missing if not column.nullable]
        if fixed:
            raise LakeError(f"{self.name}: columns added later must be nullable: {fixed}")
        added = [*self._added(table), *(column.name for column in missing)]
        table.alter.set_table_properties(
            {_ADDED: ",".join(dict.fromkeys(added)), **self.statistics()},
            raise_if_not_exists=False,
        )
        try:
            table.alter.add_columns([Field.from_arrow(column) for column in missing])
        except DeltaError:
            # Another process of the new version may have added them.
            table = self.handle()
            present = {column.name for column in table.schema().fields}
            if any(column.name not in present for column in missing):
                raise
        return table

    def has_plain_texts(self) -> bool:
        """Return whether no file has text columns that filters cannot read."""
        return self.handle().metadata().configuration.get(_PLAIN_TEXTS) == "true"

    def note_plain_texts(self) -> None:
        """Set that property. Conflicts with appends and compaction are retried."""
        fields: dict[str, str] = {_PLAIN_TEXTS: "true"}
        self._retried(
            lambda: self.handle().alter.set_table_properties(fields, raise_if_not_exists=False)
        )

    @staticmethod
    def _added(table: DeltaTable) -> tuple[str, ...]:
        text = table.metadata().configuration.get(_ADDED) or ""
        return tuple(name for name in text.split(",") if name)

    def statistics(self) -> dict[str, str]:
        """Return the table property with the columns that have statistics."""
        shown = [name for name in self.schema.names if name not in OF_PERSONS]
        return {"delta.dataSkippingStatsColumns": ",".join(shown)}

    def handle(self, *, without_files: bool = False) -> DeltaTable:
        """Return a fresh handle on the newest version. Raises TableNotFoundError if the table was never created."""
        return DeltaTable(
            self.url, storage_options=self.storage_options, without_files=without_files
        )

    def version(self) -> int:
        return self.handle().version()

    def positions(self, app: str | None = None, handle: DeltaTable | None = None) -> dict[int, int]:
        """Return the highest position by Kafka partition, or an empty dictionary if there is none."""
        table = handle or self.handle()
        count = table.transaction_version(_count_of(app or self.name))
        name = app or self.name
        found = {n: table.transaction_version(f"{name}-{n}") for n in range(count or 0)}
        return {number: pos for number, pos in found.items() if pos is not None}

    def _transactions(
        self, table: DeltaTable, positions: Mapping[int, int], app: str
    ) -> list[Transaction]:
        """Return the app transactions of a commit with these positions.

        The number of partitions is written only when it grows, because writers of different partitions would conflict
        on it otherwise.
        """
        carried = [Transaction(f"{app}-{n}", pos) for n, pos in positions.items()]
        count = max(positions, default=-1) + 1
        if count > (table.transaction_version(_count_of(app)) or 0):
            carried.append(Transaction(_count_of(app), count))
        return carried

    def append(
        self,
        rows: "pa.Table",
        positions: Mapping[int, int],
        *,
        after: Mapping[int, int] | None = None,
        app: str | None = None,
        metadata: Mapping[str, str] | None = None,
        handle: DeltaTable | None = None,
    ) -> int:
        """Append `rows` and the positions that they reach in one commit, and return the new version of the table.

        `after`: the table's positions when the rows were selected. If two writers select overlapping rows, the second
        one finds other positions and must select again. `handle`: an older handle. Updating it takes a tenth of the
        time of opening the table.

        Raises:
            AlreadyLandedError: the table already contains a position, or its positions are not `after`.
            LakeConflictError: another commit on the same positions came first.
        """
        if handle is not None:
            handle.update_incremental()
        table = handle or self.handle()
        held = self.positions(app, table)
        stale = {
            n: pos
            for n, pos in positions.items()
            if pos <= held.get(n, -1) or (after is not None and after.get(n, 0) != held.get(n, 0))
        }
        if stale:
            raise AlreadyLandedError(f"{self.name} holds {held}, the batch ends at {stale}")
        transactions = self._transactions(table, positions, app or self.name)
        self._write(table, rows, transactions, mode="append", metadata=metadata)
        return table.version()

    def replace(
        self,
        rows: "pa.Table | pa.RecordBatchReader",
        predicate: str,
        positions: Mapping[int, int] | None = None,
        *,
        app: str | None = None,
        handle: DeltaTable | None = None,
    ) -> int:
        """Replace all rows that match `predicate` (SQL) with `rows`, in one commit.

        Pass the handle from which `rows` were computed, so that rows added since then are not lost.

        Raises:
            LakeConflictError: another writer changed the matching rows in the meantime.
        """
        table = handle or self.handle()
        transactions = self._transactions(table, positions or {}, app or self.name)
        self._write(table, rows, transactions, mode="overwrite", predicate=predicate)
        return table.version()

    def _write(
        self,
        table: DeltaTable,
        rows: "pa.Table | pa.RecordBatchReader",
        transactions: list[Transaction],
        *,
        mode: Any,
        predicate: str | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> None:
        properties = CommitProperties(
            app_transactions=transactions,
            custom_metadata=dict(metadata) if metadata else None,
        )
        try:
            write_deltalake(
                table,
                rows.cast(self.schema),
                mode=mode,
                predicate=predicate,
                commit_properties=properties,
                writer_properties=self._writer,
            )
        except CommitFailedError as conflict:
            raise LakeConflictError(str(conflict)) from conflict

    def files(self, handle: DeltaTable | None = None) -> list[DataFile]:
        """Return all data files of the current version with their statistics."""
        table = handle or self.handle()
        names = self._added(table)
        added = tuple(sql_column(self.schema.field(n)) for n in names if n in self.schema.names)
        return listed_files(table.get_add_actions(flatten=True), self.url.rstrip("/"), added)

    def compact(
        self, day: date | None = None, target_bytes: int = 128 * 1024 * 1024
    ) -> dict[str, Any]:
        """Join small files of one day or of all days. Concurrent appends are allowed."""
        filters = [("day", "=", day.isoformat())] if day else None
        found: dict[str, Any] = self._retried(
            lambda: self.handle().optimize.compact(
                partition_filters=filters,
                target_size=target_bytes,
                writer_properties=self._writer,
            )
        )
        return found

    def delete(self, predicate: str) -> None:
        """Delete matching rows. Conflicts with appends and compaction are retried.

        Delta's DELETE would leave files with another Arrow text type, which our filters cannot read.
        """
        self._retried(lambda: self.replace(self.schema.empty_table(), predicate))

    def vacuum(self, retention_hours: int = RETENTION_HOURS) -> list[str]:
        """Remove files that no version of the last seven days needs, but no files of a commit in progress."""
        return self.handle().vacuum(retention_hours=retention_hours, dry_run=False, full=False)

    def write_checkpoint(self) -> None:
        """Write a checkpoint of the log, so that opening the table reads few files."""
        self.handle().create_checkpoint()

    def vacuum_old_versions(self) -> list[str]:
        """Remove every file that the newest version does not need, and identifiers from the log.

        Readers of older versions lose their files, so let them finish first. Files of a commit in progress are
        kept.
        """
        table = self.handle()
        wanted = self.statistics()
        known = table.metadata().configuration
        if any(known.get(name) != value for name, value in wanted.items()):
            table.alter.set_table_properties(wanted)
        return self.handle().vacuum(
            retention_hours=0, enforce_retention_duration=False, dry_run=False, full=False
        )

    @staticmethod
    @stamina.retry(on=LakeConflictError, attempts=8, timeout=None, wait_initial=0.05, wait_max=2.0)
    def _retried(work: Callable[[], Any]) -> Any:
        """Return the result of `work`, retried on conflicts."""
        try:
            return work()
        except CommitFailedError as conflict:
            raise LakeConflictError(str(conflict)) from conflict


class Lake:
    """All tables under one root, on disk or S3."""

    def __init__(
        self,
        root: str,
        storage_options: Mapping[str, str] | None = None,
        cache: Path | None = None,
    ) -> None:
        self.root = root.rstrip("/")
        self.storage_options = dict(storage_options or {})
        self.cache = cache  # a folder on local disk for files fetched from a bucket

    @classmethod
    def from_settings(cls, settings: Settings) -> Self:
        return cls(settings.lake_url, settings.storage_options, settings.var_dir / "serving")

    def table(
        self,
        name: str,
        schema: "pa.Schema",
        partition_by: list[str],
        row_group: int = EVENT_ROW_GROUP,
        notes: Callable[[], TableNotes] | None = None,
    ) -> LakeTable:
        """Return the table at `{root}/{name}`. Its app transactions use the last part of the name."""
        return LakeTable(
            name.rsplit("/", 1)[-1],
            f"{self.root}/{name}",
            schema,
            partition_by,
            self.storage_options,
            row_group,
            notes,
        )

    def mart(
        self,
        name: str,
        schema: "pa.Schema",
        partition_by: list[str],
        notes: Callable[[], TableNotes] | None = None,
    ) -> LakeTable:
        """Return the mart called `name`."""
        return self.table(f"marts/{name}", schema, partition_by, MART_ROW_GROUP, notes)

    @property
    def events(self) -> LakeTable:
        """Return the table of all events that landed, partitioned by UTC day of arrival."""
        from warehouse.schemas import EVENTS

        return self.table("events", EVENTS, ["day"], notes=notes_of_events)
