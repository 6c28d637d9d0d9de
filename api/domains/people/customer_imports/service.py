"""Accepts files with customers or other rows, and starts their checks, imports and undos."""

import base64
import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Any, BinaryIO, Generic, Protocol, TypeVar, cast

from api.auth.member import Member
from api.domains.people.customer_imports.errors import (
    ImportFileGone,
    ImportNotFound,
    ImportNotReady,
    invalid,
)
from api.domains.people.customer_imports.files import HEAD, FileSealer, Table, recognise
from api.domains.people.customer_imports.models import CustomerImport
from api.domains.people.customer_imports.repository import ImportRepository
from api.domains.people.customer_imports.schemas import (
    ImportColumn,
    ImportCounts,
    ImportProblemRead,
    ImportProblemsFile,
    ImportProgress,
    ImportUndone,
)
from api.domains.people.customer_imports.types import (
    BUSY,
    MAX_PROBLEMS,
    UNDOABLE,
    Encoding,
    ImportRow,
    ImportState,
    Phase,
)
from api.domains.people.customers.contacts import region_of
from api.domains.people.customers.sealing import Sealer
from api.jobs.queue import Jobs
from api.kit.csv_cells import csv_lines
from api.kit.pagination import Paging
from api.objects.removal import delete_after_commit
from api.objects.store import ObjectStore

UNDO_FOR = timedelta(days=30)
_STATE_OF: dict[Phase, ImportState] = {"check": "checking", "run": "running", "undo": "undoing"}
Read_co = TypeVar("Read_co", bound=ImportProgress, covariant=True)
Detail_co = TypeVar("Detail_co", bound=ImportProgress, covariant=True)


class ImportKind(Protocol[Read_co, Detail_co]):
    """A kind of import, which determines what rows become."""

    @property
    def job(self) -> str:
        """The job that processes its imports."""
        ...

    @property
    def name(self) -> str:
        """The name of the kind as it is stored."""
        ...

    @property
    def id_prefix(self) -> str:
        """Prefix of the IDs of its imports."""
        ...

    def guess(self, org_id: str, headers: Sequence[str]) -> list[str | None]:
        """Return the initial target of each header."""
        ...

    def options(self, region: str) -> dict[str, Any]:
        """Return the initial options for a file from a country."""
        ...

    def check_mapping(self, org_id: str, mapping: Sequence[str | None]) -> None:
        """Refuse a selection of columns that is not sufficient."""
        ...

    def read(self, row: ImportRow, progress: ImportProgress) -> Read_co:
        """Return an import for API responses."""
        ...

    def detail(self, read: ImportProgress, columns: list[ImportColumn]) -> Detail_co:
        """Return an import with its columns."""
        ...


def file_key(org_id: str, import_id: str) -> str:
    """Return the key of an import's encrypted file."""
    return f"org/{org_id}/imports/{import_id}"


class ImportService(Generic[Read_co, Detail_co]):
    """Imports of one kind in one organisation, accessed through one session."""

    def __init__(
        self,
        imports: ImportRepository,
        kind: ImportKind[Read_co, Detail_co],
        jobs: Jobs,
        objects: ObjectStore,
        sealer: Sealer,
        secret: bytes,
        now: datetime,
        new_id: Callable[[str], str],
        released: Callable[[], AbstractContextManager[None]],
    ) -> None:
        """`released` returns a context in which no database connection is occupied."""
        self._imports = imports
        self._kind = kind
        self._jobs = jobs
        self._objects = objects
        self._sealer = sealer
        self._secret = secret
        self._now = now
        self._new_id = new_id
        self._released = released

    def receive(
        self,
        me: Member,
        file: BinaryIO,
        name: str,
        encoding: Encoding | None,
        subject_id: str | None = None,
    ) -> Detail_co:
        """Encrypt and store a file, and suggest what its columns contain. Earlier waiting files of the member are
        discarded. `subject_id` is the item from which its rows are made.

        Raises:
            WrongFile: it is not a table.
        """
        head = file.read(HEAD + 1)
        table = recognise(head[:HEAD], encoding, is_whole=len(head) <= HEAD)
        file.seek(0)
        import_id = self._new_id(self._kind.id_prefix)
        with self._released(), tempfile.TemporaryFile() as sealed:
            size = FileSealer(self._secret, import_id).seal(file, sealed)
            sealed.seek(0)
            key = file_key(me.org_id, import_id)
            self._objects.put(key, sealed, "application/octet-stream")
        for earlier in self._imports.waiting_of(me.org_id, me.caller_id or None):
            self._drop(earlier)
        row = self._row(me, import_id, name, size, table)
        row.subject_id = subject_id
        self._imports.add(row)
        return self._detail(row, {})

    def _row(
        self, me: Member, import_id: str, name: str, size: int, table: Table
    ) -> CustomerImport:
        region = region_of(me.locale)
        return CustomerImport(
            import_id=import_id,
            org_id=me.org_id,
            kind=self._kind.name,
            file_name=name.strip()[-200:] or f"{self._kind.name}.csv",
            file_bytes=size,
            encoding=table.encoding,
            delimiter=table.delimiter,
            headers=table.headers,
            samples_sealed=self._sealer.wrap(json.dumps(table.samples)),
            region=region,
            mapping=self._kind.guess(me.org_id, table.headers),
            options=self._kind.options(region),
            state="uploaded",
            share=0.0,
            last_row=1,
            **dict.fromkeys(_COUNTS, 0),
            uploaded_at=self._now,
            uploaded_by=me.caller_id or None,
        )

    def check(
        self,
        me: Member,
        import_id: str,
        mapping: Sequence[str | None],
        options: Mapping[str, Any],
    ) -> Read_co:
        """Start the dry run of a file. Options that are None do not change.

        Raises:
            ImportNotFound, ImportFileGone: it cannot be checked.
            ImportNotReady: it was imported already.
            Invalid: the mapping does not fit the file.
        """
        row = self._locked(me.org_id, import_id)
        if row.state not in ("uploaded", "checked"):
            raise ImportNotReady
        if len(mapping) != len(row.headers):
            raise invalid(
                "mapping", f"must have an entry for each of the {len(row.headers)} columns"
            )
        used = [it for it in mapping if it is not None]
        if twice := next((it for it in used if used.count(it) > 1), None):
            raise invalid("mapping", f"assigns {twice} to two columns", "target_twice")
        self._kind.check_mapping(me.org_id, mapping)
        row.mapping = list(mapping)
        given = {name: value for name, value in options.items() if value is not None}
        row.options = {**row.options, **given}
        return self._start(me, row, "check")

    def run(self, me: Member, import_id: str) -> Read_co:
        """Start to import a file after its dry run.

        Raises:
            ImportNotFound, ImportFileGone, ImportNotReady: it cannot be imported.
        """
        row = self._locked(me.org_id, import_id)
        if row.state != "checked":
            raise ImportNotReady
        return self._start(me, row, "run")

    def undo(self, me: Member, import_id: str) -> Read_co:
        """Start undoing an import.

        Raises:
            ImportNotFound, ImportNotReady: it cannot be undone.
        """
        row = self._locked(me.org_id, import_id)
        if not self._can_undo(row):
            raise ImportNotReady
        row.undone_by = me.caller_id or None
        return self._start(me, row, "undo")

    def cancel(self, me: Member, import_id: str) -> Read_co:
        """Discard a waiting file, or stop an import. What it has written stays and can be undone.

        Raises:
            ImportNotFound, ImportNotReady: there is nothing to stop.
        """
        row = self._locked(me.org_id, import_id)
        if row.state in ("uploaded", "checking", "checked"):
            self._drop(row)
        elif row.state == "running":
            row.state, row.finished_at = "stopped", self._now
            self._drop_file(row)
        else:
            raise ImportNotReady
        self._imports.session.flush()
        return self._read(row, {})

    def get(self, me: Member, import_id: str) -> Detail_co:
        """Return an import.

        Raises:
            ImportNotFound: there is none.
        """
        row = self._imports.find(me.org_id, import_id)
        if row is None:
            raise ImportNotFound
        return self._detail(row, self._imports.names(me.org_id, [row.uploaded_by or ""]))

    def list_imports(
        self, me: Member, paging: Paging, subject_id: str | None = None
    ) -> tuple[list[Read_co], int]:
        """Return a page of imports and the total number."""
        rows, total = self._imports.list_imports(me.org_id, paging, subject_id)
        names = self._imports.names(me.org_id, {row.uploaded_by or "" for row in rows})
        return [self._read(row, names) for row in rows], total

    def problems(
        self, me: Member, import_id: str, paging: Paging
    ) -> tuple[list[ImportProblemRead], int]:
        """Return a page of problems and the number that is stored.

        Raises:
            ImportNotFound: there is no such import.
        """
        if self._imports.find(me.org_id, import_id) is None:
            raise ImportNotFound
        rows, total = self._imports.problems(me.org_id, import_id, paging)
        return [
            ImportProblemRead(
                row=it.row_number,
                field=it.field,
                message=it.message,
                outcome="refused" if it.is_refused else "imported",
            )
            for it in rows
        ], total

    def problems_file(self, me: Member, import_id: str) -> ImportProblemsFile:
        """Return all stored problems as a CSV file.

        Raises:
            ImportNotFound: there is no such import.
        """
        row = self._imports.find(me.org_id, import_id)
        if row is None:
            raise ImportNotFound
        every = Paging(page=1, page_size=MAX_PROBLEMS)
        rows, _ = self._imports.problems(me.org_id, import_id, every)
        lines = csv_lines(
            ("row", "field", "problem", "outcome"),
            (
                (it.row_number, it.field, it.message, "refused" if it.is_refused else "imported")
                for it in rows
            ),
        )
        name = row.file_name.rpartition(".")[0] or row.file_name
        data = base64.b64encode("".join(lines).encode()).decode()
        return ImportProblemsFile(file_name=f"problems-{name}.csv", data=data)

    def _locked(self, org_id: str, import_id: str) -> CustomerImport:
        row = self._imports.lock(org_id, import_id)
        if row is None:
            raise ImportNotFound
        self._settle(row)
        return row

    def _start(self, me: Member, row: CustomerImport, phase: Phase) -> Read_co:
        """Queue a job for a phase of an import."""
        if phase != "undo" and self._objects.find(file_key(row.org_id, row.import_id)) is None:
            raise ImportFileGone
        row.job_id = self._jobs.enqueue(
            row.org_id,
            self._kind.job,
            {"import_id": row.import_id, "phase": phase},
            created_by=me.caller_id or None,
            is_bulk=True,
        )
        row.share, row.error, row.state = 0.0, None, _STATE_OF[phase]
        self._imports.session.flush()
        return self._read(row, {})

    def _settle(self, row: CustomerImport) -> None:
        """Set the final state of an import whose job failed or was cancelled."""
        if row.state not in BUSY or row.job_id is None:
            return
        job = self._jobs.get(row.org_id, row.job_id)
        if job.state in ("failed", "cancelled"):
            row.error = job.error or "Cancelled."
            row.state = "uploaded" if row.state == "checking" else "stopped"
            row.finished_at = row.finished_at or self._now

    def _drop(self, row: CustomerImport) -> None:
        row.state, row.finished_at = "cancelled", self._now
        self._drop_file(row)

    def _drop_file(self, row: CustomerImport) -> None:
        row.samples_sealed = None
        key = file_key(row.org_id, row.import_id)
        delete_after_commit(self._imports.session, self._objects, [key])

    def _can_undo(self, row: CustomerImport) -> bool:
        is_recent = row.finished_at is None or self._now - row.finished_at < UNDO_FOR
        return row.state in UNDOABLE and is_recent and row.created + row.changed > 0

    def _detail(self, row: CustomerImport, names: dict[str, str]) -> Detail_co:
        sealed = row.samples_sealed
        samples = json.loads(self._sealer.unwrap(sealed)) if sealed else [[] for _ in row.headers]
        columns = [
            ImportColumn(header=header, samples=some, target=target)
            for header, some, target in zip(row.headers, samples, row.mapping, strict=True)
        ]
        return self._kind.detail(self._read(row, names), columns)

    def _read(self, row: CustomerImport, names: dict[str, str]) -> Read_co:
        state = cast(ImportState, row.state)
        error = row.error
        if state in BUSY and row.job_id is not None:
            job = self._jobs.get(row.org_id, row.job_id)
            if job.state in ("failed", "cancelled"):
                state = "uploaded" if state == "checking" else "stopped"
                error = job.error or "Cancelled."
        progress = ImportProgress(
            import_id=row.import_id,
            file_name=row.file_name,
            file_bytes=row.file_bytes,
            encoding=row.encoding,
            delimiter=row.delimiter,
            state=state,
            error=error,
            progress=row.share,
            counts=ImportCounts(**{it: getattr(row, it) for it in ImportCounts.model_fields}),
            undone=ImportUndone(**{it: getattr(row, it) for it in ImportUndone.model_fields}),
            can_undo=self._can_undo(row),
            uploaded_at=row.uploaded_at,
            uploaded_by=names.get(row.uploaded_by or ""),
            finished_at=row.finished_at,
            undone_at=row.undone_at,
        )
        return self._kind.read(row, progress)


_COUNTS = (*ImportCounts.model_fields, *ImportUndone.model_fields)
