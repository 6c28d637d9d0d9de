"""The context of a visit: language, referring host and UTM values, all limited in length and cleaned."""

import re
from functools import lru_cache
from urllib.parse import parse_qsl, urlsplit

from api.domains.codes.rules.types import VisitContext

MAX_VALUE = 128
_MAX_QUERY = 4096
_MAX_FIELDS = 64
_UTM_FIELDS = frozenset({"utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"})
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]+")
_LANGUAGE = re.compile(
    r"\s*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2})\s*(?:;\s*q\s*=\s*([0-9.]{1,5}))?\s*\Z"
)
_HOST = re.compile(r"[a-z0-9._-]{1,253}\Z")


def tidy(value: str, limit: int = MAX_VALUE) -> str | None:
    """Return text that is fit for storage, without control characters and incomplete characters and limited in length,
    or None if it is empty.
    """
    return _CONTROL.sub(" ", value[: limit * 2]).strip()[:limit] or None


def of_request(query: str, accept_language: str | None, referrer: str | None) -> VisitContext:
    """Return the visit context of a request."""
    utm = utm_of(query) if query else {}
    return VisitContext(
        language=language_of(accept_language) if accept_language else None,
        referrer=referrer_host(referrer) if referrer else None,
        **utm,
    )


def utm_of(query: str) -> dict[str, str]:
    """Return the UTM fields of a query string. Only the first value of each counts."""
    if "utm_" not in query:
        return {}
    try:
        pairs = parse_qsl(query[:_MAX_QUERY], errors="replace", max_num_fields=_MAX_FIELDS)
    except ValueError:
        return {}
    found: dict[str, str] = {}
    for name, value in pairs:
        if name in _UTM_FIELDS and name not in found and (text := tidy(value)):
            found[name] = text
    return found


@lru_cache(maxsize=2048)
def language_of(accept_language: str) -> str | None:
    """Return the visitor's preferred language, as a BCP 47 tag in its usual case."""
    best: tuple[float, str] | None = None
    for part in accept_language[:256].split(","):
        match = _LANGUAGE.match(part)
        if match is None:
            continue
        try:
            weight = float(match.group(2) or 1)
        except ValueError:
            continue
        if weight > 0 and (best is None or weight > best[0]):
            best = (weight, match.group(1))
    return _usual_case(best[1]) if best else None


def _usual_case(tag: str) -> str:
    language, *rest = tag.split("-")
    parts = [
        part.upper() if len(part) == 2 else part.title() if len(part) == 4 else part
        for part in rest
    ]
    return "-".join([language.lower(), *parts])


@lru_cache(maxsize=8192)
def referrer_host(referrer: str) -> str | None:
    """Return the host name of a referring address or of a bare host; None for anything else."""
    text = referrer[:2048].strip()
    try:
        host = urlsplit(text if "//" in text else f"//{text}").hostname
    except ValueError:
        return None
    if not host:
        return None
    host = host.lower().removeprefix("www.")
    return host if "." in host and _HOST.match(host) else None
