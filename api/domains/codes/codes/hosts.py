"""Hosts that an organisation's codes may carry."""

from collections.abc import Callable
from functools import partial

from sqlalchemy import column, select, table
from sqlalchemy.orm import Session

from api.domains.codes.codes.errors import invalid_field
from api.domains.codes.codes.links import DEFAULT, PRODUCT, Hosts
from api.domains.codes.codes.models import Code

_DOMAINS = table(
    "own_domains",
    *(column(name) for name in ("domain_id", "org_id", "host", "is_default", "proven_at")),
)
"""What a code's address depends on; custom domains keep it, and `codes.domain_id` refers to it."""


def hosts_in(session: Session) -> Callable[[], Hosts]:
    """Reads the proven hosts of the organisation that the session has entered, when it is called."""
    return partial(_read, session)


def _read(session: Session) -> Hosts:
    # Row-level security keeps to the organisation that was entered: some callers know no other name.
    proven = select(_DOMAINS.c.domain_id, _DOMAINS.c.host, _DOMAINS.c.is_default).where(
        _DOMAINS.c.proven_at.is_not(None)
    )
    rows = session.execute(proven).all()
    default = next((domain_id for domain_id, _, is_default in rows if is_default), None)
    return Hosts({domain_id: host for domain_id, host, _ in rows}, default)


def choose_domain(session: Session, code: Code, choice: str) -> None:
    """Have a code carry the product's host, the default's, or that of a domain which stays until the
    transaction ends. The old address goes on working.
    """
    is_own = choice not in (PRODUCT, DEFAULT)
    if is_own and not _hold(session, code.org_id, choice):
        message = "is no domain that this organisation has proven"
        raise invalid_field("domain", message, "domain_not_found")
    code.domain_id = choice if is_own else None
    code.on_product_host = choice == PRODUCT


def _hold(session: Session, org_id: str, domain_id: str) -> bool:
    wanted = select(_DOMAINS.c.domain_id).where(
        _DOMAINS.c.org_id == org_id,
        _DOMAINS.c.domain_id == domain_id,
        _DOMAINS.c.proven_at.is_not(None),
    )
    return session.scalar(wanted.with_for_update(read=True, key_share=True)) is not None
