"""A visitor's query parameters handed on to where a code leads."""

from urllib.parse import quote, unquote_plus

MAX_QUERY = 2048
MAX_PARAMETERS = 64
MAX_ADDRESS = 4096

CONTROL = frozenset({"promo", "lang"})
"""What Waypost itself reads: a promo code must not be told to whoever owns the destination."""

_AS_THEY_ARE = "!$'()*+,-./:;=?@_~%"


def forwarded(url: str, query: str) -> str:
    """The address with the visitor's parameters behind its own, which win where both have one.

    What is too long goes without: a destination is never broken by what somebody added.
    """
    if not query or len(query) > MAX_QUERY:
        return url
    address, hash_, fragment = url.partition("#")
    own = address.partition("?")[2]
    taken = {name_of(it) for it in own.split("&") if it}
    given = [it for it in query.split("&", MAX_PARAMETERS)[:MAX_PARAMETERS] if it]
    added = [
        quote(it, safe=_AS_THEY_ARE, encoding="latin-1", errors="replace")
        for it in given
        if (name := name_of(it)) and name not in taken and name not in CONTROL
    ]
    if not added:
        return url
    joint = "?" if "?" not in address else "" if address.endswith(("?", "&")) else "&"
    together = f"{address}{joint}{'&'.join(added)}{hash_}{fragment}"
    return together if len(together) <= MAX_ADDRESS else url


def name_of(parameter: str) -> str:
    """The name of one `name=value` of a query string."""
    return unquote_plus(parameter.partition("=")[0])
