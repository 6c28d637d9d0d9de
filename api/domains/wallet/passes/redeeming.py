"""Redeeming passes at the till: an idempotency key ensures that each use counts once, and it can be undone for 15
minutes.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID
from zoneinfo import ZoneInfo

from api.auth.member import Member
from api.auth.tenants import organization_of
from api.domains.people.customers.service import CustomerService
from api.domains.wallet.passes.errors import (
    CannotUndoPass,
    PassAmbiguous,
    PassExpired,
    PassNotFound,
    PassUsedUp,
    PassUseNotFound,
    PassVoid,
)
from api.domains.wallet.passes.events import pass_redeemed
from api.domains.wallet.passes.models import Pass, PassRedemption
from api.domains.wallet.passes.redemption_repository import RedemptionRepository
from api.domains.wallet.passes.service import PassService
from api.domains.wallet.passes.till_schemas import HolderAtTill, PassAtTill, ShownValue
from api.rendering.visitor_pages.words import spoken
from api.rendering.wallet.content import WalletPass
from api.rendering.wallet.web_twin import ShownField, shown_pass
from ingest.outbox.recording import record

UNDO_WITHIN = timedelta(minutes=15)
USES_LEFT = "uses_left"
"""The key of the field that shows how many uses are left, for passes that have it."""
KeepInLog = Callable[[PassRedemption, PassAtTill], None]
"""Stores a use in the log of its till, within the transaction."""


class RedeemingService:
    """Uses of one organisation's passes."""

    def __init__(
        self,
        redemptions: RedemptionRepository,
        passes: PassService,
        customers: CustomerService,
        *,
        now: datetime,
        new_id: Callable[[str], str],
        new_event_id: Callable[[], UUID],
    ) -> None:
        self._redemptions = redemptions
        self._passes = passes
        self._customers = customers
        self._now = now
        self._new_id = new_id
        self._new_event_id = new_event_id

    def find(self, me: Member, text: str) -> PassAtTill:
        """Return the pass with a barcode, serial number or page address.

        Raises:
            PassNotFound: there is no such pass.
            PassAmbiguous: several have this barcode.
        """
        wanted = text.strip().rpartition("/card/")[2]
        found = self._redemptions.find_passes(me.org_id, wanted, 2)
        if not found:
            raise PassNotFound
        if len(found) > 1:
            raise PassAmbiguous
        return self.read(found[0])

    def redeem(
        self, me: Member, pass_id: str, key: str, keep: KeepInLog
    ) -> tuple[PassRedemption, PassAtTill]:
        """Use a pass once. The same key again is the same use. The content of the pass is changed last, because from
        then on other changes of passes wait until this one is stored.

        Raises:
            PassNotFound, PassVoid, PassExpired, PassUsedUp: the pass cannot be used.
        """
        row = self._passes.lock_row(me.org_id, pass_id)
        known = self._redemptions.find_by_key(me.org_id, pass_id, key)
        if known is not None:
            shown = self.read(row)
            keep(known, shown)
            return known, shown
        content = WalletPass.model_validate(row.content)
        if row.max_uses is not None and row.uses >= row.max_uses:
            raise PassUsedUp
        if content.is_void:
            raise PassVoid
        if content.expires_at is not None and content.expires_at <= self._now:
            raise PassExpired
        number = self._redemptions.use(me.org_id, pass_id)
        if number is None:
            raise PassUsedUp
        is_last = row.max_uses is not None and number >= row.max_uses
        redemption = PassRedemption(
            redemption_id=self._new_id("prd"),
            org_id=me.org_id,
            pass_id=pass_id,
            idempotency_key=key,
            use_number=number,
            made_void=is_last,
            redeemed_at=self._now,
            redeemed_by=me.caller_id or None,
        )
        self._redemptions.add(redemption)
        self._record(row, redemption, "redeemed")
        return redemption, self._finish(row, redemption, _after(row, number, is_void=is_last), keep)

    def undo(
        self, me: Member, redemption_id: str, keep: KeepInLog
    ) -> tuple[PassRedemption, PassAtTill]:
        """Undo a use of the last 15 minutes. Undoing it again has no further effect.

        Raises:
            PassUseNotFound: there was no such use.
            CannotUndoPass: it was earlier.
        """
        redemption = self._redemptions.find(me.org_id, redemption_id)
        if redemption is None:
            raise PassUseNotFound
        if redemption.redeemed_at <= self._now - UNDO_WITHIN:
            raise CannotUndoPass
        row = self._passes.lock_row(me.org_id, redemption.pass_id)
        if self._redemptions.undo(me.org_id, redemption_id, self._now):
            self._redemptions.take_back(me.org_id, row.pass_id)
            self._redemptions.session.refresh(row)
            self._redemptions.session.refresh(redemption)
            self._record(row, redemption, "undone")
            content = _after(row, row.uses, is_void=False if redemption.made_void else None)
            return redemption, self._finish(row, redemption, content, keep)
        shown = self.read(row)
        keep(redemption, shown)
        return redemption, shown

    def _finish(
        self, row: Pass, redemption: PassRedemption, content: WalletPass, keep: KeepInLog
    ) -> PassAtTill:
        self._redemptions.session.refresh(row)
        shown = self._at_till(row, content)
        keep(redemption, shown)
        self._passes.show(row, content)
        return shown

    def read(self, row: Pass) -> PassAtTill:
        """Return a pass as the till shows it."""
        self._redemptions.session.refresh(row)
        return self._at_till(row, WalletPass.model_validate(row.content))

    def _at_till(self, row: Pass, content: WalletPass) -> PassAtTill:
        session = self._redemptions.session
        zone = ZoneInfo(organization_of(session, row.org_id).time_zone)
        shown = shown_pass(content, spoken(), zone, self._now)
        since = self._now - UNDO_WITHIN
        latest = self._redemptions.latest(row.org_id, row.pass_id, since)
        is_used_up = row.max_uses is not None and row.uses >= row.max_uses
        front = (shown.header, *shown.rows.values())
        return PassAtTill(
            pass_id=row.pass_id,
            serialNumber=row.serial_number,
            style=content.style,
            description=content.description,
            holder=self._holder(row),
            values=[_value(field) for fields in front for field in fields],
            is_void=shown.is_void,
            is_expired=shown.is_expired,
            uses=row.uses,
            max_uses=row.max_uses,
            can_redeem=shown.is_valid and not is_used_up,
            undoable=latest.redemption_id if latest is not None else None,
        )

    def _record(
        self, row: Pass, redemption: PassRedemption, action: Literal["redeemed", "undone"]
    ) -> None:
        session = self._redemptions.session
        event = pass_redeemed(
            *(row, redemption, action),
            is_demo=organization_of(session, row.org_id).is_demo,
            event_id=self._new_event_id(),
            now=self._now,
        )
        record(session, event)

    def _holder(self, row: Pass) -> HolderAtTill | None:
        if row.customer_id is None:
            return None
        customer = self._customers.get(row.org_id, row.customer_id)
        return HolderAtTill(customer_id=customer.customer_id, first_name=customer.first_name)


def _value(field: ShownField) -> ShownValue:
    return ShownValue(label=field.label, value=field.value)


def _after(row: Pass, uses: int, *, is_void: bool | None) -> WalletPass:
    """Return the content of a pass after this number of uses. With `is_void` None, its validity does not change."""
    content: dict[str, Any] = dict(row.content)
    if is_void is not None:
        content["is_void"] = is_void
    if row.max_uses is not None:
        left = row.max_uses - uses
        content["fields"] = [
            {**field, "value": left if field["format"] == "number" else str(left)}
            if field["key"] == USES_LEFT and field["format"] in ("number", "text")
            else field
            for field in content["fields"]
        ]
    return WalletPass.model_validate(content)
