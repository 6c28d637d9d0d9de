"""Types that the modules of this domain share."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from ipaddress import IPv6Address, ip_address, ip_network

from api.domains.codes.codes.types import ResolvedCode
from api.rendering.visitor_pages.brand import Brand


@dataclass(frozen=True, slots=True)
class PublishedTerms:
    """One version of terms as visitors read it."""

    terms_id: str
    org_id: str
    current_version: int
    version: int
    title: str
    body: str
    text_hash: str
    published_at: datetime
    brand: Brand
    code: ResolvedCode | None = None
    """The code through which the visitor arrived, if any."""

    @property
    def is_current(self) -> bool:
        return self.version == self.current_version


@dataclass(frozen=True, slots=True)
class Accepter:
    """The visitor who accepts or checks, and their email address if they gave one."""

    visitor_id: str
    kind: str
    address: str
    email: str | None = None


def text_hash(title: str, body: str) -> str:
    """Return a hash of a text: the same title and body give the same hash."""
    return hashlib.sha256(f"{title}\n{body}".encode()).hexdigest()


def shortened(address: str) -> str:
    """Return the network of an address: /24 of IPv4, /48 of IPv6. The rest is never stored."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return "unknown"
    bits = 48 if isinstance(parsed, IPv6Address) else 24
    return str(ip_network(f"{parsed}/{bits}", strict=False))
