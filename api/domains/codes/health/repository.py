"""Destination checks of one organisation."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Row, and_, case, func, or_, select, text

from api.db.listing import Columns
from api.db.tenancy import Repository
from api.domains.codes.codes.tables import codes
from api.domains.codes.health.models import DestinationCheck
from api.domains.codes.health.schemas import ListCodeHealth

Finding = Row[DestinationCheck, str]
_COLUMNS = Columns(
    searched=(codes.c.name, DestinationCheck.url, DestinationCheck.reason),
    ordered={
        "broken_since": DestinationCheck.broken_since,
        "checked_at": DestinationCheck.checked_at,
        "name": codes.c.name,
        "url": DestinationCheck.url,
    },
    default_sort="broken_since",
)


class CodeHealthRepository(Repository[DestinationCheck]):
    """Findings of the nightly check."""

    model = DestinationCheck

    def list_findings(self, org_id: str, body: ListCodeHealth) -> tuple[list[Finding], int]:
        """Return one page of findings with the codes' names, and the total number. Without a sort order, those that
        have been broken longest come first.
        """
        code_id = body.code_id
        found = (
            self.scoped(org_id)
            .join(codes, codes.c.code_id == DestinationCheck.code_id)
            .where(codes.c.org_id == org_id, codes.c.deleted_at.is_(None))
        )
        if code_id is None:
            found = found.where(DestinationCheck.state != "fine")
        else:
            found = found.where(DestinationCheck.code_id == code_id)
        found = _COLUMNS.matching(found, body)
        total = self.session.scalar(select(func.count()).select_from(found.subquery())) or 0
        rows = self.session.execute(
            found.add_columns(codes.c.name)
            .order_by(
                _COLUMNS.order(body),
                DestinationCheck.code_id,
                DestinationCheck.url,
            )
            .limit(body.paging.page_size)
            .offset(body.paging.offset)
        )
        return list(rows), total

    def find_unreported(self, org_id: str, now: datetime) -> list[Finding]:
        """Return the broken destinations of active codes of which the owners have not been notified yet.

        A child is active as long as its base, unless it overrides state or validity. The rows are locked, so that
        exactly the reported ones are marked.
        """
        base = codes.alias()
        own_state = or_(base.c.code_id.is_(None), codes.c.overrides.contains(["state"]))
        own_window = or_(base.c.code_id.is_(None), codes.c.overrides.contains(["window"]))
        state = case((own_state, codes.c.state), else_=base.c.state)
        until = case((own_window, codes.c.active_until), else_=base.c.active_until)
        of_base = and_(base.c.code_id == codes.c.base_code_id, base.c.org_id == codes.c.org_id)
        wanted = (
            self.scoped(org_id)
            .add_columns(codes.c.name)
            .join(codes, codes.c.code_id == DestinationCheck.code_id)
            .outerjoin(base, of_base)
            .where(codes.c.org_id == org_id)
            .where(DestinationCheck.state != "fine", DestinationCheck.notified_at.is_(None))
            .where(codes.c.deleted_at.is_(None), state == "active")
            .where(or_(until.is_(None), until > now))
            .order_by(DestinationCheck.url, DestinationCheck.code_id)
            .with_for_update(of=DestinationCheck)
        )
        return list(self.session.execute(wanted))

    def mark_reported(self, found: Iterable[DestinationCheck], now: datetime) -> None:
        """Record that the owners have been notified."""
        for it in found:
            it.notified_at = now
        self.session.flush()

    def organizations_with_unreported(self, now: datetime) -> list[str]:
        """Return the organisations with unreported findings, regardless of which one the session has entered."""
        waiting = text("select org_id from destinations_to_report(:at)")
        return list(self.session.scalars(waiting, {"at": now}))
