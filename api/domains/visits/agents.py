"""What a user agent is: device, system, browser, and the two kinds of machine among them.

A *preview* is a machine that fetches a link because a person shared it (a chat, a social network, a
mail scanner). A *bot* is any other machine. A text is judged once and remembered: a few thousand
texts make up almost all visits, and one judgement takes a third of a millisecond.
"""

import re
from functools import lru_cache

import crawleruseragents
from ua_parser import Result, parse

from api.domains.visits.types import Agent

MAX_LENGTH = 512
REMEMBERED = 8192

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]+")

_PREVIEW = re.compile(
    r"facebookexternalhit|Facebot|^WhatsApp/|Slackbot|Slack-ImgProxy|Twitterbot|TelegramBot|Discordbot"
    r"|LinkedInBot|SkypeUriPreview|^Viber/|redditbot|vkShare|Embedly|Iframely|BingPreview|Mastodon/"
    r"|Pinterestbot|Snap URL Preview|Google-PageRenderer|GoogleMessages|Signal-LinkPreview"
    r"|MicrosoftPreview|Bluesky Cardyb|kakaotalk-scrap|line-poker",
    re.IGNORECASE,
)
_AUTOMATION = re.compile(
    r"HeadlessChrome|PhantomJS|Selenium|Puppeteer|Playwright|WebDriver|PostmanRuntime|insomnia"
    r"|^(?:curl|wget|libwww|lwp|ruby|perl|php|java|axios|undici|node|deno|bun|go|dart|rust|reqwest)\b"
    r"|python|aiohttp|httpx|okhttp|apache-httpclient|restsharp|\bbot\b|crawler|spider",
    re.IGNORECASE,
)
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
    """A user agent as it may be stored: no control characters, at most 512 characters."""
    return _CONTROL.sub(" ", text[: MAX_LENGTH * 2]).strip()[:MAX_LENGTH]


@lru_cache(maxsize=REMEMBERED)
def identify(text: str) -> Agent:
    """Device, system and browser of a cleaned user agent, and whether it is a machine's."""
    parsed = parse(text)
    system = _system(parsed)
    preview = _PREVIEW.search(text)
    return Agent(
        text=text,
        device=_device(text, system),
        system=system,
        browser=_browser(parsed),
        bot_reason=None if preview else _bot_reason(text, parsed),
        preview_reason=f"fetcher:{preview.group().rstrip('/').lower()}" if preview else None,
    )


def _bot_reason(text: str, parsed: Result) -> str | None:
    if not text:
        return "no_user_agent"
    if automation := _AUTOMATION.search(text):
        return f"automation:{automation.group().lower()}"
    if crawleruseragents.is_crawler(text):
        return "crawler"
    if parsed.device is not None and parsed.device.family == "Spider":
        return "spider"
    return None


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
