"""The quiet hours of an organisation."""

from datetime import datetime, time

from api.auth.member import Member
from api.domains.people.consents.policy import ContactPolicy
from api.domains.people.consents.repository import ConsentRepository
from api.domains.people.consents.schemas import ContactRulesRead, SaveContactRules


class ContactRulesService:
    """Quiet hours, through one session."""

    def __init__(self, entries: ConsentRepository, policy: ContactPolicy, now: datetime) -> None:
        self._entries = entries
        self._policy = policy
        self._now = now

    def get(self, org_id: str) -> ContactRulesRead:
        """The quiet hours; null for none."""
        hours = self._policy.quiet_hours(org_id)
        if hours is None:
            return ContactRulesRead(quiet_from=None, quiet_until=None)
        return ContactRulesRead(quiet_from=f"{hours.start:%H:%M}", quiet_until=f"{hours.end:%H:%M}")

    def save(self, me: Member, body: SaveContactRules) -> ContactRulesRead:
        """Set the quiet hours."""
        self._entries.save_rules(
            me.org_id,
            {
                "quiet_from": _time(body.quiet_from),
                "quiet_until": _time(body.quiet_until),
                "updated_at": self._now,
                "updated_by": me.caller_id or None,
            },
        )
        return self.get(me.org_id)


def _time(text: str | None) -> time | None:
    return time.fromisoformat(text) if text is not None else None
