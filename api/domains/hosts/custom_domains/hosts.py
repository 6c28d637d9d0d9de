"""Rules for the hosts that may be custom domains, and their normalised form."""

from ipaddress import ip_address
from urllib.parse import urlsplit

import idna

from api.kit.public_suffixes import registrable_domain

MAX_LENGTH = 240
_NOWHERE = ("localhost", "local", "internal", "lan", "home", "corp", "arpa", "invalid", "onion")


class BadHost(ValueError):
    """The text is not a host that can be a custom domain. The message gives the reason."""


def own_host(text: str, base_url: str) -> str:
    """Return the host in lower-case ASCII. Raises BadHost.

    `Bücher.example` becomes `xn--bcher-kva.example`, as browsers send it.
    """
    written = text.strip().rstrip(".")
    if "://" in written:
        raise BadHost("must be a host name such as go.example.com, without http://")
    if any(mark in written for mark in "/?#@\\"):
        raise BadHost("must be a host name such as go.example.com, without a path")
    if _is_address(written):
        raise BadHost("must be a host name, not an IP address")
    if "_" in written:
        raise BadHost("must not contain an underscore")
    if ":" in written:
        raise BadHost("must not contain a port")
    try:
        host = idna.encode(written, uts46=True).decode().lower()
    except (idna.IDNAError, UnicodeError):
        raise BadHost("must be a host name such as go.example.com") from None
    if len(host) > MAX_LENGTH:
        raise BadHost(f"is longer than {MAX_LENGTH} characters")
    last = host.rpartition(".")[2]
    if "." not in host or last.isdigit() or last in _NOWHERE:
        raise BadHost("must be a public host name, such as go.example.com")
    if registrable_domain(host) is None:
        raise BadHost("is a public suffix; use a domain below it")
    product = (urlsplit(base_url).hostname or "").lower()
    if host == product or host.endswith(f".{product}"):
        raise BadHost("is Waypost's own host; use a domain of yours")
    return host


def shown_host(host: str) -> str:
    """Return the host in its readable Unicode form."""
    try:
        return idna.decode(host)
    except (idna.IDNAError, UnicodeError):
        return host


def _is_address(text: str) -> bool:
    try:
        ip_address(text.strip("[]"))
    except ValueError:
        return False
    return True
