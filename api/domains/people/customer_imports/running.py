"""Writes the rows of imports as customers."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from api.domains.people.customer_imports.file_run import FileRun
from api.domains.people.customer_imports.repository import ImportRepository
from api.domains.people.customer_imports.rows import ReadRow, RowParser, Rules
from api.domains.people.customer_imports.types import (
    KIND,
    ImportRow,
    RowProblem,
    TakenBack,
    Written,
)
from api.domains.people.customers.bulk import BulkCustomers
from api.domains.people.customers.reading import custom_fields
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.types import BulkOutcome, ExistingChoice
from api.jobs.registry import JobContext
from api.kit.ids import new_id

CHUNK = 500


class ImportRun(FileRun[ReadRow]):
    """One phase of one import of customers."""

    kind = KIND
    at_once = CHUNK

    def __init__(self, context: JobContext, import_id: str) -> None:
        super().__init__(context, import_id)
        self._touched: set[str] = set()

    def _take_back(self, session: Session) -> TakenBack:
        """Undo the last rows first."""
        changes = self._imports(session).take_changes(self._org_id, self._import_id, self.at_once)
        done = self._bulk(session).take_back(self._org_id, changes)
        return TakenBack(done.removed, done.restored, done.kept)

    def _prepare(self, session: Session, row: ImportRow) -> None:
        fields = custom_fields(session, self._org_id)
        self._existing: ExistingChoice = row.options.get("existing", "fill")
        self._parser = RowParser(
            Rules(
                mapping=row.mapping,
                headers=row.headers,
                fields={it.name: it for it in fields},
                owners=self._imports(session).members(self._org_id),
                region=row.region,
                dates=row.options.get("dates", "ymd"),
                tags=row.options.get("tags", []),
            )
        )

    def _read(self, number: int, cells: list[str]) -> ReadRow:
        return self._parser.read(number, cells)

    def _lock(self, session: Session) -> None:
        self._bulk(session).lock(self._org_id)

    def _write(self, session: Session, chunk: Sequence[ReadRow], *, is_real: bool) -> Written:
        existing = self._existing
        drafts = [it.draft for it in chunk if it.draft is not None]
        imports, bulk = self._imports(session), self._bulk(session)
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
        if is_real:
            changes = [it.change for it in outcomes if it.change is not None]
            imports.add_changes(self._org_id, self._import_id, changes)
        kinds = [it.kind for it in outcomes]
        return Written(
            kinds.count("created"), kinds.count("changed"), kinds.count("unchanged"), problems
        )

    def _repeated(self, imports: ImportRepository, planned: list[BulkOutcome]) -> list[RowProblem]:
        """Return rows whose customer already occurred in an earlier row, with the other one of address and number."""
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
        sealer = Sealer.of(self._context.settings)
        return BulkCustomers(session, sealer, self._context.now(), new_id)
