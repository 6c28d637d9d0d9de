"""Read access to promo codes for other domains."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.promotions.promo_locks.code_format import parse
from api.domains.promotions.promo_locks.repository import PromoRepository


def code_of_promo(session: Session, org_id: str, texts: Sequence[str]) -> str | None:
    """Return the code to which one of these texts belongs as a promo code; if several match, that of the newest promo
    code. None if there is no match.
    """
    codes = [code for code in map(parse, texts) if code is not None]
    return PromoRepository(session).code_of(org_id, codes) if codes else None


def usable_promos(session: Session, org_id: str, code_id: str, batch_id: str | None) -> list[str]:
    """Return the usable promo codes of a code, or of one batch, in their printed form."""
    return [
        promo.shown
        for promo, batch in PromoRepository(session).walk(org_id, code_id, batch_id)
        if promo.withdrawn_at is None
        and promo.used < (promo.max_uses or batch.max_uses or promo.used + 1)
    ]


def withdrawn_promos(
    session: Session, org_id: str, code_id: str, batch_id: str | None, since: datetime
) -> list[str]:
    """Return the promo codes of a code, or of one batch, that were withdrawn since a time, in their printed form."""
    return PromoRepository(session).withdrawn_since(org_id, code_id, batch_id, since)


def has_valid_promos(
    session: Session, org_id: str, code_id: str, batch_id: str | None, now: datetime
) -> bool:
    """Return whether a code, or one of its batches, has promo codes that are neither withdrawn nor expired."""
    return PromoRepository(session).has_valid(org_id, code_id, batch_id, now)
