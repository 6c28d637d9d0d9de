"""The API calls about passes at the till, for members and for people with a PIN at an enrolled device."""

from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.wallet.passes.dependencies import RedeemingServiceDep
from api.domains.wallet.passes.models import PassRedemption
from api.domains.wallet.passes.till_port import CashierDep, TillPortDep
from api.domains.wallet.passes.till_schemas import (
    FindPass,
    PassAtTill,
    PassRedeemed,
    RedeemPass,
    UndoPassRedemption,
)
from api.kit.clock import NowDep

router = ApiRouter(tags=["passes"])


@router.post("/v1/find-pass")
def find_pass(body: FindPass, who: CashierDep, redeeming: RedeemingServiceDep) -> PassAtTill:
    """Find a pass by its barcode, with its holder and what it is worth."""
    return redeeming.find(who.member, body.text)


@router.post("/v1/redeem-pass")
def redeem_pass(
    body: RedeemPass,
    who: CashierDep,
    redeeming: RedeemingServiceDep,
    till: TillPortDep,
    session: SessionDep,
    now: NowDep,
) -> PassRedeemed:
    """Redeem a pass, exactly once per key. Phones that have it fetch its new content."""

    def keep(used: PassRedemption, card: PassAtTill) -> None:
        till.keep(session, now, who, "redeem", _holder(card), used.redemption_id)

    used, card = redeeming.redeem(who.member, body.pass_id, body.idempotency_key, keep)
    return PassRedeemed(redemption_id=used.redemption_id, card=card)


@router.post("/v1/undo-pass-redemption")
def undo_pass_redemption(
    body: UndoPassRedemption,
    who: CashierDep,
    redeeming: RedeemingServiceDep,
    till: TillPortDep,
    session: SessionDep,
    now: NowDep,
) -> PassRedeemed:
    """Undo a redemption from the last 15 minutes."""

    def keep(used: PassRedemption, card: PassAtTill) -> None:
        till.keep(session, now, who, "undo", _holder(card), used.redemption_id)

    used, card = redeeming.undo(who.member, body.redemption_id, keep)
    return PassRedeemed(redemption_id=used.redemption_id, card=card)


def _holder(card: PassAtTill) -> str:
    return card.holder.customer_id if card.holder is not None else ""
