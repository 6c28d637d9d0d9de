"""The calls about Yotpo and Attentive."""

from typing import Annotated
from uuid import uuid4

from fastapi import Depends

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.commerce.connections.klaviyo_router import AskingDep
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
    """Read the points that somebody has at Yotpo. An address that Yotpo does not know has none."""
    return calls.points(me.org_id, body.email)


@router.post("/v0/attentive-events")
def send_attentive_event(
    body: SendAttentiveEvent, me: EditorDep, calls: VendorCallServiceDep
) -> AttentiveEventSent:
    """Send an event of your own to Attentive, about a customer who agreed to marketing."""
    return calls.track(me, body)
