"""The verdict on a visit, from its user agent, its method and its signals."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from ua_parser import Result, parse

from ingest.verdicts.bots import AUTOMATION, PREVIEW, bot_reason_of, without_apps, without_names
from ingest.verdicts.lists import listed
from ingest.verdicts.signals import bot_by_signals, preview_by_signals

VERDICT_VERSION = 3
"""Incremented with every change of the rules, the signals or the lists.

1: user agents by three lists, HEAD, prefetch headers. 2: a fourth list, patterns in the text, impossible combinations,
missing headers, bursts. 3: names of apps after a complete web view are ignored, and six more bots.
"""

REMEMBERED = 8192


class Reasons(NamedTuple):
    """Why a visit is by a bot or a link preview; both None for a person."""

    bot: str | None = None
    preview: str | None = None


def judge_text(text: str, parsed: Result) -> Reasons:
    """Return the verdict on a user agent alone. Cached, because computing it takes a third of a millisecond."""
    if preview := PREVIEW.search(without_apps(text)):
        return Reasons(preview=f"fetcher:{preview.group().rstrip('/').lower()}")
    if not text:
        return Reasons("no_user_agent")
    result = without_names(text)
    if automation := AUTOMATION.search(result):
        return Reasons(f"automation:{automation.group().lower()}")
    return Reasons(listed(without_apps(result), parsed) or bot_reason_of(text))


@lru_cache(maxsize=REMEMBERED)
def judge_agent(text: str) -> Reasons:
    """Like `judge_text`, but for an unparsed text."""
    return judge_text(text, parse(text))


def judge(agent: Reasons, method: str, signals: Iterable[str]) -> Reasons:
    """Return the verdict: HEAD requests are bots, then the user agent decides, then missing headers."""
    found = tuple(signals)
    bot = "head" if method == "HEAD" else agent.bot
    preview = agent.preview or preview_by_signals(found)
    if bot is None and preview is None:
        bot = bot_by_signals(found)
    return Reasons(bot, preview)
