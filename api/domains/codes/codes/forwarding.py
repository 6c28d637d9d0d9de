"""Passes a visitor's query parameters on to the destination of a code."""

from collections.abc import Set
from urllib.parse import quote, unquote_plus, urlsplit

MAX_QUERY = 2048
MAX_PARAMETERS = 64
MAX_ADDRESS = 4096

CONTROL = frozenset({"promo", "lang"})
"""Parameters that Waypost itself reads. The owner of the destination must not receive promo codes."""

CLICK_ID = "wp_code"
"""Identifies the code through which a visitor came, in the query of a shop's address."""

_AS_THEY_ARE = "!$'()*+,-./:;=?@_~%"


def forwarded(url: str, query: str) -> str:
    """Return the address with the visitor's parameters appended. Its own parameters take precedence over the visitor's.

    A query that is too long is dropped, so that a visitor cannot break a destination.
    """
    if not query or len(query) > MAX_QUERY:
        return url
    address, hash_, fragment = url.partition("#")
    own = address.partition("?")[2]
    taken = {name_of(it) for it in own.split("&") if it}
    pairs = [it for it in query.split("&", MAX_PARAMETERS)[:MAX_PARAMETERS] if it]
    added = [
        quote(it, safe=_AS_THEY_ARE, encoding="latin-1", errors="replace")
        for it in pairs
        if (name := name_of(it)) and name not in taken and name not in CONTROL
    ]
    if not added:
        return url
    joint = "?" if "?" not in address else "" if address.endswith(("?", "&")) else "&"
    together = f"{address}{joint}{'&'.join(added)}{hash_}{fragment}"
    return together if len(together) <= MAX_ADDRESS else url


def with_click_id(url: str, code_id: str, shop_hosts: Set[str]) -> str:
    """Return the address with the click ID of the code if it leads to one of these shops. An existing click ID
    is kept.
    """
    if not shop_hosts:
        return url
    try:
        host = urlsplit(url).hostname
    except ValueError:
        return url
    if host is None or bare_host(host) not in shop_hosts:
        return url
    return forwarded(url, f"{CLICK_ID}={code_id}")


def bare_host(host: str) -> str:
    """Return a host in lower case without `www.`, because shops redirect from one to the other and keep the query."""
    return host.lower().rstrip(".").removeprefix("www.")


def name_of(parameter: str) -> str:
    """Return the name of one `name=value` pair of a query string."""
    return unquote_plus(parameter.partition("=")[0])
