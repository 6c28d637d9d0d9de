"""Routes for members' work with promo locks, each with and without `promo_lock/` in its path."""

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.promotions.promo_locks import views
from api.domains.promotions.promo_locks.dependencies import (
    MasterKeyServiceDep,
    PromoServiceDep,
    VouchersDep,
)
from api.domains.promotions.promo_locks.schemas import (
    AlarmRead,
    AlarmsSeen,
    CreatePromoCodes,
    ExportedFile,
    ExportPromoCodes,
    ListAlarms,
    ListPromoBatches,
    ListPromoCodes,
    LockOverview,
    LockRead,
    LockRef,
    PromoCodeRead,
    PromoCodesCreated,
    PromoCodesWithdrawn,
    SetLock,
    VoucherBatchRead,
    WithdrawPromoCodes,
)
from api.kit.pagination import Page, page_of
from warehouse.date_ranges import zone_of

router = ApiRouter(tags=["promos"])


@router.post("/v1/promo_lock/create_promo_code")
@router.post("/v1/create_promo_code", operation_id="create_promo_code_alias")
def create_promo_code(
    body: CreatePromoCodes, me: EditorDep, promos: PromoServiceDep
) -> PromoCodesCreated:
    """Generate or import promo codes, change the promo lock, or both."""
    made = promos.create(me.org_id, me.caller_id, body, zone_of(me.time_zone))
    return views.created(made)


@router.post("/v1/promo_lock/export_promo_codes")
@router.post("/v1/export_promo_codes", operation_id="export_promo_codes_alias")
def export_promo_codes(
    body: ExportPromoCodes, me: EditorDep, promos: PromoServiceDep
) -> ExportedFile:
    """Export all promo codes of a lock, or of one batch, as a CSV file."""
    name, data = promos.export(me.org_id, body.qr_id, body.batch_id)
    return ExportedFile(file_name=name, data=data)


@router.post("/v1/promo_lock/set_lock")
def set_promo_lock(body: SetLock, me: EditorDep, promos: PromoServiceDep) -> LockRead:
    """Turn a promo lock on or off, and change its message and how long it stays open."""
    return views.lock(promos.set_lock(me.org_id, body.qr_id, body))


@router.post("/v1/promo_lock/get_lock")
def get_promo_lock(
    body: LockRef, me: ViewerDep, promos: PromoServiceDep, keys: MasterKeyServiceDep
) -> LockOverview:
    """Get a promo lock with its batches. The response also counts promo codes by state, and unseen alarms."""
    code = promos.lock_code(me.org_id, body.qr_id)
    has_key = keys.find(me.org_id, code.code_id) is not None
    return views.overview(body.qr_id, code, promos.overview(me.org_id, code), has_key=has_key)


@router.post("/v1/promo_lock/list_batches")
def list_promo_batches(
    body: ListPromoBatches, me: ViewerDep, vouchers: VouchersDep
) -> Page[VoucherBatchRead]:
    """List the promo batches of all locks, with the promo codes that are left for rewards."""
    items, total = vouchers.list_batches(me.org_id, body)
    return page_of(items, total, body.paging)


@router.post("/v1/promo_lock/list_promo_codes")
def list_promo_codes(
    body: ListPromoCodes, me: ViewerDep, promos: PromoServiceDep
) -> Page[PromoCodeRead]:
    """List the promo codes of a lock, newest first. For viewers, usable promo codes are masked, and `filter` searches
    only batch names.
    """
    rows, total = promos.list_codes(me, body)
    return page_of([views.promo_code(*row, me) for row in rows], total, body.paging)


@router.post("/v1/promo_lock/withdraw_promo_codes")
def withdraw_promo_codes(
    body: WithdrawPromoCodes, me: EditorDep, promos: PromoServiceDep
) -> PromoCodesWithdrawn:
    """Withdraw promo codes. Pages that they opened remain open until their time ends."""
    return PromoCodesWithdrawn(
        withdrawn=promos.withdraw(me.org_id, body.qr_id, body.promo_code_ids)
    )


@router.post("/v1/promo_lock/list_alarms")
def list_promo_alarms(body: ListAlarms, me: ViewerDep, promos: PromoServiceDep) -> Page[AlarmRead]:
    """List alarms about guessed promo codes, newest first."""
    rows, total = promos.list_alarms(me.org_id, body.qr_id, body)
    return page_of([AlarmRead.model_validate(row) for row in rows], total, body.paging)


@router.post("/v1/promo_lock/see_alarms")
def see_promo_alarms(body: LockRef, me: EditorDep, promos: PromoServiceDep) -> AlarmsSeen:
    """Mark all alarms as seen."""
    return AlarmsSeen(seen=promos.see_alarms(me.org_id, body.qr_id))
