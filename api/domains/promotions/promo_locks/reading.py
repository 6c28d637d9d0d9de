"""Promo codes for other domains."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from api.domains.promotions.promo_locks.code_format import parse
from api.domains.promotions.promo_locks.repository import PromoRepository


def code_of_promo(session: Session, org_id: str, texts: Sequence[str]) -> str | None:
    """The code whose promo code is among these texts, as somebody typed them in; the newest of several."""
    codes = [code for code in map(parse, texts) if code is not None]
    return PromoRepository(session).code_of(org_id, codes) if codes else None
