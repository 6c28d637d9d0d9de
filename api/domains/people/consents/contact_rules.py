"""An organisation's contact rules: quiet hours, the frequency cap for news, and the minimum age."""

from datetime import datetime, time

from api.auth.member import Member
from api.domains.people.consents.policy import hours_in
from api.domains.people.consents.repository import ConsentRepository
from api.domains.people.consents.schemas import ContactRulesRead, SaveContactRules


class ContactRulesService:
    """Contact rules, accessed through one session."""

    def __init__(self, entries: ConsentRepository, now: datetime) -> None:
        self._entries = entries
        self._now = now

    def get(self, org_id: str) -> ContactRulesRead:
        """Return the rules, with null for those that are not set."""
        row = self._entries.rules(org_id)
        hours = hours_in(row)
        return ContactRulesRead(
            quiet_from=f"{hours.start:%H:%M}" if hours else None,
            quiet_until=f"{hours.end:%H:%M}" if hours else None,
            cap_messages=row.cap_messages if row else None,
            cap_days=row.cap_days if row else None,
            min_age=row.min_age if row else None,
            by_country=row is not None and row.by_country,
        )

    def save(self, me: Member, body: SaveContactRules) -> ContactRulesRead:
        """Save the rules that the body contains. The others do not change."""
        given = body.model_dump(include=_rules_named(body))
        for hour in _HOURS & given.keys():
            given[hour] = _time(given[hour])
        self._entries.save_rules(
            me.org_id, given | {"updated_at": self._now, "updated_by": me.caller_id or None}
        )
        return self.get(me.org_id)


_HOURS = frozenset({"quiet_from", "quiet_until"})
_CAP = frozenset({"cap_messages", "cap_days"})


def _rules_named(body: SaveContactRules) -> set[str]:
    """Return the fields to write: those in the body, and both or none of a pair."""
    named = body.model_fields_set - {"org_id"}
    if body.by_country is None:
        named -= {"by_country"}
    return named.union(*(pair for pair in (_HOURS, _CAP) if pair & named))


def _time(text: str | None) -> time | None:
    return time.fromisoformat(text) if text is not None else None
