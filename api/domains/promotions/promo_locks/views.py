"""Converts rows of promo locks to their response form."""

from collections.abc import Callable, Sequence
from typing import Any

from api.auth.member import Member
from api.domains.codes.codes.promo_lock import LockState
from api.domains.codes.codes.types import LockableCode
from api.domains.promotions.promo_locks.models import PromoBatch, PromoCode, PromoUse
from api.domains.promotions.promo_locks.schemas import (
    LockOverview,
    LockRead,
    PromoAnswer,
    PromoBatchRead,
    PromoCodeRead,
    PromoCodesCreated,
    UsageRead,
    UsageTotals,
    UseRead,
)
from api.domains.promotions.promo_locks.service import (
    MAX_SHOWN,
    CreatedPromoCodes,
    PromoOverview,
)
from api.domains.promotions.promo_locks.types import Opened, PromoState, StillLocked
from api.kit.masking import masked
from api.kit.pagination import Paging
from warehouse.visitor_names import visitor_name

_USABLE = (PromoState.OPEN, PromoState.NOT_YET)


def lock(state: LockState) -> LockRead:
    """Return a lock."""
    return LockRead(
        enabled=state.enabled,
        open_minutes=state.open_minutes,
        message=state.message,
        needs_location=state.needs_location,
        epoch=state.epoch,
    )


def batch(row: PromoBatch, amount: int, used: int) -> PromoBatchRead:
    """Return a batch with its number of promo codes and of uses."""
    columns = {
        name: getattr(row, name) for name in PromoBatchRead.model_fields if hasattr(row, name)
    }
    return PromoBatchRead(**columns, amount=amount, used=used)


def created(made: CreatedPromoCodes) -> PromoCodesCreated:
    """Return the result of a request for promo codes; long lists are cut."""
    return PromoCodesCreated(
        qr_id=made.code.code_id,
        lock=lock(made.lock),
        batch=batch(made.batch, len(made.codes), 0) if made.batch is not None else None,
        created=len(made.codes),
        promo_codes=made.codes[:MAX_SHOWN],
        refused=made.refused[:MAX_SHOWN],
        refused_total=len(made.refused),
    )


def overview(
    qr_id: str, code: LockableCode, found: PromoOverview, *, has_key: bool
) -> LockOverview:
    """Return a lock with its batches and the numbers of its promo codes."""
    return LockOverview(
        qr_id=qr_id,
        lock_of=code.code_id,
        lock=lock(LockState.from_json(code.promo_lock)),
        promo_codes=found.states,
        batches=[batch(row, amount, used) for row, amount, used in found.batches],
        has_master_key=has_key,
        unseen_alarms=found.unseen_alarms,
    )


def promo_code(promo: PromoCode, of: PromoBatch, state: PromoState, me: Member) -> PromoCodeRead:
    """Return a promo code, masked if it can still be used and the member must not see it."""
    is_masked = state in _USABLE and not me.sees_unused_codes
    return PromoCodeRead(
        promo_code_id=promo.promo_code_id,
        promo_code=masked(promo.shown) if is_masked else promo.shown,
        is_masked=is_masked,
        batch_id=of.batch_id,
        batch=of.name,
        state=state,
        used=promo.used,
        max_uses=promo.max_uses,
        last_used_at=promo.last_used_at,
        created_at=promo.created_at,
    )


def answer(
    result: Opened | StillLocked | None, lock_state: LockState, *, is_check: bool
) -> PromoAnswer:
    """Return the response to a visitor's attempt."""
    if isinstance(result, StillLocked):
        return PromoAnswer(
            locked=True,
            reason=result.reason,
            message=result.message,
            needs_location=lock_state.needs_location,
            open_until=None,
            used=False,
        )
    message = "This page is open to everybody."
    if result is not None:
        message = "This promo code is valid." if is_check else "The page is open."
    return PromoAnswer(
        locked=False,
        reason=None,
        message=message,
        needs_location=lock_state.needs_location,
        open_until=result.until if result is not None else None,
        used=result is not None and result.use_id is not None,
        use_id=result.use_id if result is not None else None,
    )


def use(row: PromoUse, shown: str | None, contact: str | None) -> UseRead:
    """Return a use."""
    return UseRead(
        use_id=row.use_id,
        kind="master" if row.kind == "master" else "promo",
        promo_code=shown,
        opened_code_id=row.opened_code_id,
        customer=contact,
        visitor_id=row.visitor_id,
        visitor=visitor_name(row.visitor_id),
        used_at=row.used_at,
        open_until=row.open_until,
        latitude=row.latitude,
        longitude=row.longitude,
        country=row.country,
        region=row.region,
        city=row.city,
    )


def usage(
    qr_id: str,
    totals: Any,
    rows: Sequence[tuple[PromoUse, str | None]],
    total: int,
    paging: Paging,
    me: Member,
    contact: Callable[[PromoUse], str | None],
) -> UsageRead:
    """Return a page of uses. Promo codes are masked for viewers, because they may still be usable."""
    return UsageRead(
        qr_id=qr_id,
        totals=UsageTotals.model_validate(totals),
        items=[
            use(
                row, shown if shown is None or me.sees_unused_codes else masked(shown), contact(row)
            )
            for row, shown in rows
        ],
        page=paging.page,
        page_size=paging.page_size,
        total=total,
    )
