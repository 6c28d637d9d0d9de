"""Routes for Yotpo, Attentive and Google Sheets."""

from typing import Annotated
from uuid import uuid4

from fastapi import Depends

from api.auth.member import AdminDep, EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.commerce.connections.klaviyo_router import AskingDep
from api.domains.commerce.connections.router import ConnectionServiceDep, OAuthServiceDep
from api.domains.commerce.connections.sheet_schemas import GoogleSheetAnswer, ManageGoogleSheet
from api.domains.commerce.connections.sheets import SheetService
from api.domains.commerce.connections.vendor_calls import VendorCallService
from api.domains.commerce.connections.vendor_schemas import (
    AttentiveEventSent,
    GetYotpoPoints,
    SendAttentiveEvent,
    YotpoPoints,
)
from api.kit.clock import NowDep

router = ApiRouter(tags=["integrations"])


def _calls(session: SessionDep, asking: AskingDep, now: NowDep) -> VendorCallService:
    return VendorCallService(session, asking, now, uuid4)


VendorCallServiceDep = Annotated[VendorCallService, Depends(_calls)]


@router.post("/v1/get-yotpo-points")
def get_yotpo_points(
    body: GetYotpoPoints, me: ViewerDep, calls: VendorCallServiceDep
) -> YotpoPoints:
    """Get the points of a customer at Yotpo. For an email address that Yotpo does not know, all values are zero."""
    return calls.points(me.org_id, body.email)


@router.post("/v0/attentive-events")
def send_attentive_event(
    body: SendAttentiveEvent, me: EditorDep, calls: VendorCallServiceDep
) -> AttentiveEventSent:
    """Send a custom event to Attentive about a customer who consented to marketing."""
    return calls.track(me, body)


def _sheets(
    connections: ConnectionServiceDep, asking: AskingDep, logins: OAuthServiceDep
) -> SheetService:
    return SheetService(connections, asking, logins)


SheetServiceDep = Annotated[SheetService, Depends(_sheets)]


@router.post("/v1/google-sheet")
def manage_google_sheet(
    body: ManageGoogleSheet, me: AdminDep, sheets: SheetServiceDep
) -> GoogleSheetAnswer:
    """Choose or create the spreadsheet to which submissions are appended."""
    return sheets.act(me, body)
