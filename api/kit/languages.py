"""Chooses the language for a visitor among those available, and its writing direction."""

from collections.abc import Collection
from typing import Literal

_LONGEST_HEADER = 1_000
_RIGHT_TO_LEFT = frozenset(("ar", "ckb", "dv", "fa", "he", "iw", "ps", "sd", "ug", "ur", "yi"))
_RIGHT_TO_LEFT_SCRIPTS = frozenset(("adlm", "arab", "hebr", "nkoo", "syrc", "thaa"))


def choose(available: Collection[str], default: str, requested: str | None, accepted: str) -> str:
    """Return the requested language if available, else the best that the browser accepts, else the default."""
    for language in [*([requested] if requested else []), *_by_preference(accepted)]:
        found = _matching(available, language)
        if found is not None:
            return found
    return default


def _matching(available: Collection[str], wanted: str) -> str | None:
    """Return the same language and region if available, else the same language."""
    wanted = wanted.lower()
    exact = next((it for it in available if it.lower() == wanted), None)
    short = wanted.partition("-")[0]
    return exact or next((it for it in available if it.lower().partition("-")[0] == short), None)


def _by_preference(header: str) -> list[str]:
    weighed: list[tuple[float, str]] = []
    for part in header[:_LONGEST_HEADER].split(",")[:20]:
        tag, _, parameters = part.strip().partition(";")
        name, _, value = parameters.strip().partition("=")
        try:
            weight = float(value) if name.strip() == "q" else 1.0
        except ValueError:
            continue
        if tag and tag != "*" and weight > 0:
            weighed.append((weight, tag.strip()))
    return [tag for _, tag in sorted(weighed, key=lambda it: -it[0])]


def direction(language: str) -> Literal["ltr", "rtl"]:
    """Return the writing direction of a language, by its script if its tag names one."""
    name, *parts = language.lower().split("-")
    script = next((part for part in parts if len(part) == 4 and part.isalpha()), None)
    is_rtl = name in _RIGHT_TO_LEFT if script is None else script in _RIGHT_TO_LEFT_SCRIPTS
    return "rtl" if is_rtl else "ltr"
