"""The verdict on a visit, from its user agent, its method and its signals."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from ua_parser import Result, parse

from ingest.verdicts.lists import listed
from ingest.verdicts.machines import AUTOMATION, PREVIEW, given_away, without_apps, without_names
from ingest.verdicts.signals import bot_by_signals, preview_by_signals

VERDICT_VERSION = 3
"""Raised with every change of these rules, of the signals or of the lists' meaning.

1: user agents by three lists, HEAD, prefetch headers. 2: a fourth list, what a text gives away,
impossible combinations, missing headers, bursts. 3: names of apps behind a complete web view's user
agent prove nothing; six more machines.
"""

REMEMBERED = 8192


class Reasons(NamedTuple):
    """Why a visit is a bot's, why it is a preview; both None for a person."""

    bot: str | None = None
    preview: str | None = None


def judge_text(text: str, parsed: Result) -> Reasons:
    """What a user agent says by itself. A text takes a third of a millisecond: remember it."""
    if preview := PREVIEW.search(without_apps(text)):
        return Reasons(preview=f"fetcher:{preview.group().rstrip('/').lower()}")
    if not text:
        return Reasons("no_user_agent")
    said = without_names(text)
    if automation := AUTOMATION.search(said):
        return Reasons(f"automation:{automation.group().lower()}")
    return Reasons(listed(without_apps(said), parsed) or given_away(text))


@lru_cache(maxsize=REMEMBERED)
def judge_agent(text: str) -> Reasons:
    """`judge_text` of a text that is not parsed yet."""
    return judge_text(text, parse(text))


def judge(agent: Reasons, method: str, signals: Iterable[str]) -> Reasons:
    """The verdict: a HEAD request is a bot's, then what the agent says, then what was missing."""
    found = tuple(signals)
    bot = "head" if method == "HEAD" else agent.bot
    preview = agent.preview or preview_by_signals(found)
    if bot is None and preview is None:
        bot = bot_by_signals(found)
    return Reasons(bot, preview)
