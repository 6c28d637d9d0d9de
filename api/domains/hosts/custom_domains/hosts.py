"""Which hosts may be custom domains, in one normalised form."""

from functools import cache
from ipaddress import ip_address
from urllib.parse import urlsplit

import idna
from publicsuffixlist import PublicSuffixList

MAX_LENGTH = 240
_NOWHERE = ("localhost", "local", "internal", "lan", "home", "corp", "arpa", "invalid", "onion")


class BadHost(ValueError):
    """The text is no host that can be one's own; the message says why."""


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()


def own_host(text: str, base_url: str) -> str:
    """The host in lower case ASCII. Raises BadHost.

    `Bücher.example` becomes `xn--bcher-kva.example`: browsers send it so.
    """
    written = text.strip().rstrip(".")
    if "://" in written:
        raise BadHost("is the host alone, like go.example.com, without http:// before it")
    if any(mark in written for mark in "/?#@\\"):
        raise BadHost("is the host alone, like go.example.com, without a path behind it")
    if _is_address(written):
        raise BadHost("must be a name, not an address of numbers")
    if "_" in written:
        raise BadHost("can have no underscore: no web address has one before its first slash")
    if ":" in written:
        raise BadHost("can have no port: web addresses in print use the usual one")
    try:
        host = idna.encode(written, uts46=True).decode().lower()
    except (idna.IDNAError, UnicodeError):
        raise BadHost("is not a host name like go.example.com") from None
    if len(host) > MAX_LENGTH:
        raise BadHost(f"is longer than {MAX_LENGTH} characters")
    last = host.rpartition(".")[2]
    if "." not in host or last.isdigit() or last in _NOWHERE:
        raise BadHost("must be a name that the internet knows, like go.example.com")
    if _suffixes().privatesuffix(host) is None:
        raise BadHost("is an ending under which everybody can have names; take a name below it")
    product = (urlsplit(base_url).hostname or "").lower()
    if host == product or host.endswith(f".{product}"):
        raise BadHost("is this product's own host")
    return host


def shown_host(host: str) -> str:
    """The host as people write it."""
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
