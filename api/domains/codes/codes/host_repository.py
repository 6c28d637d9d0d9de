"""All SQL statements about the verified custom domains that an organisation's codes may have."""

from sqlalchemy import column, select, table
from sqlalchemy.orm import Session

from api.domains.codes.codes.links import Hosts

_DOMAINS = table(
    "custom_domains",
    *(column(name) for name in ("domain_id", "org_id", "host", "is_default", "proven_at")),
)
"""The columns on which the address of a code depends. The domain `custom_domains` owns this table."""


class HostRepository:
    """Verified custom domains, in one session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def read_hosts(self) -> Hosts:
        """Return the verified hosts of the organisation whose tenant scope the session has entered, and the default
        host.
        """
        # Row-level security limits this to the organisation that was entered, because some callers
        # don't know its ID.
        verified = select(_DOMAINS.c.domain_id, _DOMAINS.c.host, _DOMAINS.c.is_default).where(
            _DOMAINS.c.proven_at.is_not(None)
        )
        rows = self._session.execute(verified).all()
        default = next((domain_id for domain_id, _, is_default in rows if is_default), None)
        return Hosts({domain_id: host for domain_id, host, _ in rows}, default)

    def lock(self, org_id: str, domain_id: str) -> bool:
        """Prevent a verified domain from being removed until the transaction ends. Return False if there is no such
        domain.
        """
        verified = select(_DOMAINS.c.domain_id).where(
            _DOMAINS.c.org_id == org_id,
            _DOMAINS.c.domain_id == domain_id,
            _DOMAINS.c.proven_at.is_not(None),
        )
        locked = verified.with_for_update(read=True, key_share=True)
        return self._session.scalar(locked) is not None
