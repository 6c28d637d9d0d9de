"""The API calls about Google Wallet."""

from typing import Annotated

from fastapi import Path, Response

from api.auth.member import AdminDep, EditorDep, ViewerDep
from api.auth.tenants import organization_of
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.wallet.google_passes.dependencies import (
    AccountServiceDep,
    CallbacksDep,
    LinkServiceDep,
)
from api.domains.wallet.google_passes.drawing import CALLBACKS
from api.domains.wallet.google_passes.schemas import (
    CallbackTaken,
    GetSaveLink,
    GoogleAccountCheck,
    GoogleAccountRead,
    GoogleAccountRemoved,
    GoogleCallback,
    NoGoogleAccountNeeded,
    SaveGoogleAccount,
    SaveLink,
)
from api.domains.wallet.passes.errors import PassNotFound
from api.domains.wallet.passes.web_service import OrganizationDep
from api.rendering.initials import initial_icon

LOGO_SIDE = 660
"""In pixels, see developers.google.com/wallet/retail/loyalty-cards/resources/brand-guidelines."""

router = ApiRouter(tags=["passes"])


@router.post("/v1/google-wallet")
def google_wallet(body: GetSaveLink, me: EditorDep, links: LinkServiceDep) -> SaveLink:
    """Get a signed link that saves a pass in Google Wallet. Without a service account, the link is for
    development only and marked as such.
    """
    return links.link(me.org_id, body.pass_id)


@router.post("/v1/get-google-wallet-account")
def get_google_wallet_account(
    _body: NoGoogleAccountNeeded, me: ViewerDep, accounts: AccountServiceDep
) -> GoogleAccountRead:
    """Get the service account for Google Wallet, and whether Google's copies of passes are up to date."""
    return accounts.read(me.org_id)


@router.post("/v1/save-google-wallet-account")
def save_google_wallet_account(
    body: SaveGoogleAccount, me: AdminDep, accounts: AccountServiceDep
) -> GoogleAccountRead:
    """Save a service account, encrypted, in place of the previous one. Use the check to test it with Google."""
    return accounts.save(me, body)


@router.post("/v1/check-google-wallet-account")
def check_google_wallet_account(
    _body: NoGoogleAccountNeeded, me: AdminDep, accounts: AccountServiceDep
) -> GoogleAccountCheck:
    """Check whether Google accepts the key for the issuer."""
    return accounts.check(me.org_id)


@router.post("/v1/remove-google-wallet-account")
def remove_google_wallet_account(
    _body: NoGoogleAccountNeeded, me: AdminDep, accounts: AccountServiceDep
) -> GoogleAccountRemoved:
    """Delete the service account and its key. Saved passes stay as they are and no longer receive changes."""
    accounts.remove(me.org_id)
    return GoogleAccountRemoved(removed=True)


@router.post(CALLBACKS, include_in_schema=False)
def take_google_callback(body: GoogleCallback, callbacks: CallbacksDep) -> CallbackTaken:
    """Receive a callback from Google when a person saves or deletes a pass. Its signature proves that it comes
    from Google.
    """
    return CallbackTaken(taken=callbacks.take(body.model_dump()))


@router.get(
    "/dev/v1/logos/{passTypeIdentifier}/{color}.png",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}, "description": "The logo"}},
)
def draw_logo(
    color: Annotated[str, Path(pattern="^[0-9a-f]{6}$")],
    org_id: OrganizationDep,
    session: SessionDep,
) -> Response:
    """Get the initial of an organisation without a logo on a coloured background, for Google to fetch."""
    if org_id is None:
        raise PassNotFound
    picture = initial_icon(organization_of(session, org_id).name, f"#{color}", LOGO_SIDE)
    headers = {"cache-control": "public, max-age=86400"}
    return Response(picture, media_type="image/png", headers=headers)
