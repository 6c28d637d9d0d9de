"""Every statement about the verified custom domains that an organisation's codes may carry."""

from sqlalchemy import column, select, table
from sqlalchemy.orm import Session

from api.domains.codes.codes.links import Hosts

_DOMAINS = table(
    "own_domains",
    *(column(name) for name in ("domain_id", "org_id", "host", "is_default", "proven_at")),
)
"""What the address of a code depends on. The domain `custom_domains` owns this table."""


class HostRepository:
    """Verified custom domains, through one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def read_hosts(self) -> Hosts:
        """The verified hosts of the organisation that the session has entered, and the default one."""
        # Row-level security limits this to the organisation that was entered: some callers don't know its id.
        verified = select(_DOMAINS.c.domain_id, _DOMAINS.c.host, _DOMAINS.c.is_default).where(
            _DOMAINS.c.proven_at.is_not(None)
        )
        rows = self._session.execute(verified).all()
        default = next((domain_id for domain_id, _, is_default in rows if is_default), None)
        return Hosts({domain_id: host for domain_id, host, _ in rows}, default)

    def lock(self, org_id: str, domain_id: str) -> bool:
        """Keep a verified domain from being removed until the transaction ends; False without one."""
        verified = select(_DOMAINS.c.domain_id).where(
            _DOMAINS.c.org_id == org_id,
            _DOMAINS.c.domain_id == domain_id,
            _DOMAINS.c.proven_at.is_not(None),
        )
        locked = verified.with_for_update(read=True, key_share=True)
        return self._session.scalar(locked) is not None
