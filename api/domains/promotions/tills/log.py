"""Logs actions at tills, and enforces each person's daily limits."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Row
from sqlalchemy.orm import Session

from api.domains.promotions.tills.errors import NotAtTheTill, StaffLimit
from api.domains.promotions.tills.operator import Operator
from api.domains.promotions.tills.repository import TillRepository
from api.domains.promotions.tills.schemas import Kind
from api.kit.ids import new_id
from api.kit.pagination import Paging

_LIMITS: dict[Kind, str] = {
    "points": "daily_points",
    "stamps": "daily_stamps",
    "redeem": "daily_redemptions",
}
_OF_OTHERS: dict[str, Kind] = {"redeem": "redeem", "pass": "pass"}


def keep_redemption(
    session: Session,
    now: datetime,
    operator: Operator,
    action: str,
    customer_id: str,
    redemption_id: str,
) -> None:
    """Log what another domain redeemed, undid or gave (`pass`) at a till.

    Raises:
        StaffLimit: the person would exceed their daily limit for redemptions.
    """
    log = TillLog(TillRepository(session), now, new_id)
    log.redeemed(operator, action, customer_id, redemption_id)


class TillLog:
    """The log of one organisation's tills. It does not contain the actions of members with a login."""

    def __init__(self, tills: TillRepository, now: datetime, new_id: Callable[[str], str]) -> None:
        self._tills = tills
        self._now = now
        self._new_id = new_id

    def posted(
        self,
        operator: Operator,
        action: str,
        unit: Kind,
        amount: int,
        customer_id: str,
        movement_id: str | None,
    ) -> None:
        """Log a change to a card.

        Raises:
            NotAtTheTill: a balance was corrected, which is not allowed at a till.
            StaffLimit: the person would exceed their daily limit for gifts.
        """
        if operator.at is None:
            return
        if action == "correct":
            raise NotAtTheTill
        if action == "create":
            self._keep(operator, "card", 0, customer_id, customer_id)
        elif action == "undo":
            self._keep(operator, "undo", amount, customer_id, movement_id or "")
        else:
            self._keep(operator, unit, amount, customer_id, movement_id or "")

    def redeemed(
        self, operator: Operator, action: str, customer_id: str, redemption_id: str | None
    ) -> None:
        """Log what was redeemed, undone or given.

        Raises:
            StaffLimit: the person would exceed their daily limit for redemptions.
        """
        if operator.at is not None:
            kind = _OF_OTHERS.get(action, "undo_redeem")
            self._keep(operator, kind, 1, customer_id, redemption_id or "")

    def page(self, org_id: str, paging: Paging) -> tuple[Sequence[Row[Any]], int]:
        """Return a page of actions, newest first, and the total number."""
        return self._tills.actions(org_id, paging.page_size, paging.offset)

    def _keep(
        self, operator: Operator, kind: Kind, amount: int, customer_id: str, subject_id: str
    ) -> None:
        at, org_id = operator.at, operator.member.org_id
        assert at is not None
        values = {
            "action_id": self._new_id("act"),
            "org_id": org_id,
            "till_id": at.till_id,
            "staff_id": at.staff_id,
            "customer_id": customer_id,
            "kind": kind,
            "amount": amount,
            "subject_id": subject_id,
            "done_at": self._now,
        }
        limit = getattr(self._tills.find_staff(org_id, at.staff_id), _LIMITS.get(kind, ""), None)
        if limit is not None:
            local = self._now.astimezone(ZoneInfo(operator.member.time_zone))
            begin = local.replace(hour=0, minute=0, second=0, microsecond=0)
            done = self._tills.done_since(org_id, at.staff_id, kind, begin)
            if self._tills.log(values) and done + amount > limit:
                raise StaffLimit
        else:
            self._tills.log(values)
