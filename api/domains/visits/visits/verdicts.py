"""Whether a visit is a person's. The rules are in `ingest.verdicts`, so that history can be judged again."""

from collections.abc import Iterable

from api.domains.codes.rules.types import Agent, Method, Verdict
from ingest.verdicts import rules

VERDICT_VERSION = rules.VERDICT_VERSION
"""What the events of this process carry."""

HUMAN = Verdict()


def judge(agent: Agent, method: Method, signals: Iterable[str] = ()) -> Verdict:
    """The verdict on a visit: its agent's, HEAD requests are bots, speculative loads are previews."""
    reasons = rules.judge(rules.Reasons(agent.bot_reason, agent.preview_reason), method, signals)
    return HUMAN if reasons == (None, None) else Verdict(reasons.bot, reasons.preview)
