"""Classification of user agents: device, system, browser, and two kinds of bots.

A *preview* is a bot that fetches a link because a person shared it (a chat, a social network, a mail scanner). A *bot*
is any other one; the rules are in `ingest.verdicts`. Each text is classified once and cached: a few thousand texts make
up almost all visits, and classifying one takes half a millisecond.
"""

import re
from functools import lru_cache

from ua_parser import Result, parse

from api.domains.codes.rules.types import Agent
from ingest.verdicts.rules import judge_text

MAX_LENGTH = 512
REMEMBERED = 8192

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]+")

_TV = re.compile(
    r"\b(?:smart-?tv|googletv|apple ?tv|bravia|roku|aft[a-z]{1,4}|hbbtv|web0s|tizen.*tv)\b",
    re.IGNORECASE,
)
_TABLET = re.compile(r"\b(?:ipad|tablet|kindle|silk|playbook)\b", re.IGNORECASE)
_DESKTOP_SYSTEMS = frozenset(
    {"Windows", "macOS", "Linux", "ChromeOS", "Ubuntu", "Fedora", "FreeBSD"}
)
_SYSTEM_NAMES = {"Mac OS X": "macOS", "Chrome OS": "ChromeOS"}
_BROWSER_NAMES = {
    "Mobile Safari": "Safari",
    "Mobile Safari UI/WKWebView": "In-app browser",
    "Chrome Mobile": "Chrome",
    "Chrome Mobile iOS": "Chrome",
    "Chrome Mobile WebView": "In-app browser",
    "Firefox Mobile": "Firefox",
    "Firefox iOS": "Firefox",
    "Edge Mobile": "Edge",
    "Opera Mobile": "Opera",
    "Opera Mini": "Opera",
}


def clean(text: str) -> str:
    """Return a user agent in a form that may be stored: without control characters, at most 512 characters."""
    return _CONTROL.sub(" ", text[: MAX_LENGTH * 2]).strip()[:MAX_LENGTH]


@lru_cache(maxsize=REMEMBERED)
def identify(text: str) -> Agent:
    """Return device, system and browser of a cleaned user agent, and whether it is a bot."""
    parsed = parse(text)
    system = _system(parsed)
    reasons = judge_text(text, parsed)
    return Agent(
        text=text,
        device=_device(text, system),
        system=system,
        browser=_browser(parsed),
        bot_reason=reasons.bot,
        preview_reason=reasons.preview,
    )


def _system(parsed: Result) -> str | None:
    if parsed.os is None or parsed.os.family == "Other":
        return None
    return _SYSTEM_NAMES.get(parsed.os.family, parsed.os.family)


def _browser(parsed: Result) -> str | None:
    if parsed.user_agent is None or parsed.user_agent.family == "Other":
        return None
    return _BROWSER_NAMES.get(parsed.user_agent.family, parsed.user_agent.family)


def _device(text: str, system: str | None) -> str:
    if _TV.search(text):
        return "tv"
    if _TABLET.search(text) or (system == "Android" and "Mobile" not in text):
        return "tablet"
    if system in {"iOS", "Android", "Windows Phone", "KaiOS", "HarmonyOS"} or "Mobile" in text:
        return "phone"
    if system in _DESKTOP_SYSTEMS:
        return "desktop"
    return "other"
