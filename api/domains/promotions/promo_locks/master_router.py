"""Routes for master keys, each with and without `promo_lock/` in its path."""

from typing import Any

from api.auth.member import AdminDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.promotions.promo_locks.dependencies import MasterKeyServiceDep
from api.domains.promotions.promo_locks.master_schemas import (
    EditMasterKey,
    MasterKeyDeleted,
    MasterKeyMade,
    MasterKeyRead,
    SetMasterKey,
)
from api.domains.promotions.promo_locks.models import MasterKey
from api.domains.promotions.promo_locks.schemas import LockRef

router = ApiRouter(tags=["promos"])


def _shown(row: MasterKey) -> dict[str, Any]:
    names = MasterKeyRead.model_fields.keys() - {"qr_id", "exists"}
    return {"qr_id": row.code_id, "exists": True, **{name: getattr(row, name) for name in names}}


@router.post("/v1/promo_lock/set_master_key")
@router.post("/v1/set_master_key", operation_id="set_master_key_alias")
def set_master_key(body: SetMasterKey, me: AdminDep, keys: MasterKeyServiceDep) -> MasterKeyMade:
    """Create the master key of a code. The key is returned only once."""
    row, key = keys.create(me.org_id, me.caller_id, body)
    return MasterKeyMade(**_shown(row), key=key)


@router.post("/v1/promo_lock/edit_master_key")
@router.post("/v1/edit_master_key", operation_id="edit_master_key_alias")
def edit_master_key(body: EditMasterKey, me: AdminDep, keys: MasterKeyServiceDep) -> MasterKeyMade:
    """Change a master key's expiry or limit, or replace the key. Replacing it closes everything that it opened."""
    row, key = keys.edit(me.org_id, me.caller_id, body)
    return MasterKeyMade(**_shown(row), key=key)


@router.post("/v1/promo_lock/get_master_key_promo_code")
@router.post("/v1/get_master_key_promo_code", operation_id="get_master_key_promo_code_alias")
def get_master_key_promo_code(
    body: LockRef, me: ViewerDep, keys: MasterKeyServiceDep
) -> MasterKeyRead:
    """Get whether a code has a master key, and how often it was used. The key itself is not returned."""
    row = keys.find_of(me.org_id, body.qr_id)
    return MasterKeyRead(**_shown(row)) if row else MasterKeyRead(qr_id=body.qr_id, exists=False)


@router.post("/v1/promo_lock/delete_master_key")
@router.post("/v1/delete_master_key", operation_id="delete_master_key_alias")
def delete_master_key(body: LockRef, me: AdminDep, keys: MasterKeyServiceDep) -> MasterKeyDeleted:
    """Delete the master key of a code, and close everything that it opened."""
    return MasterKeyDeleted(qr_id=body.qr_id, deleted=keys.delete(me.org_id, body.qr_id))
