"""Works on an import in chunks: each is one transaction that also notes how far it is, so it can be taken up again."""

from collections.abc import Iterator
from contextlib import closing
from itertools import islice

from sqlalchemy.orm import Session

from api.domains.people.customer_imports.files import FileSealer, RowReader, UnreadableRow
from api.domains.people.customer_imports.models import CustomerImport
from api.domains.people.customer_imports.repository import ImportRepository
from api.domains.people.customer_imports.rows import ReadRow, RowParser, RowProblem, Rules
from api.domains.people.customer_imports.service import file_key
from api.domains.people.customer_imports.types import MAX_ROWS
from api.domains.people.customers.bulk import BulkCustomers
from api.domains.people.customers.reading import custom_fields
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.types import BulkOutcome, ExistingChoice
from api.jobs.registry import JobContext, JobFailed
from api.kit.ids import new_id
from api.objects.errors import ObjectNotFound
from api.objects.store import objects_of

CHUNK = 500


class Stopped(Exception):
    """Somebody stopped the import, or it was done before."""


class ImportRun:
    """One phase of one import."""

    def __init__(self, context: JobContext, import_id: str) -> None:
        self._context = context
        self._org_id = context.org_id
        self._import_id = import_id
        self._touched: set[str] = set()

    def check(self) -> None:
        """Count what an import would do; nothing is written but that."""
        rules, row = self._begin("checking")
        with self._context.session() as session:
            imports = ImportRepository(session)
            _reset(self._mine(imports, "checking"))
            imports.forget_problems(self._org_id, self._import_id)
        self._each_chunk(rules, row, "checking", is_real=False)
        self._end("checking", "checked")

    def run(self) -> None:
        """Write the rows; those that an interrupted run wrote are passed over."""
        rules, row = self._begin("running")
        if row.last_row == 1:
            with self._context.session() as session:
                imports = ImportRepository(session)
                _reset(self._mine(imports, "running"))
                imports.forget_problems(self._org_id, self._import_id)
        self._each_chunk(rules, row, "running", is_real=True)
        self._end("running", "done")
        objects_of(self._context.settings).delete(file_key(self._org_id, self._import_id))

    def undo(self) -> None:
        """Take back what the import changed, the last rows first."""
        while True:
            with self._context.session() as session:
                imports, bulk = ImportRepository(session), self._bulk(session)
                bulk.lock(self._org_id)
                row = self._mine(imports, "undoing")
                changes = imports.take_changes(self._org_id, self._import_id, CHUNK)
                done = bulk.take_back(self._org_id, changes)
                row.removed += done.removed
                row.restored += done.restored
                row.kept += done.kept
                total = row.created + row.changed
                taken = row.removed + row.restored + row.kept
                row.share = min(1.0, taken / total) if total else 1.0
                if not changes:
                    row.state, row.undone_at = "undone", self._context.now()
                    return

    def _begin(self, state: str) -> tuple[Rules, CustomerImport]:
        with self._context.session() as session:
            imports = ImportRepository(session)
            row = self._mine(imports, state)
            fields = custom_fields(session, self._org_id)
            rules = Rules(
                mapping=row.mapping,
                headers=row.headers,
                fields={it.name: it for it in fields},
                owners=imports.members(self._org_id),
                region=row.region,
                dates=row.options.get("dates", "ymd"),
                tags=row.options.get("tags", []),
            )
            return rules, row

    def _mine(self, imports: ImportRepository, state: str) -> CustomerImport:
        row = imports.lock(self._org_id, self._import_id)
        if row is None or row.state != state:
            raise Stopped
        return row

    def _each_chunk(self, rules: Rules, row: CustomerImport, state: str, *, is_real: bool) -> None:
        sealer = FileSealer(self._context.settings.secret_key, self._import_id)
        key = file_key(self._org_id, self._import_id)
        try:
            opened = objects_of(self._context.settings).open(key)
        except ObjectNotFound as gone:
            raise JobFailed("The file is no longer stored. Upload it again.") from gone
        written = row.last_row if is_real else 1
        with closing(opened) as file:
            reader = RowReader(sealer.chunks(file), row.encoding, row.delimiter)
            parser = RowParser(rules)
            rows = (parser.read(number, cells) for number, cells in _bounded(reader))
            try:
                while chunk := list(islice(rows, CHUNK)):
                    waiting = [it for it in chunk if it.row > written]
                    if waiting:
                        share = min(1.0, reader.taken / row.file_bytes)
                        self._chunk(waiting, row.options, state, share, is_real=is_real)
            except UnreadableRow as wrong:
                raise JobFailed(str(wrong)) from wrong

    def _chunk(
        self,
        chunk: list[ReadRow],
        options: dict[str, str],
        state: str,
        share: float,
        *,
        is_real: bool,
    ) -> None:
        existing: ExistingChoice = options.get("existing", "fill")  # type: ignore[assignment]
        drafts = [it.draft for it in chunk if it.draft is not None]
        with self._context.session() as session:
            imports = ImportRepository(session)
            bulk = self._bulk(session)
            if is_real:
                bulk.lock(self._org_id)
            row = self._mine(imports, state)
            problems = [problem for it in chunk for problem in it.problems]
            planned = bulk.preview(self._org_id, drafts, existing)
            repeated = self._repeated(imports, planned)
            problems += repeated
            again = {it.row for it in repeated}
            drafts = [it for it in drafts if it.row not in again]
            outcomes = (
                bulk.write(self._org_id, drafts, existing)
                if is_real
                else [it for it in planned if it.row not in again]
            )
            problems += [
                RowProblem(it.row, *note, is_refused=it.kind == "refused")
                for it in outcomes
                for note in it.notes
            ]
            problems.sort(key=lambda it: it.row)
            imports.add_problems(self._org_id, self._import_id, problems)
            if is_real:
                changes = [it.change for it in outcomes if it.change is not None]
                imports.add_changes(self._org_id, self._import_id, changes)
            _count(row, len(chunk), outcomes, problems)
            row.last_row = chunk[-1].row if is_real else 1
            row.share = share

    def _repeated(self, imports: ImportRepository, planned: list[BulkOutcome]) -> list[RowProblem]:
        """Rows whose customer an earlier row was about, by the other one of address and number."""
        ids = [it.customer_id for it in planned if it.customer_id is not None]
        known = imports.changed_by(self._org_id, self._import_id, ids)
        known |= self._touched & {*ids}
        problems = []
        for it in planned:
            if it.customer_id is None:
                continue
            if it.customer_id in known:
                message = "belongs to a customer whom an earlier row is about"
                problems.append(RowProblem(it.row, "row", message, is_refused=True))
            known.add(it.customer_id)
        self._touched |= {*ids}
        return problems

    def _bulk(self, session: Session) -> BulkCustomers:
        sealer = Sealer(self._context.settings.secret_key)
        return BulkCustomers(session, sealer, self._context.now(), new_id)

    def _end(self, state: str, end: str) -> None:
        with self._context.session() as session:
            row = self._mine(ImportRepository(session), state)
            row.state, row.share = end, 1.0
            if end == "done":
                row.finished_at, row.samples_sealed = self._context.now(), None


def _bounded(reader: RowReader) -> Iterator[tuple[int, list[str]]]:
    """The rows of a file that is not too long."""
    for count, row in enumerate(reader, 1):
        if count > MAX_ROWS:
            raise UnreadableRow(f"The file has more than {MAX_ROWS:,} rows. Split it into parts.")
        yield row


def _reset(row: CustomerImport) -> None:
    row.rows = row.created = row.changed = row.unchanged = row.refused = row.noted = 0


def _count(
    row: CustomerImport, rows: int, outcomes: list[BulkOutcome], problems: list[RowProblem]
) -> None:
    row.rows += rows
    kinds = [it.kind for it in outcomes]
    row.created += kinds.count("created")
    row.changed += kinds.count("changed")
    row.unchanged += kinds.count("unchanged")
    refused = {it.row for it in problems if it.is_refused}
    row.refused += len(refused)
    row.noted += len({it.row for it in problems} - refused)
