"""All statements about passes."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, exists, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.people.customers.tables import IS_KEPT, NAME, customers, kept_customers
from api.domains.wallet.passes.models import Pass, PassCertificateRow, PassRegistration
from api.domains.wallet.passes.types import PassOrder
from api.kit.pagination import Paging, contains_pattern

_ORDERS: dict[PassOrder, ColumnElement[Any]] = {
    "created_at": Pass.created_at.asc(),
    "-created_at": Pass.created_at.desc(),
    "updated_at": Pass.updated_at.asc(),
    "-updated_at": Pass.updated_at.desc(),
    "serialNumber": Pass.serial_number.asc(),
    "-serialNumber": Pass.serial_number.desc(),
}
_EXPIRING = text("select org_id from expiring_pass_certificates(:before)")


class CertificateRepository(Repository[PassCertificateRow]):
    """Certificates of one organisation."""

    model = PassCertificateRow

    def newest(self, org_id: str) -> PassCertificateRow | None:
        """Return the certificate that signs new passes. The organisation's own takes precedence over one for
        development.
        """
        rows = self.list_all(org_id)
        return rows[0] if rows else None

    def find(self, org_id: str, pass_type: str) -> PassCertificateRow | None:
        """Return the certificate of a pass type."""
        return self.session.scalar(
            self.scoped(org_id).where(PassCertificateRow.pass_type == pass_type)
        )

    def organizations_to_warn(self, before: datetime) -> list[str]:
        """Return the organisations whose own certificates expire before a moment and whose owners have not been
        notified.
        """
        return list(self.session.scalars(_EXPIRING, {"before": before}))

    def to_warn_of(self, org_id: str, before: datetime) -> list[PassCertificateRow]:
        """Return the certificates that expire before a moment and of which the owners have not been notified."""
        found = self.scoped(org_id).where(
            ~PassCertificateRow.is_development,
            PassCertificateRow.expires_at < before,
            PassCertificateRow.warned_of.is_distinct_from(PassCertificateRow.expires_at),
        )
        return list(self.session.scalars(found.order_by(PassCertificateRow.expires_at)))

    def lock(self, org_id: str) -> None:
        """Prevent other requests from adding a certificate until the transaction ends."""
        lock_until_commit(self.session, "pass-certificates", org_id)

    def list_all(self, org_id: str) -> list[PassCertificateRow]:
        """Return all certificates, beginning with the one that signs new passes."""
        order = (PassCertificateRow.is_development, PassCertificateRow.created_at.desc())
        return list(self.session.scalars(self.scoped(org_id).order_by(*order)))

    def add(self, row: PassCertificateRow) -> bool:
        """Insert a certificate. Return False if another organisation has its pass type."""
        try:
            with self.session.begin_nested():
                self.session.add(row)
                self.session.flush()
        except IntegrityError as error:
            if "pass_certificates_pkey" not in str(error.orig):
                raise
            return False
        return True


class PassRepository(Repository[Pass]):
    """Passes of one organisation, and the phones that have them."""

    model = Pass

    def find(self, org_id: str, pass_id: str) -> Pass | None:
        """Return a pass of the organisation, or None."""
        return self.session.scalar(self.scoped(org_id).where(Pass.pass_id == pass_id))

    def lock(self, org_id: str, pass_id: str) -> Pass | None:
        """Return the current state of a pass of the organisation, locked until the transaction ends, or None."""
        own = self.scoped(org_id).where(Pass.pass_id == pass_id).with_for_update()
        return self.session.scalar(own.execution_options(populate_existing=True))

    def lock_many(self, org_id: str, pass_ids: Collection[str]) -> list[Pass]:
        """Return those of the organisation's passes that have these IDs, locked in the order of their IDs."""
        found = self.scoped(org_id).where(Pass.pass_id.in_(pass_ids)).order_by(Pass.pass_id)
        return list(self.session.scalars(found.with_for_update()))

    def read_many(self, org_id: str, pass_ids: Collection[str]) -> list[Pass]:
        """Like `find_many`, but only for reading."""
        found = self.scoped(org_id).where(Pass.pass_id.in_(pass_ids)).order_by(Pass.pass_id)
        return list(self.session.scalars(found))

    def valid_of(
        self, org_id: str, customer_ids: Collection[str], group: str | None, most: int
    ) -> list[Pass]:
        """Return the passes of a person that are not void, oldest first, and only of one group if it is given."""
        found = self.scoped(org_id).where(
            Pass.customer_id.in_(customer_ids), Pass.content["is_void"].astext == "false"
        )
        if group is not None:
            found = found.where(Pass.content["group"].astext == group)
        return list(self.session.scalars(found.order_by(Pass.created_at, Pass.pass_id).limit(most)))

    def find_serial(self, org_id: str, pass_type: str, serial_number: str) -> Pass | None:
        """Return the pass of a type with a serial number, or None."""
        return self.session.scalar(
            self.scoped(org_id).where(
                Pass.pass_type == pass_type, Pass.serial_number == serial_number
            )
        )

    def search(
        self,
        org_id: str,
        wanted: str | None,
        customer_id: str | None,
        paging: Paging,
        order: PassOrder,
    ) -> tuple[list[Pass], int]:
        """Return a page of passes. `wanted` is searched in serial numbers, descriptions and names of customers.

        For a customer, the result includes passes of the profiles that were merged into theirs.
        """
        found: Select[Pass] = self.scoped(org_id)
        if customer_id is not None:
            found = found.where(Pass.customer_id.in_(_profiles_of(org_id, customer_id)))
        if wanted:
            pattern = contains_pattern(wanted)
            description: ColumnElement[str] = Pass.content["description"].astext
            found = found.where(
                Pass.serial_number.ilike(pattern)
                | description.ilike(pattern)
                | _is_holder_named_like(org_id, pattern)
            )
        return self.page(found, paging, _ORDERS[order], Pass.pass_id.asc())

    def of_import(self, org_id: str, import_id: str, most: int) -> list[Pass]:
        """Return passes that an import created, locked in the order of their IDs."""
        own = self.scoped(org_id).where(Pass.import_id == import_id).order_by(Pass.pass_id)
        return list(self.session.scalars(own.limit(most).with_for_update()))

    def remove(self, org_id: str, pass_ids: Collection[str]) -> None:
        """Delete passes with everything that belongs to them."""
        gone = delete(Pass).where(Pass.org_id == org_id, Pass.pass_id.in_(pass_ids))
        self.session.execute(gone.execution_options(synchronize_session=False))

    def find_of_template(self, org_id: str, template_id: str, customer_id: str) -> Pass | None:
        """Return the first pass that a customer has from a template, or None."""
        own = self.scoped(org_id).where(
            Pass.template_id == template_id,
            Pass.customer_id.in_(_profiles_of(org_id, customer_id)),
        )
        return self.session.scalar(own.order_by(Pass.created_at, Pass.pass_id).limit(1))

    def outdated(
        self, org_id: str, template_id: str, version: int, after: str, most: int
    ) -> list[Pass]:
        """Return passes of a template that show another version of it, locked, in the order of their IDs after
        `after`.
        """
        own = self.scoped(org_id).where(
            Pass.template_id == template_id,
            Pass.template_version.is_distinct_from(version),
            Pass.pass_id > after,
        )
        return list(self.session.scalars(own.order_by(Pass.pass_id).limit(most).with_for_update()))

    def count_by_template(self, org_id: str, template_ids: Sequence[str]) -> dict[str, int]:
        """Return how many passes were created from each template."""
        rows = self.session.execute(
            select(Pass.template_id, func.count().label("passes"))
            .where(Pass.org_id == org_id, Pass.template_id.in_(template_ids))
            .group_by(Pass.template_id)
        )
        return {row.template_id: row.passes for row in rows}

    def next_tag(self, org_id: str) -> int:
        """Return the tag of a change. No other change of the organisation's passes gets one until the transaction ends,
        so a phone that asks for changes since a tag does not miss any that commits later with a lower one. Tags of
        deleted passes are not assigned again.
        """
        lock_until_commit(self.session, "pass-changes", org_id)
        highest = select(func.max(Pass.change_tag)).where(Pass.org_id == org_id)
        deleted = select(func.max(PassCertificateRow.deleted_tag)).where(
            PassCertificateRow.org_id == org_id
        )
        # A single statement, because a deletion moves a tag from one to the other.
        found = select(func.greatest(highest.scalar_subquery(), deleted.scalar_subquery()))
        return (self.session.scalar(found) or 0) + 1

    def count(self, org_id: str) -> int:
        """Return how many passes there are."""
        own = self.scoped(org_id).subquery()
        return self.session.scalar(select(func.count()).select_from(own)) or 0

    def add(self, row: Pass) -> bool:
        """Insert a pass. Return False if another pass has its serial number."""
        try:
            with self.session.begin_nested():
                self.session.add(row)
                self.session.flush()
        except IntegrityError as error:
            if "serial_number" not in str(error.orig):
                raise
            return False
        return True

    def installs(self, org_id: str, pass_ids: Sequence[str]) -> dict[str, int]:
        """Return on how many phones each pass is."""
        rows = self.session.execute(
            select(PassRegistration.pass_id, func.count().label("phones"))
            .where(PassRegistration.org_id == org_id, PassRegistration.pass_id.in_(pass_ids))
            .group_by(PassRegistration.pass_id)
        )
        return {row.pass_id: row.phones for row in rows}

    def register(
        self, org_id: str, pass_id: str, device_id: str, push_token_sealed: str, now: datetime
    ) -> bool:
        """Store that a phone has a pass. Return False if that was already known, in which case its push token may have
        changed.
        """
        statement = insert(PassRegistration).values(
            org_id=org_id,
            pass_id=pass_id,
            device_id=device_id,
            push_token_sealed=push_token_sealed,
            created_at=now,
        )
        added = self.session.scalar(
            statement.on_conflict_do_nothing().returning(PassRegistration.pass_id)
        )
        if added is not None:
            self._note_removal(org_id, pass_id, None)
            return True
        again = statement.on_conflict_do_update(
            index_elements=["pass_id", "device_id"],
            set_={"push_token_sealed": push_token_sealed},
            where=PassRegistration.org_id == org_id,
        )
        self.session.execute(again)
        return False

    def unregister(self, org_id: str, pass_id: str, device_id: str, now: datetime) -> bool:
        """Delete the registration of a phone for a pass. Return False if there was none."""
        gone = self.session.scalar(
            delete(PassRegistration)
            .where(
                PassRegistration.org_id == org_id,
                PassRegistration.pass_id == pass_id,
                PassRegistration.device_id == device_id,
            )
            .returning(PassRegistration.pass_id)
        )
        if gone is None:
            return False
        self._note_removal(org_id, pass_id, now)
        return True

    def delete_token(
        self, org_id: str, pass_id: str, device_id: str, push_token_sealed: str, now: datetime
    ) -> bool:
        """Delete the registration of a phone if its push token is still this one. Return False if it has another one by
        now.
        """
        gone = (
            delete(PassRegistration)
            .where(
                PassRegistration.org_id == org_id,
                PassRegistration.pass_id == pass_id,
                PassRegistration.device_id == device_id,
                PassRegistration.push_token_sealed == push_token_sealed,
            )
            .returning(PassRegistration.pass_id)
        )
        if self.session.scalar(gone) is None:
            return False
        self._note_removal(org_id, pass_id, now)
        return True

    def _note_removal(self, org_id: str, pass_id: str, removed_at: datetime | None) -> None:
        """Store when a phone removed the pass, or None once a phone has it."""
        self.session.execute(
            update(Pass)
            .where(
                Pass.org_id == org_id,
                Pass.pass_id == pass_id,
                Pass.removed_at.is_distinct_from(removed_at),
            )
            .values(removed_at=removed_at)
        )

    def note_fetch(self, org_id: str, pass_id: str, tag: int) -> None:
        """Store the newest state that a phone fetched."""
        self.session.execute(
            update(Pass)
            .where(Pass.org_id == org_id, Pass.pass_id == pass_id, Pass.fetched_tag < tag)
            .values(fetched_tag=tag)
        )

    def take_stale(self, org_id: str, before: datetime, most: int) -> list[Pass]:
        """Return passes whose newest change was made before this moment and was not fetched by any phone that had them
        then, and mark them as stale.
        """
        is_held = exists().where(
            PassRegistration.org_id == org_id,
            PassRegistration.pass_id == Pass.pass_id,
            PassRegistration.created_at < Pass.updated_at,
        )
        found = (
            self.scoped(org_id)
            .with_only_columns(Pass.pass_id)
            .where(
                Pass.updated_at <= before,
                Pass.change_tag > Pass.fetched_tag,
                Pass.change_tag > Pass.stale_tag,
                is_held,
            )
            .limit(most)
            .with_for_update(skip_locked=True)
        )
        marked = (
            update(Pass)
            .where(Pass.org_id == org_id, Pass.pass_id.in_(found))
            .values(stale_tag=Pass.change_tag)
            .returning(Pass)
        )
        return list(self.session.scalars(marked))

    def changed_on(
        self, org_id: str, device_id: str, pass_type: str, since: int, most: int
    ) -> list[tuple[str, int]]:
        """Return serial numbers and tags of a phone's passes that changed after a tag, ordered by tag."""
        rows = self.session.execute(
            select(Pass.serial_number, Pass.change_tag)
            .join(PassRegistration, PassRegistration.pass_id == Pass.pass_id)
            .where(
                Pass.org_id == org_id,
                PassRegistration.org_id == org_id,
                PassRegistration.device_id == device_id,
                Pass.pass_type == pass_type,
                Pass.change_tag > since,
            )
            .order_by(Pass.change_tag)
            .limit(most)
        )
        return [(serial_number, tag) for serial_number, tag in rows]


def _profiles_of(org_id: str, customer_id: str) -> Select[str]:
    """Return a query for the IDs of a profile and of those that were merged into it."""
    is_theirs = (customers.c.customer_id == customer_id) | (customers.c.merged_into == customer_id)
    return select(customers.c.customer_id).where(customers.c.org_id == org_id, is_theirs)


def _is_holder_named_like(org_id: str, pattern: str) -> ColumnElement[bool]:
    """Return the condition that the name of a pass's customer matches a pattern. It is evaluated for each pass, because
    an organisation may have far more customers than passes.
    """
    return (
        select(customers.c.customer_id)
        .join_from(customers, kept_customers, IS_KEPT)
        .where(
            customers.c.org_id == org_id,
            customers.c.customer_id == Pass.customer_id,
            NAME.ilike(pattern),
        )
        .exists()
    )
