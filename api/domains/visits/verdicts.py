"""Whether a visit is a person's. Pure and versioned, so that history can be judged again."""

from collections.abc import Mapping

from api.domains.visits.types import Agent, Method, Verdict

VERDICT_VERSION = 1
"""Raised with every change of these rules or of those in `agents`."""

HUMAN = Verdict()

_PREFETCH_HEADERS = ("sec-purpose", "purpose", "x-purpose", "x-moz")
_PREFETCH_WORDS = ("prefetch", "prerender", "preview")


def judge(agent: Agent, method: Method, headers: Mapping[str, str]) -> Verdict:
    """The verdict on a visit: its agent's, HEAD requests are bots, speculative loads are previews."""
    bot = "head" if method == "HEAD" else agent.bot_reason
    preview = agent.preview_reason or _speculative(headers)
    return HUMAN if bot is None and preview is None else Verdict(bot, preview)


def _speculative(headers: Mapping[str, str]) -> str | None:
    for name in _PREFETCH_HEADERS:
        value = headers.get(name)
        if value is not None:
            for word in _PREFETCH_WORDS:
                if word in value.lower():
                    return f"{name}:{word}"
    return None
