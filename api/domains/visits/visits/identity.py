"""Identity of a visitor: a signed first-party cookie where consent allows it, otherwise a hash that is valid for one
day.

A cookie that was tampered with, truncated or signed by another installation is ignored. The daily hash joins the visits
of one browser on one network within a day, but not across days. It is computed from the address, which is not stored
anywhere.
"""

import hmac
from collections.abc import Callable
from datetime import date

from api.domains.codes.rules.types import Identity
from api.kit.addresses import network_of

COOKIE = "wp_visitor"
COOKIE_SECONDS = 365 * 24 * 3600

_ID_LENGTH = 32
_SIGNATURE_LENGTH = 32
_LONGEST_HEADER = 8192


def parse_cookies(header: str) -> dict[str, str]:
    """Return the cookies of a request by name. Invalid parts are ignored."""
    cookies: dict[str, str] = {}
    for part in header[:_LONGEST_HEADER].split(";"):
        name, separator, value = part.partition("=")
        if separator:
            cookies.setdefault(name.strip(), value.strip().strip('"'))
    return cookies


class VisitorIdentities:
    """Issues and recognises visitor identifiers, with keys derived from the installation's secret."""

    def __init__(self, secret: bytes, random_bytes: Callable[[int], bytes]) -> None:
        self._cookie_key = hmac.digest(secret, b"visitor-cookie", "sha256")
        self._day_secret = hmac.digest(secret, b"visitor-day", "sha256")
        self._random_bytes = random_bytes
        self._day: tuple[date, bytes] = (date.min, b"")

    def identify(
        self,
        *,
        cookie: str | None,
        may_remember: bool,
        withdraws: bool,
        may_give_cookie: bool,
        address: str,
        agent: str,
        today: date,
    ) -> Identity:
        """Return the identity of one visit. Bots get no cookie, so each of their visits is a new visitor.

        Without `may_remember` the cookie is not read, and `withdraws` also deletes it.
        """
        if not may_remember:
            forget = withdraws and cookie is not None
            return Identity(self.daily(address, agent, today), "daily", forget=forget)
        visitor_id = self.read(cookie) if cookie else None
        if visitor_id is not None:
            return Identity(visitor_id, "cookie")
        if not may_give_cookie:
            return Identity(self.daily(address, agent, today), "daily")
        visitor_id = self._random_bytes(16).hex()
        return Identity(visitor_id, "cookie", new_cookie=visitor_id + self._signature(visitor_id))

    def read(self, cookie: str) -> str | None:
        """Return the identifier in a cookie, or None if we did not sign it."""
        if len(cookie) != _ID_LENGTH + _SIGNATURE_LENGTH or not cookie.isascii():
            return None
        visitor_id = cookie[:_ID_LENGTH]
        good = hmac.compare_digest(cookie[_ID_LENGTH:], self._signature(visitor_id))
        return visitor_id if good else None

    def daily(self, address: str, agent: str, today: date) -> str:
        """Return the daily hash, which is the same for the same browser and address until midnight UTC. For IPv6 it
        uses the subscriber's /64, because phones change their address within it several times a day.
        """
        if self._day[0] != today:
            self._day = (today, hmac.digest(self._day_secret, today.isoformat().encode(), "sha256"))
        visitor = f"{network_of(address)}\n{agent}".encode(errors="replace")
        return hmac.digest(self._day[1], visitor, "sha256")[:16].hex()

    def _signature(self, visitor_id: str) -> str:
        return hmac.digest(self._cookie_key, visitor_id.encode(), "sha256")[:16].hex()


def cookie_to_set(identity: Identity, *, is_secure: bool) -> str | None:
    """Return the Set-Cookie value of this identity, if any."""
    if identity.new_cookie is not None:
        value, seconds = identity.new_cookie, COOKIE_SECONDS
    elif identity.forget:
        value, seconds = "", 0
    else:
        return None
    secure = "; Secure" if is_secure else ""
    return f"{COOKIE}={value}; Max-Age={seconds}; Path=/; HttpOnly; SameSite=Lax{secure}"
