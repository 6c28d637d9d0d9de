"""Signals of a request besides its user agent. Only these are stored, never the headers.

A browser that opens a link accepts HTML and sends languages. A library with a fake user agent usually does neither. One
missing header may be due to a proxy. A request with two such signals does not come from a browser.
"""

from collections.abc import Iterable, Mapping

NO_ACCEPT = "no_accept"
ANY_TYPE = "any_type"
NO_LANGUAGE = "no_language"
BURST = "burst"
TOO_SOON = "too_soon"
"""The link of an email was followed before anybody could have read the email."""

_WEAK = frozenset({NO_ACCEPT, ANY_TYPE, NO_LANGUAGE, BURST})
_PREFETCH_HEADERS = ("sec-purpose", "purpose", "x-purpose", "x-moz")
_PREFETCH_WORDS = ("prefetch", "prerender", "preview")
_AHEAD = frozenset(f"{name}:{word}" for name in _PREFETCH_HEADERS for word in _PREFETCH_WORDS)

READ = ("accept", "accept-language", *_PREFETCH_HEADERS)
"""The headers from which signals are read."""


def signals_of(headers: Mapping[str, str], *, is_burst: bool = False) -> tuple[str, ...]:
    """Return the signals of a browser-like request, in a fixed order."""
    found = []
    accept = headers.get("accept", "").lower()
    if not accept:
        found.append(NO_ACCEPT)
    elif "html" not in accept:
        found.append(ANY_TYPE)
    if headers.get("accept-language", "").strip() in ("", "*"):
        found.append(NO_LANGUAGE)
    if is_burst:
        found.append(BURST)
    return (*found, *ahead(headers))


def ahead(headers: Mapping[str, str]) -> tuple[str, ...]:
    """Return the prefetch signal if a header indicates it."""
    for name in _PREFETCH_HEADERS:
        value = headers.get(name)
        if value is not None:
            for word in _PREFETCH_WORDS:
                if word in value.lower():
                    return (f"{name}:{word}",)
    return ()


def bot_by_signals(signals: Iterable[str]) -> str | None:
    """Return the reason for calling the visitor a bot if it came too soon or has two weak signals. The reason names
    them, so that the verdict can be recomputed.
    """
    signals = tuple(signals)
    if TOO_SOON in signals:
        return TOO_SOON
    weak = sorted(_WEAK.intersection(signals))
    return f"signals:{'+'.join(weak)}" if len(weak) > 1 else None


def preview_by_signals(signals: Iterable[str]) -> str | None:
    """Return the prefetch header of the request."""
    return next((signal for signal in signals if signal in _AHEAD), None)


def signals_in(reason: str | None) -> tuple[str, ...]:
    """Return the signals named in a reason."""
    if reason == TOO_SOON:
        return (TOO_SOON,)
    if reason is None or not reason.startswith("signals:"):
        return ()
    return tuple(reason.removeprefix("signals:").split("+"))
