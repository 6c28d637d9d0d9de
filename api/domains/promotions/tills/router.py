"""Routes for tills."""

from api.auth.member import AdminDep
from api.db.routing import ApiRouter
from api.domains.promotions.tills.dependencies import DeviceTillsDep, TillLogDep, TillServiceDep
from api.domains.promotions.tills.schemas import (
    DeleteTillStaff,
    EnrolTill,
    ListTillActions,
    ListTills,
    ListTillStaff,
    OpenTill,
    RevokeTill,
    SaveTillStaff,
    TillActionRead,
    TillEnrolled,
    TillList,
    TillOpened,
    TillRead,
    TillStaffList,
    TillStaffRead,
    TillUnlocked,
    UnlockTill,
)
from api.kit.pagination import Page, page_of

router = ApiRouter(tags=["tills"])


@router.post("/v1/enrol-till")
def enrol_till(body: EnrolTill, me: AdminDep, tills: TillServiceDep) -> TillEnrolled:
    """Enrol the calling device as a till. Its secret is returned only once."""
    return tills.enrol(me, body)


@router.post("/v1/list-tills")
def list_tills(_body: ListTills, me: AdminDep, tills: TillServiceDep) -> TillList:
    """List enrolled tills by name."""
    items = [TillRead.model_validate(it) for it in tills.list_all(me.org_id)]
    return TillList(items=items, total=len(items))


@router.post("/v1/revoke-till")
def revoke_till(body: RevokeTill, me: AdminDep, tills: TillServiceDep) -> TillRead:
    """Revoke a till. Its sessions end immediately."""
    return TillRead.model_validate(tills.revoke(me.org_id, body.till_id))


@router.post("/v1/save-till-staff")
def save_till_staff(body: SaveTillStaff, me: AdminDep, tills: TillServiceDep) -> TillStaffRead:
    """Add a staff member for tills, or change their name, PIN and daily limits."""
    return TillStaffRead.model_validate(tills.save_staff(me.org_id, body))


@router.post("/v1/list-till-staff")
def list_till_staff(_body: ListTillStaff, me: AdminDep, tills: TillServiceDep) -> TillStaffList:
    """List the staff members at tills by name."""
    items = [TillStaffRead.model_validate(it) for it in tills.staff(me.org_id)]
    return TillStaffList(items=items, total=len(items))


@router.post("/v1/delete-till-staff")
def delete_till_staff(body: DeleteTillStaff, me: AdminDep, tills: TillServiceDep) -> TillStaffRead:
    """Remove a staff member from the tills. Their actions remain in the log."""
    return TillStaffRead.model_validate(tills.delete_staff(me.org_id, body.staff_id))


@router.post("/v1/list-till-actions")
def list_till_actions(body: ListTillActions, me: AdminDep, log: TillLogDep) -> Page[TillActionRead]:
    """List the actions at tills, newest first, each with its staff member and till."""
    rows, total = log.page(me.org_id, body.paging)
    return page_of([TillActionRead.model_validate(it) for it in rows], total, body.paging)


@router.post("/v1/open-till")
def open_till(body: OpenTill, device: DeviceTillsDep) -> TillOpened:
    """Get the staff members of a till, by its secret."""
    return device.tills.open(device.enter(body), body.secret)


@router.post("/v1/unlock-till")
def unlock_till(body: UnlockTill, device: DeviceTillsDep) -> TillUnlocked:
    """Start a session at a till with a PIN. Five wrong PINs lock the staff member for 15 minutes."""
    return device.tills.unlock(device.enter(body), body)
