"""Requests to addresses that users gave: never into a private network, never for long, never much.

A host name is resolved here and the connection goes to the very address that was judged, so that a name
which answers differently the second time (DNS rebinding) changes nothing. Each redirect is judged anew.
"""

import asyncio
import socket
import ssl
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import urljoin, urlsplit

import httpx2

Address = IPv4Address | IPv6Address

MAX_REDIRECTS = 5
USER_AGENT = "Waypost-LinkCheck/1.0 (checks that printed codes still lead somewhere)"


@cache
def trusted(*, trust_env: bool = True) -> ssl.SSLContext:
    """Whose certificates outgoing requests believe, read once in a process.

    Each client would read them anew otherwise, which takes twenty milliseconds.
    """
    return httpx2.create_ssl_context(trust_env=trust_env)


class Refused(Exception):
    """The address is not one that may be asked; the message says why."""


class Unreachable(Exception):
    """Nobody answered; the message says why, in words for the address's owner."""


@dataclass(frozen=True)
class Answered:
    """What was answered at the end of all redirects."""

    status: int
    url: str
    redirects: int
    body: bytes = b""
    """Its first bytes, where they were asked for."""


def is_public(address: Address) -> bool:
    """Whether the address belongs to the public internet.

    An IPv6 address that carries an IPv4 one (mapped, 6to4, Teredo, NAT64) is judged by what it carries;
    of all others only those are public that are given out (2000::/3), for what lies beside them, such as
    site-local addresses or a network's own NAT64, may lead inside.
    """
    if isinstance(address, IPv6Address):
        carried = [address.sixtofour, *(address.teredo or ())]
        if any(inner is not None and not is_public(inner) for inner in carried):
            return False
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address in _NAT64:
            return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
        if address not in _GIVEN_OUT:
            return False
    elif address in _PROTOCOL_ASSIGNMENTS:
        return False  # some of it is global to Python, and none of it is anybody's web server
    return address.is_global and not address.is_multicast


_PROTOCOL_ASSIGNMENTS = IPv4Network("192.0.0.0/24")
"""RFC 6890, 2.1."""
_NAT64 = IPv6Network("64:ff9b::/96")
_GIVEN_OUT = IPv6Network("2000::/3")


class Outgoing:
    """Asks addresses. `may_ask` judges each network address before a connection is made."""

    def __init__(
        self,
        *,
        seconds: float = 10.0,
        may_ask: Callable[[Address], bool] = is_public,
        resolve: Callable[[str, int], Iterable[str]] | None = None,
    ) -> None:
        self._seconds = seconds
        self._may_ask = may_ask
        self._resolve = resolve or _resolve

    def get(self, url: str) -> Answered:
        """Follow `url` to its end; the body is not read. Name, connections and answers share the time.

        Raises:
            Refused: it is no web address, or leads into a private network.
            Unreachable: no answer within the time, or redirects that never end.
        """
        return asyncio.run(self._get(url, 0))

    def read(self, url: str, most: int) -> Answered:
        """The same with the body's first bytes, `most` of them at most."""
        return asyncio.run(self._get(url, most))

    async def _get(self, url: str, most: int) -> Answered:
        try:
            async with asyncio.timeout(self._seconds):
                for redirects in range(MAX_REDIRECTS + 1):
                    status, location, body = await self._ask(url, most)
                    if location is None:
                        return Answered(status, url, redirects, body)
                    url = _joined(url, location)
        except TimeoutError as error:
            message = f"It did not answer within {self._seconds:.0f} seconds."
            raise Unreachable(message) from error
        raise Unreachable(f"It redirects more than {MAX_REDIRECTS} times.")

    async def _ask(self, url: str, most: int) -> tuple[int, str | None, bytes]:
        """Status, where it sends one on, if it does, and the body's first bytes."""
        host, port, target = await self._target(url)
        headers = {"Host": host, "User-Agent": USER_AGENT, "Accept": "*/*"}
        try:
            async with (
                httpx2.AsyncClient(
                    timeout=None,
                    trust_env=False,
                    follow_redirects=False,
                    verify=trusted(trust_env=False),
                ) as client,
                client.stream(
                    "GET", target, headers=headers, extensions={"sni_hostname": _name(url)}
                ) as answer,
            ):
                is_redirect = answer.status_code in (301, 302, 303, 307, 308)
                location = answer.headers.get("location") if is_redirect else None
                body = await _first(answer, most) if location is None else b""
                return answer.status_code, location, body
        except (httpx2.HTTPError, httpx2.InvalidURL, ssl.SSLError, OSError) as error:
            if isinstance(error, TimeoutError):
                raise
            raise Unreachable(_said(error, port)) from error

    async def _target(self, url: str) -> tuple[str, int, str]:
        """The Host header, the port, and the address with the network address in the host's place."""
        try:
            parts = urlsplit(url)
            port = parts.port or (443 if parts.scheme == "https" else 80)
        except ValueError as error:
            raise Refused("It is no web address.") from error
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Refused("It is no web address.")
        chosen = await self._judged(parts.hostname, port)
        bare = f"[{chosen}]" if chosen.version == 6 else str(chosen)
        shown = parts.netloc.rpartition("@")[2]
        pinned = parts._replace(netloc=f"{bare}:{port}", fragment="")
        return shown, port, pinned.geturl()

    async def _judged(self, host: str, port: int) -> Address:
        try:
            found = [
                ip_address(text) for text in await asyncio.to_thread(self._resolve, host, port)
            ]
        except (OSError, UnicodeError, ValueError) as error:
            raise Unreachable("Its host name does not exist.") from error
        if not found:
            raise Unreachable("Its host name does not exist.")
        if not all(self._may_ask(address) for address in found):
            raise Refused("It leads into a private network.")
        return found[0]


async def _first(answer: httpx2.Response, most: int) -> bytes:
    """The first bytes of a body; no more of it is fetched."""
    read = b""
    if most > 0:
        async for piece in answer.aiter_bytes(most):
            read += piece
            if len(read) >= most:
                break
    return read[:most]


def _resolve(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]).partition("%")[0] for entry in found))


def _joined(url: str, location: str) -> str:
    """Where a redirect leads. Whoever answers may write anything there."""
    try:
        return urljoin(url, location)
    except ValueError as error:
        raise Unreachable("It redirects to what is no web address.") from error


def _name(url: str) -> str:
    return urlsplit(url).hostname or ""


def _said(error: Exception, port: int) -> str:
    text = f"{error} {error.__cause__ or ''}".lower()
    if "certificate" in text or "ssl" in text:
        return "Its certificate can't be trusted."
    if isinstance(error, httpx2.ConnectError):
        return f"Nothing answers at port {port}."
    return "The connection broke off."
