"""Processes an import in chunks. Each is a transaction that also stores the progress, so that an import can be
resumed.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from itertools import islice
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from sqlalchemy.orm import Session

from api.domains.people.customer_imports.files import FileSealer, RowReader, UnreadableRow
from api.domains.people.customer_imports.models import CustomerImport
from api.domains.people.customer_imports.repository import ImportRepository
from api.domains.people.customer_imports.service import file_key
from api.domains.people.customer_imports.types import (
    MAX_ROWS,
    ImportRow,
    Phase,
    TakenBack,
    Written,
)
from api.jobs.registry import JobContext, JobFailed
from api.objects.errors import ObjectNotFound
from api.objects.store import objects_of


class Numbered(Protocol):
    """A row of a file."""

    @property
    def row(self) -> int: ...


Row = TypeVar("Row", bound=Numbered)


class Stopped(Exception):
    """The import was stopped, or already finished."""


class FileRun(ABC, Generic[Row]):
    """One phase of one import."""

    kind: ClassVar[str]
    at_once: ClassVar[int]
    """Number of rows per transaction."""

    def __init__(self, context: JobContext, import_id: str) -> None:
        self._context = context
        self._org_id = context.org_id
        self._import_id = import_id

    def check(self) -> None:
        """Count what an import would do. Only these counts are written."""
        row = self._begin("checking")
        self._forget("checking")
        self._each_chunk(row, "checking", is_real=False)
        self._end("checking", "checked")

    def run(self) -> None:
        """Write the rows. Those that an interrupted run has written are skipped."""
        row = self._begin("running")
        if row.last_row == 1:
            self._forget("running")
        self._each_chunk(row, "running", is_real=True)
        self._end("running", "done")
        objects_of(self._context.settings).delete(file_key(self._org_id, self._import_id))

    def undo(self) -> None:
        """Undo the import."""
        while True:
            with self._context.session() as session:
                self._lock(session)
                row = self._mine(session, "undoing")
                done = self._take_back(session)
                row.removed += done.removed
                row.restored += done.restored
                row.kept += done.kept
                total = row.created + row.changed
                taken = row.removed + row.restored + row.kept
                row.share = min(1.0, taken / total) if total else 1.0
                if not any(done):
                    row.state, row.undone_at = "undone", self._context.now()
                    return

    @abstractmethod
    def _take_back(self, session: Session) -> TakenBack:
        """Undo a part of the import, or nothing if there is no more."""

    @abstractmethod
    def _prepare(self, session: Session, row: ImportRow) -> None:
        """Load what is needed to read rows."""

    @abstractmethod
    def _read(self, number: int, cells: list[str]) -> Row:
        """Return a row of the file."""

    @abstractmethod
    def _write(self, session: Session, chunk: Sequence[Row], *, is_real: bool) -> Written:
        """Write some rows, or find out what that would do."""

    def _lock(self, session: Session) -> None:
        """Acquire the locks that must precede the lock of the import, if anything is changed."""

    def _imports(self, session: Session) -> ImportRepository:
        return ImportRepository(session, self.kind)

    def _mine(self, session: Session, state: str) -> CustomerImport:
        row = self._imports(session).lock(self._org_id, self._import_id)
        if row is None or row.state != state:
            raise Stopped
        return row

    def _begin(self, state: str) -> CustomerImport:
        with self._context.session() as session:
            row = self._mine(session, state)
            self._prepare(session, row)
            return row

    def _forget(self, state: str) -> None:
        """Reset the counts of an earlier attempt."""
        with self._context.session() as session:
            row = self._mine(session, state)
            row.rows = row.created = row.changed = row.unchanged = row.refused = row.noted = 0
            self._imports(session).delete_problems(self._org_id, self._import_id)

    def _each_chunk(self, row: CustomerImport, state: str, *, is_real: bool) -> None:
        sealer = FileSealer(self._context.settings.secret_key, self._import_id)
        key = file_key(self._org_id, self._import_id)
        try:
            opened = objects_of(self._context.settings).open(key)
        except ObjectNotFound as gone:
            raise JobFailed("The file is no longer stored. Upload it again.") from gone
        written = row.last_row if is_real else 1
        with closing(opened) as file:
            reader = RowReader(sealer.chunks(file), row.encoding, row.delimiter)
            rows = (self._read(number, cells) for number, cells in _bounded(reader))
            try:
                while chunk := list(islice(rows, self.at_once)):
                    waiting = [it for it in chunk if it.row > written]
                    if waiting:
                        share = min(1.0, reader.taken / row.file_bytes)
                        self._chunk(waiting, state, share, is_real=is_real)
            except UnreadableRow as wrong:
                raise JobFailed(str(wrong)) from wrong

    def _chunk(self, chunk: Sequence[Row], state: str, share: float, *, is_real: bool) -> None:
        with self._context.session() as session:
            if is_real:
                self._lock(session)
            row = self._mine(session, state)
            done = self._write(session, chunk, is_real=is_real)
            self._imports(session).add_problems(self._org_id, self._import_id, done.problems)
            _count(row, len(chunk), done)
            row.last_row = chunk[-1].row if is_real else 1
            row.share = share

    def _end(self, state: str, end: str) -> None:
        with self._context.session() as session:
            row = self._mine(session, state)
            row.state, row.share = end, 1.0
            if end == "done":
                row.finished_at, row.samples_sealed = self._context.now(), None


def work_on(run: FileRun[Any], phase: Phase) -> None:
    """Run a check, an import or an undo. Each can run again and continues where it stopped."""
    with suppress(Stopped):
        {"check": run.check, "run": run.run, "undo": run.undo}[phase]()


def _count(row: CustomerImport, rows: int, done: Written) -> None:
    row.rows += rows
    row.created += done.created
    row.changed += done.changed
    row.unchanged += done.unchanged
    refused = {it.row for it in done.problems if it.is_refused}
    row.refused += len(refused)
    row.noted += len({it.row for it in done.problems} - refused)


def _bounded(reader: RowReader) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a file, and refuse one that is too long."""
    for count, row in enumerate(reader, 1):
        if count > MAX_ROWS:
            raise UnreadableRow(f"The file has more than {MAX_ROWS:,} rows. Split it into parts.")
        yield row
