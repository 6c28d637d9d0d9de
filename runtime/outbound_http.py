"""HTTP requests to URLs from users, limited in time and size and never into a private network (SSRF protection).

The host name is resolved here and the connection goes to the checked IP address, which prevents DNS rebinding. Each
redirect is checked again.
"""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import urljoin, urlsplit

import httpx2

Address = IPv4Address | IPv6Address

MAX_REDIRECTS = 5
USER_AGENT = "Waypost-LinkCheck/1.0 (checks that printed codes still lead somewhere)"


@cache
def tls_context(*, trust_env: bool = True) -> ssl.SSLContext:
    """Return the TLS context with trusted certificates, cached because loading them takes twenty milliseconds."""
    return httpx2.create_ssl_context(trust_env=trust_env)


class AddressRefused(Exception):
    """The URL must not be requested. The message explains why."""


class Unreachable(Exception):
    """The request failed. The message explains why, in words for the URL's owner."""


@dataclass(frozen=True)
class OutboundAnswer:
    """The final response after all redirects."""

    status: int
    url: str
    redirects: int
    body: bytes = b""
    """The first bytes of the body, if requested."""


def is_public(address: Address) -> bool:
    """Return whether the address belongs to the public internet.

    An IPv6 address that embeds an IPv4 one (mapped, 6to4, Teredo, NAT64) is judged by the embedded address. Of all
    other IPv6 addresses only 2000::/3 is public: other ranges, such as site-local addresses or a network's own NAT64,
    may lead into a private network.
    """
    if isinstance(address, IPv6Address):
        embedded = [address.sixtofour, *(address.teredo or ())]
        if any(inner is not None and not is_public(inner) for inner in embedded):
            return False
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address in _NAT64:
            return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
        if address not in _GLOBAL_UNICAST:
            return False
    elif address in _PROTOCOL_ASSIGNMENTS:
        return False  # Python calls parts of it global, but it contains no web servers
    return address.is_global and not address.is_multicast


_PROTOCOL_ASSIGNMENTS = IPv4Network("192.0.0.0/24")
"""RFC 6890, 2.1."""
_NAT64 = IPv6Network("64:ff9b::/96")
_GLOBAL_UNICAST = IPv6Network("2000::/3")


@dataclass(frozen=True)
class Posted:
    """The response to a POST request."""

    status: int
    text: str
    """The start of the body, if it is text."""
    retry_after: float | None
    """Seconds that the response asks to wait before a retry."""


class OutboundHttp:
    """Sends requests. `is_allowed` checks each IP address before a connection is made."""

    def __init__(
        self,
        *,
        seconds: float = 10.0,
        is_allowed: Callable[[Address], bool] = is_public,
        resolve: Callable[[str, int], Iterable[str]] | None = None,
    ) -> None:
        self._seconds = seconds
        self._is_allowed = is_allowed
        self._resolve = resolve or _resolve

    def get(self, url: str) -> OutboundAnswer:
        """Request `url` and follow redirects, without reading the body. The time limit covers everything.

        Raises:
            AddressRefused: `url` is not a web address, or is in a private network.
            Unreachable: there was no answer within the time limit, or there were too many redirects.
        """
        return asyncio.run(self._get(url, 0))

    def read(self, url: str, most: int) -> OutboundAnswer:
        """Like `get`, with up to `most` bytes of the body."""
        return asyncio.run(self._get(url, most))

    def post(self, url: str, content: bytes, headers: Mapping[str, str], most: int) -> Posted:
        """Post `content`. Redirects are not followed, and up to `most` bytes of the body are read.

        Raises:
            AddressRefused: `url` is not a web address, or is in a private network.
            Unreachable: there was no answer within the time limit. The content may have been accepted.
        """
        return asyncio.run(self._post(url, content, headers, most))

    async def _post(
        self, url: str, content: bytes, headers: Mapping[str, str], most: int
    ) -> Posted:
        try:
            async with asyncio.timeout(self._seconds):
                host, port, target = await self._target(url)
                async with self._exchange(
                    "POST", url, target, port, {**headers, "Host": host}, content
                ) as answer:
                    body = await _first(answer, most)
                    asked = answer.headers.get("retry-after", "")
                    wait = float(asked) if asked.isascii() and asked.isdigit() else None
                    return Posted(answer.status_code, body.decode(errors="replace"), wait)
        except TimeoutError as error:
            message = f"It did not respond within {self._seconds:.0f} seconds."
            raise Unreachable(message) from error

    async def _get(self, url: str, most: int) -> OutboundAnswer:
        try:
            async with asyncio.timeout(self._seconds):
                for redirects in range(MAX_REDIRECTS + 1):
                    status, location, body = await self._request(url, most)
                    if location is None:
                        return OutboundAnswer(status, url, redirects, body)
                    url = _joined(url, location)
        except TimeoutError as error:
            message = f"It did not respond within {self._seconds:.0f} seconds."
            raise Unreachable(message) from error
        raise Unreachable(f"It redirects more than {MAX_REDIRECTS} times.")

    async def _request(self, url: str, most: int) -> tuple[int, str | None, bytes]:
        """Return the status, the redirect target if any, and the first bytes of the body."""
        host, port, target = await self._target(url)
        headers = {"Host": host, "User-Agent": USER_AGENT, "Accept": "*/*"}
        async with self._exchange("GET", url, target, port, headers, None) as answer:
            is_redirect = answer.status_code in (301, 302, 303, 307, 308)
            location = answer.headers.get("location") if is_redirect else None
            body = await _first(answer, most) if location is None else b""
            return answer.status_code, location, body

    @asynccontextmanager
    async def _exchange(
        self,
        method: str,
        url: str,
        target: str,
        port: int,
        headers: Mapping[str, str],
        content: bytes | None,
    ) -> AsyncIterator[httpx2.Response]:
        """Send one request to the checked IP address."""
        try:
            async with (
                httpx2.AsyncClient(
                    timeout=None,
                    trust_env=False,
                    follow_redirects=False,
                    verify=tls_context(trust_env=False),
                ) as client,
                client.stream(
                    method,
                    target,
                    headers=dict(headers),
                    content=content,
                    extensions={"sni_hostname": _name(url)},
                ) as answer,
            ):
                yield answer
        except (httpx2.HTTPError, httpx2.InvalidURL, ssl.SSLError, OSError) as error:
            if isinstance(error, TimeoutError):
                raise
            raise Unreachable(_reason(error, port)) from error

    async def _target(self, url: str) -> tuple[str, int, str]:
        """Return the Host header, the port, and the URL with the IP address as its host."""
        try:
            parts = urlsplit(url)
            port = parts.port or (443 if parts.scheme == "https" else 80)
        except ValueError as error:
            raise AddressRefused("It is not a web address.") from error
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise AddressRefused("It is not a web address.")
        chosen = await self._resolve_allowed(parts.hostname, port)
        bare = f"[{chosen}]" if chosen.version == 6 else str(chosen)
        shown = parts.netloc.rpartition("@")[2]
        if not shown.isascii():
            shown = _name(url) if parts.port is None else f"{_name(url)}:{parts.port}"
        pinned = parts._replace(netloc=f"{bare}:{port}", fragment="")
        return shown, port, pinned.geturl()

    async def _resolve_allowed(self, host: str, port: int) -> Address:
        try:
            addresses = [
                ip_address(text) for text in await asyncio.to_thread(self._resolve, host, port)
            ]
        except (OSError, UnicodeError, ValueError) as error:
            raise Unreachable("Its host name does not exist.") from error
        if not addresses:
            raise Unreachable("Its host name does not exist.")
        if not all(self._is_allowed(address) for address in addresses):
            raise AddressRefused("It points into a private network.")
        return addresses[0]


async def _first(answer: httpx2.Response, most: int) -> bytes:
    """Return the first bytes of a body. The rest is not fetched."""
    read = b""
    if most > 0:
        async for piece in answer.aiter_bytes(most):
            read += piece
            if len(read) >= most:
                break
    return read[:most]


def _resolve(host: str, port: int) -> list[str]:
    addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]).partition("%")[0] for entry in addresses))


def _joined(url: str, location: str) -> str:
    """Return the target of a redirect. `location` may be any text."""
    try:
        return urljoin(url, location)
    except ValueError as error:
        raise Unreachable("It redirects to something that is not a web address.") from error


def _name(url: str) -> str:
    """Return the host name in ASCII, with Punycode for other letters."""
    name = urlsplit(url).hostname or ""
    try:
        return name if name.isascii() else name.encode("idna").decode()
    except UnicodeError as error:
        raise Unreachable("Its host name does not exist.") from error


def _reason(error: Exception, port: int) -> str:
    text = f"{error} {error.__cause__ or ''}".lower()
    if "certificate" in text or "ssl" in text:
        return "Its certificate is not trusted."
    if isinstance(error, httpx2.ConnectError):
        return f"Nothing responds on port {port}."
    return "The connection was interrupted."
