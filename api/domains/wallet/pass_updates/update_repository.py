"""All statements about updates of passes and the people whom they reach."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, column, delete, exists, func, select, text, true
from sqlalchemy.dialects.postgresql import JSONB, insert

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.people.customers.tables import is_in_segment
from api.domains.wallet.google_passes.tables import (
    google_notices,
    google_passes,
    is_held_at_google,
)
from api.domains.wallet.pass_updates.models import PassUpdate, PassUpdateDelivery
from api.domains.wallet.passes.changing import NEWS
from api.domains.wallet.passes.tables import pass_certificates, pass_registrations, passes
from api.kit.pagination import Paging

MOST_MESSAGES = 3
"""Maximum number of messages for one pass within 24 hours, because Google Wallet accepts no more."""
_NEWEST = 1_000
_SHOWN = ("key", "label", "value", "format", "change_message")
_DUE = text("select org_id from due_pass_updates(:now)")


class Reach(NamedTuple):
    """Number of passes and phones in an audience."""

    passes: int
    phones: int
    development: int
    with_field: int
    same: int


class Budget(NamedTuple):
    """How much of their daily messages the passes of an audience have used up."""

    limited: int
    at_google: int
    silent_at_google: int


class Holder(NamedTuple):
    """A pass of an audience, and its holder."""

    pass_id: str
    customer_id: str | None


class UpdateRepository(Repository[PassUpdate]):
    """Updates of one organisation."""

    model = PassUpdate

    def lock_starting(self, org_id: str) -> None:
        """Prevent other updates from starting until the transaction ends."""
        lock_until_commit(self.session, "pass-updates", org_id)

    def started_since(self, org_id: str, moment: datetime) -> int:
        """Return how many updates were started since then."""
        own = self.scoped(org_id).where(PassUpdate.created_at > moment).subquery()
        return self.session.scalar(select(func.count()).select_from(own)) or 0

    def add(self, row: PassUpdate) -> None:
        """Store a new update."""
        self.session.add(row)
        self.session.flush()

    def find_locked(self, org_id: str, update_id: str) -> PassUpdate | None:
        """Return an update, locked until the transaction ends."""
        mine = self.scoped(org_id).where(PassUpdate.update_id == update_id)
        return self.session.scalar(mine.with_for_update())

    def list_page(self, org_id: str, paging: Paging) -> tuple[list[PassUpdate], int]:
        """Return a page of updates, newest first."""
        newest = (PassUpdate.created_at.desc(), PassUpdate.update_id.asc())
        return self.page(self.scoped(org_id), paging, *newest)

    def list_due(self, now: datetime) -> Sequence[str]:
        """Return the organisations with a due update for which no job is queued."""
        return self.session.scalars(_DUE, {"now": now}).all()

    def due(self, org_id: str, now: datetime) -> list[str]:
        """Return the due updates of one organisation, oldest first."""
        mine = self.scoped(org_id).where(PassUpdate.due_at <= now).order_by(PassUpdate.due_at)
        return [it.update_id for it in self.session.scalars(mine)]

    def reach(self, row: PassUpdate) -> Reach:
        """Return how many passes an update applies to, and on how many phones they are. A holder at Google counts as
        one phone.
        """
        mine = self._audience(row).subquery()
        phones = select(func.count()).select_from(pass_registrations).where(
            pass_registrations.c.org_id == row.org_id,
            pass_registrations.c.pass_id.in_(select(mine.c.pass_id)),
        )  # fmt: skip
        at_google = select(func.count()).select_from(google_passes).where(
            google_passes.c.org_id == row.org_id,
            google_passes.c.pass_id.in_(select(mine.c.pass_id)),
            is_held_at_google,
        )  # fmt: skip
        field: ColumnElement[bool] = mine.c.content["fields"].contains([{"key": row.field_key}])
        same: ColumnElement[bool] = mine.c.content["fields"].contains(
            [{"key": row.field_key, "value": row.text}]
        )
        counted = self.session.execute(
            select(
                func.count(),
                func.count().filter(mine.c.is_development),
                func.count().filter(field),
                func.count().filter(same),
            ).select_from(mine)
        ).one()
        return Reach(
            counted[0],
            (self.session.scalar(phones) or 0) + (self.session.scalar(at_google) or 0),
            counted[1],
            counted[2],
            counted[3],
        )

    def budget(self, row: PassUpdate, since: datetime) -> Budget:
        """Return how many passes of an audience have had all their messages since a moment, how many somebody has in
        Google Wallet, and how many of these have notified the phone as often as Google allows.
        """
        mine = select(self._audience(row).subquery().c.pass_id)
        had = select(PassUpdateDelivery.pass_id).where(
            PassUpdateDelivery.org_id == row.org_id,
            PassUpdateDelivery.pass_id.in_(mine),
            PassUpdateDelivery.state == "changed",
            PassUpdateDelivery.at > since,
        )  # fmt: skip
        held = select(google_passes.c.pass_id).where(
            google_passes.c.org_id == row.org_id, google_passes.c.pass_id.in_(mine), is_held_at_google
        )  # fmt: skip
        woken = select(google_notices.c.pass_id).where(
            google_notices.c.org_id == row.org_id,
            google_notices.c.pass_id.in_(held),
            google_notices.c.claimed_at > since,
        )  # fmt: skip
        full = func.count() >= MOST_MESSAGES
        counted = (
            had.group_by(PassUpdateDelivery.pass_id).having(full),
            held,
            woken.group_by(google_notices.c.pass_id).having(full),
        )
        counts = [select(func.count()).select_from(it.subquery()) for it in counted]
        return Budget(*(self.session.scalar(it) or 0 for it in counts))

    def fields(self, row: PassUpdate) -> list[dict[str, Any]]:
        """Return the fields of the audience's newest passes with the value that most of them show, the most common
        field first.
        """
        newest = self._audience(row).order_by(passes.c.updated_at.desc()).limit(_NEWEST).subquery()
        each = func.jsonb_array_elements(newest.c.content["fields"])
        one = each.table_valued(column("value", JSONB), name="one").lateral()
        found = (
            select(*(one.c.value[it].astext.label(it) for it in _SHOWN))
            .select_from(newest.join(one, true()))
            .subquery()
        )

        def most(name: str) -> ColumnElement[Any]:
            return func.mode().within_group(found.c[name]).label(name)

        rows = self.session.execute(
            select(found.c.key, *map(most, _SHOWN[1:]), func.count().label("passes"))
            .where(found.c.key != NEWS)
            .group_by(found.c.key)
            .order_by(func.count().desc(), found.c.key)
        )
        return [dict(it) for it in rows.mappings()]

    def label(self, row: PassUpdate) -> str | None:
        """Return the label that one of the passes has for the field that is changed. None for a message, or if the
        field has no label.
        """
        if row.field_key is None:
            return None
        mine = self._audience(row).subquery()
        has_field: ColumnElement[bool] = mine.c.content["fields"].contains([{"key": row.field_key}])
        fields = self.session.scalar(select(mine.c.content["fields"]).where(has_field).limit(1))
        named = (it.get("label") for it in fields or () if it["key"] == row.field_key)
        return next(named, None) or None

    def after(self, row: PassUpdate, most: int) -> list[Holder]:
        """Return the next passes to which an update applies."""
        found = self._audience(row).subquery()
        rows = self.session.execute(
            select(found.c.pass_id, found.c.customer_id)
            .where(found.c.pass_id > row.position)
            .order_by(found.c.pass_id)
            .limit(most)
        )
        return [Holder(*it) for it in rows]

    def waiting(self, row: PassUpdate, now: datetime, most: int) -> list[Holder]:
        """Return passes whose holders' quiet hours are over."""
        rows = self.session.execute(
            select(PassUpdateDelivery.pass_id, PassUpdateDelivery.customer_id)
            .where(*self._waiting(row), PassUpdateDelivery.at <= now)
            .order_by(PassUpdateDelivery.at, PassUpdateDelivery.pass_id)
            .limit(most)
        )
        return [Holder(*it) for it in rows]

    def next_waiting(self, row: PassUpdate) -> datetime | None:
        """Return when the first holder's quiet hours are over, or None if nobody is waiting."""
        first = select(func.min(PassUpdateDelivery.at)).where(*self._waiting(row))
        return self.session.scalar(first)

    def count_waiting(self, org_id: str, update_ids: Collection[str]) -> dict[str, int]:
        """Return how many passes are waiting, by update."""
        rows = self.session.execute(
            select(PassUpdateDelivery.update_id, func.count().label("passes"))
            .where(
                PassUpdateDelivery.org_id == org_id,
                PassUpdateDelivery.update_id.in_(update_ids),
                PassUpdateDelivery.state == "waiting",
            )
            .group_by(PassUpdateDelivery.update_id)
        )
        return {row.update_id: row.passes for row in rows}

    def reached(self, row: PassUpdate, customer_ids: Collection[str]) -> dict[str, str]:
        """Return by customer the pass on which they got this message, or on which it is waiting."""
        rows = self.session.execute(
            select(PassUpdateDelivery.customer_id, PassUpdateDelivery.pass_id).where(
                PassUpdateDelivery.org_id == row.org_id,
                PassUpdateDelivery.update_id == row.update_id,
                PassUpdateDelivery.customer_id.in_(customer_ids),
            )
        )
        return {customer_id: pass_id for customer_id, pass_id in rows if customer_id}

    def messages_since(
        self, org_id: str, pass_ids: Collection[str], moment: datetime
    ) -> dict[str, int]:
        """Return how many messages each of these passes got since a moment."""
        rows = self.session.execute(
            select(PassUpdateDelivery.pass_id, func.count().label("messages"))
            .where(
                PassUpdateDelivery.org_id == org_id,
                PassUpdateDelivery.pass_id.in_(pass_ids),
                PassUpdateDelivery.state == "changed",
                PassUpdateDelivery.at > moment,
            )
            .group_by(PassUpdateDelivery.pass_id)
        )
        return {row.pass_id: row.messages for row in rows}

    def deliver(self, row: PassUpdate, holder: Holder, state: str, at: datetime) -> None:
        """Store that a pass got the message, or waits until a moment."""
        values = {"customer_id": holder.customer_id, "state": state, "at": at}
        key = {"update_id": row.update_id, "pass_id": holder.pass_id, "org_id": row.org_id}
        self.session.execute(
            insert(PassUpdateDelivery)
            .values(**key, **values)
            .on_conflict_do_update(index_elements=["update_id", "pass_id"], set_=values)
        )

    def forget(self, row: PassUpdate, pass_ids: Collection[str]) -> None:
        """Stop these passes from waiting for the message."""
        self.session.execute(
            delete(PassUpdateDelivery).where(
                *self._waiting(row), PassUpdateDelivery.pass_id.in_(pass_ids)
            )
        )

    def stop_waiting(self, row: PassUpdate) -> None:
        """Stop all passes from waiting for this update."""
        self.session.execute(delete(PassUpdateDelivery).where(*self._waiting(row)))

    @staticmethod
    def _waiting(row: PassUpdate) -> tuple[ColumnElement[bool], ...]:
        return (
            PassUpdateDelivery.org_id == row.org_id,
            PassUpdateDelivery.update_id == row.update_id,
            PassUpdateDelivery.state == "waiting",
        )

    @staticmethod
    def _audience(row: PassUpdate) -> Select[tuple[str, str | None, object, bool]]:
        found = (
            select(
                passes.c.pass_id,
                passes.c.customer_id,
                passes.c.content,
                pass_certificates.c.is_development,
            )
            .join(
                pass_certificates,
                (pass_certificates.c.org_id == passes.c.org_id)
                & (pass_certificates.c.pass_type == passes.c.pass_type),
            )
            .where(passes.c.org_id == row.org_id)
        )
        if row.audience == "pass":
            found = found.where(passes.c.pass_id == row.audience_id)
        if row.audience == "segment":
            found = found.where(is_in_segment(row.org_id, row.audience_id, passes.c.customer_id))
        if row.kind == "message":
            found = found.where(
                ~passes.c.content.contains({"is_void": True}),
                exists().where(
                    pass_registrations.c.org_id == row.org_id,
                    pass_registrations.c.pass_id == passes.c.pass_id,
                )
                | exists().where(
                    google_passes.c.org_id == row.org_id,
                    google_passes.c.pass_id == passes.c.pass_id,
                    is_held_at_google,
                ),
            )
        return found
