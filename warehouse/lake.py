"""Delta tables of the lake: one commit a batch, carrying the positions that it covers.

A position is the dense number that the relay gives an event; per Kafka partition it only grows.
A table remembers the highest it holds as a Delta app transaction `<table>-<partition>`.
delta-rs neither refuses an equal nor a lower version by itself (delta-rs issue 2580), so the rule
is: read the versions from a fresh handle, check, and write with that same handle; a writer that
committed in between makes the commit fail.
"""

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any, Self

import pyarrow as pa
import stamina
from deltalake import (
    CommitProperties,
    DeltaTable,
    Schema,
    Transaction,
    WriterProperties,
    write_deltalake,
)
from deltalake.exceptions import CommitFailedError, DeltaError

from runtime.settings import Settings
from warehouse.data_files import Columns, DataFile, Statistics, sql_column
from warehouse.schemas import EVENTS
from warehouse.table_notes import TableNotes, notes_of_events

RETENTION_HOURS = 7 * 24
EVENT_ROW_GROUP = 122_880
MART_ROW_GROUP = 16_384
"""Marts are sorted by organisation, so a reader skips the row groups of the others."""

_CONFIGURATION: dict[str, str | None] = {
    "delta.logRetentionDuration": "interval 7 days",
    "delta.deletedFileRetentionDuration": "interval 7 days",
    "delta.checkpointInterval": "25",
}

OF_PERSONS = frozenset({"visitor_id", "visitor", "customer_key", "user_agent", "data"})
"""Columns that a table's log says nothing of: a minimum is an identifier, and the log outlives the file."""

_ADDED = "waypost.addedColumns"
_PLAIN_TEXTS = "waypost.plainTexts"
"""Set where no file has texts of the Arrow type `string_view` (`warehouse.text_files`)."""


def _count_of(app: str) -> str:
    """Name of the app transaction that says how many partitions `app` has positions for.

    Asking for a number that does not exist reads the log back to its last checkpoint: 1.5 ms each.
    """
    return f"{app}-count"


class LakeError(Exception):
    """The lake could not do what was asked."""


class AlreadyHeldError(LakeError):
    """The table already holds a position that the batch claims to add; nothing was written."""


class LakeConflictError(LakeError):
    """Another writer committed first; read the positions again and start over."""


class LakeTable:
    """A Delta table by name; opened anew for each write, so that its versions are the truth."""

    def __init__(
        self,
        name: str,
        url: str,
        schema: pa.Schema,
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
        self.superseded: tuple[str, ...] = ()  # columns of older versions (`warehouse.outdated`)
        self._writer = WriterProperties(compression="ZSTD", max_row_group_size=row_group)

    def exists(self) -> bool:
        return DeltaTable.is_deltatable(self.url, storage_options=self.storage_options)

    def ensure(self) -> Self:
        """Make the empty table, or give an older one what it lacks; two makers at once are fine."""
        notes = self._notes() if self._notes else TableNotes(self.name)
        if not self.exists():
            DeltaTable.create(
                self.url,
                schema=notes.on_schema(self.schema),
                name=notes.name,
                description=notes.description,
                mode="ignore",
                partition_by=self.partition_by,
                configuration={**_CONFIGURATION, **self.statistics()},
                storage_options=self.storage_options,
            )
        else:
            self._add_missing_columns()
            self._retried(lambda: notes.write_to(self.handle()))
        return self

    def _add_missing_columns(self) -> None:
        """Give a table that is older than its schema the columns that it lacks: null in what is there.

        Which they are is kept in the table's properties, so that readers know what old files lack.
        """
        table = self.handle()
        present = {column.name for column in table.schema().fields}
        missing = [column for column in self.schema if column.name not in present]
        if not missing:
            return
        fixed = [column.name for column in missing if not column.nullable]
        if fixed:
            raise LakeError(f"{self.name}: columns added later must be nullable: {fixed}")
        added = [*self._added(table), *(column.name for column in missing)]
        table.alter.set_table_properties(
            {_ADDED: ",".join(dict.fromkeys(added)), **self.statistics()},
            raise_if_not_exists=False,
        )
        try:
            table.alter.add_columns(list(Schema.from_arrow(pa.schema(missing)).fields))
        except DeltaError:
            # Another process of the new version was faster.
            present = {column.name for column in self.handle().schema().fields}
            if any(column.name not in present for column in missing):
                raise

    def has_plain_texts(self) -> bool:
        """Whether it is known that every file's texts are of a type that all filters read."""
        return self.handle().metadata().configuration.get(_PLAIN_TEXTS) == "true"

    def note_plain_texts(self) -> None:
        """Say that they are; tried again when an append or compaction came between."""
        said: dict[str, str] = {_PLAIN_TEXTS: "true"}
        self._retried(
            lambda: self.handle().alter.set_table_properties(said, raise_if_not_exists=False)
        )

    @staticmethod
    def _added(table: DeltaTable) -> tuple[str, ...]:
        said = table.metadata().configuration.get(_ADDED) or ""
        return tuple(name for name in said.split(",") if name)

    def statistics(self) -> dict[str, str]:
        """The property that says which columns the log tells the range of."""
        shown = [name for name in self.schema.names if name not in OF_PERSONS]
        return {"delta.dataSkippingStatsColumns": ",".join(shown)}

    def handle(self, *, without_files: bool = False) -> DeltaTable:
        """A fresh handle on the newest version.

        Raises:
            deltalake.exceptions.TableNotFoundError: the table was never made.
        """
        return DeltaTable(
            self.url, storage_options=self.storage_options, without_files=without_files
        )

    def version(self) -> int:
        return self.handle().version()

    def positions(self, app: str | None = None, handle: DeltaTable | None = None) -> dict[int, int]:
        """Highest position held, by Kafka partition; empty when the table holds none."""
        table = handle or self.handle()
        count = table.transaction_version(_count_of(app or self.name))
        name = app or self.name
        found = {n: table.transaction_version(f"{name}-{n}") for n in range(count or 0)}
        return {number: pos for number, pos in found.items() if pos is not None}

    def _transactions(
        self, table: DeltaTable, positions: Mapping[int, int], app: str
    ) -> list[Transaction]:
        """What a commit must carry to hold `positions`.

        The count of partitions is written only when it grows: writers of different partitions would
        conflict on it otherwise.
        """
        carried = [Transaction(f"{app}-{n}", pos) for n, pos in positions.items()]
        count = max(positions, default=-1) + 1
        if count > (table.transaction_version(_count_of(app)) or 0):
            carried.append(Transaction(_count_of(app), count))
        return carried

    def append(
        self,
        rows: pa.Table,
        positions: Mapping[int, int],
        *,
        after: Mapping[int, int] | None = None,
        app: str | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> int:
        """Add `rows` and the positions they reach in one commit; returns the table's new version.

        `after`: what the table held when the rows were chosen. Two writers may choose overlapping
        rows; the one that comes second finds other positions and must choose again.

        Raises:
            AlreadyHeldError: a position is not beyond what the table holds, or it is not `after`.
            LakeConflictError: another commit on the same positions came first.
        """
        table = self.handle()
        held = self.positions(app, table)
        stale = {
            n: pos
            for n, pos in positions.items()
            if pos <= held.get(n, -1) or (after is not None and after.get(n, 0) != held.get(n, 0))
        }
        if stale:
            raise AlreadyHeldError(f"{self.name} holds {held}, the batch ends at {stale}")
        transactions = self._transactions(table, positions, app or self.name)
        self._write(table, rows, transactions, mode="append", metadata=metadata)
        return table.version()

    def replace(
        self,
        rows: pa.Table | pa.RecordBatchReader,
        predicate: str,
        positions: Mapping[int, int] | None = None,
        *,
        app: str | None = None,
        handle: DeltaTable | None = None,
    ) -> int:
        """Put `rows` in the place of all rows that match `predicate` (SQL), in one commit.

        A reader's rows are written as they come. Give the handle that `rows` were computed from, so that rows added since are not lost.

        Raises:
            LakeConflictError: another writer changed the matching rows meanwhile.
        """
        table = handle or self.handle()
        transactions = self._transactions(table, positions or {}, app or self.name)
        self._write(table, rows, transactions, mode="overwrite", predicate=predicate)
        return table.version()

    def _write(
        self,
        table: DeltaTable,
        rows: pa.Table | pa.RecordBatchReader,
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
        """Every data file of the present version with its statistics."""
        table = handle or self.handle()
        root = self.url.rstrip("/")
        names = self._added(table)
        added = tuple(sql_column(self.schema.field(n)) for n in names if n in self.schema.names)
        # `pa.table` would import pandas to ask whether it is given a frame.
        actions = pa.RecordBatchReader.from_stream(table.get_add_actions(flatten=True)).read_all()
        columns = Columns(actions)
        keys = [name for name in columns.names if name.startswith("partition.")]
        return [
            DataFile(
                f"{root}/{path}",
                columns.of("num_records")[row] or 0,
                {key.removeprefix("partition."): columns.of(key)[row] for key in keys},
                Statistics(columns, row),
                added,
                columns.of("size_bytes")[row],
            )
            for row, path in enumerate(columns.of("path"))
        ]

    def compact(
        self, day: date | None = None, target_bytes: int = 128 * 1024 * 1024
    ) -> dict[str, Any]:
        """Join small files, of one day or of all. Appends meanwhile are fine."""
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
        """Delete matching rows; tried again when an append or compaction came between.

        Delta's own DELETE leaves files with texts of another Arrow type, in which no filter of ours finds them.
        """
        self._retried(lambda: self.replace(self.schema.empty_table(), predicate))

    def vacuum(self, retention_hours: int = RETENTION_HOURS) -> list[str]:
        """Remove files that no version of the last seven days needs; never those of a commit in flight."""
        return self.handle().vacuum(retention_hours=retention_hours, dry_run=False, full=False)

    def write_checkpoint(self) -> None:
        """Write what all commits say into one file, so that whoever opens the table next reads few."""
        self.handle().create_checkpoint()

    def forget_old_versions(self) -> list[str]:
        """Remove every file that the newest version does not need, and keep identifiers out of the log.

        Whoever reads an older version meanwhile loses its files, so let readers finish first; what a
        commit in flight has written is not touched.
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
    @stamina.retry(on=LakeConflictError, attempts=8, wait_initial=0.05, wait_max=2.0)
    def _retried(work: Callable[[], Any]) -> Any:
        """What `work` gives, tried again when another writer committed meanwhile."""
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
        self.cache = cache  # on this machine's disk, of what is fetched from a bucket

    @classmethod
    def from_settings(cls, settings: Settings) -> Self:
        return cls(settings.lake_url, settings.storage_options, settings.var_dir / "serving")

    def table(
        self,
        name: str,
        schema: pa.Schema,
        partition_by: list[str],
        row_group: int = EVENT_ROW_GROUP,
        notes: Callable[[], TableNotes] | None = None,
    ) -> LakeTable:
        """The table at `{root}/{name}`; positions are kept under the last part of its name."""
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
        schema: pa.Schema,
        partition_by: list[str],
        notes: Callable[[], TableNotes] | None = None,
    ) -> LakeTable:
        """The mart called `name`."""
        return self.table(f"marts/{name}", schema, partition_by, MART_ROW_GROUP, notes)

    @property
    def events(self) -> LakeTable:
        """Every event that landed, by UTC day of arrival."""
        return self.table("events", EVENTS, ["day"], notes=notes_of_events)
