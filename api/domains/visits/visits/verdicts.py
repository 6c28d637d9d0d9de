"""The bot verdict on a visit. The rules are in `ingest.verdicts`, so that past events can be classified again."""

from collections.abc import Iterable

from api.domains.codes.rules.types import Agent, Method, Verdict
from ingest.verdicts import rules

VERDICT_VERSION = rules.VERDICT_VERSION
"""The version in the events of this process."""

HUMAN = Verdict()


def judge(agent: Agent, method: Method, signals: Iterable[str] = ()) -> Verdict:
    """Return the verdict on a visit: that of its agent, but HEAD requests are bots and speculative loads are
    previews.
    """
    reasons = rules.judge(rules.Reasons(agent.bot_reason, agent.preview_reason), method, signals)
    return HUMAN if reasons == (None, None) else Verdict(reasons.bot, reasons.preview)
