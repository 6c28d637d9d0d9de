"""The API calls about updates of passes."""

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.wallet.pass_updates.dependencies import HolderListDep, UpdatesDep
from api.domains.wallet.pass_updates.schemas import (
    ChangePassUpdate,
    ListPassHolders,
    ListPassUpdates,
    PassHolder,
    PassUpdatePreview,
    PassUpdateRead,
    PreviewPassUpdate,
    StartPassUpdate,
)
from api.kit.pagination import Page

router = ApiRouter(tags=["passes"])


@router.post("/v1/preview-pass-update")
def preview_pass_update(
    body: PreviewPassUpdate, me: ViewerDep, updates: UpdatesDep
) -> PassUpdatePreview:
    """Count the passes and phones that a message or a change would reach now."""
    return updates.preview(me, body)


@router.post("/v1/start-pass-update")
def start_pass_update(body: StartPassUpdate, me: EditorDep, updates: UpdatesDep) -> PassUpdateRead:
    """Change a field of many passes, such as the offer for everyone in a segment."""
    return updates.start(me, body)


@router.post("/v1/list-pass-updates")
def list_pass_updates(
    body: ListPassUpdates, me: ViewerDep, updates: UpdatesDep
) -> Page[PassUpdateRead]:
    """List messages and changes with their progress, newest first."""
    return updates.list_page(me.org_id, body.paging)


@router.post("/v1/list-pass-holders")
def list_pass_holders(
    body: ListPassHolders, me: ViewerDep, holders: HolderListDep
) -> Page[PassHolder]:
    """List passes with their holders, their wallets, and when they were last changed, removed and used."""
    return holders.list_page(me.org_id, body)


@router.post("/v1/change-pass-update")
def change_pass_update(
    body: ChangePassUpdate, me: EditorDep, updates: UpdatesDep
) -> PassUpdateRead:
    """Pause, resume or cancel an update."""
    return updates.change(me.org_id, body)
