"""All statements about phones that must be notified of changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select, text, update

from api.db.tenancy import Repository
from api.domains.wallet.pass_updates.models import PassPush
from api.domains.wallet.passes.tables import pass_registrations, passes

_DUE = text("select org_id from due_pass_pushes(:now)")
_FINISH = text("""
delete from pass_pushes p
using unnest(cast(:passes as text[]), cast(:devices as text[]), cast(:tags as bigint[])) as k(pass_id, device_id, tag)
where p.org_id = :org_id and p.pass_id = k.pass_id and p.device_id = k.device_id and p.tag = k.tag
""")
_POSTPONE = text("""
update pass_pushes p set due_at = :until
from unnest(cast(:passes as text[]), cast(:devices as text[]), cast(:tags as bigint[])) as k(pass_id, device_id, tag)
where p.org_id = :org_id and p.pass_id = k.pass_id and p.device_id = k.device_id and p.tag = k.tag
""")


@dataclass(frozen=True, slots=True)
class ClaimedPush:
    """A phone that this worker notifies."""

    pass_id: str
    device_id: str
    tag: int
    tries: int
    pass_type: str
    push_token_sealed: str


class PushRepository(Repository[PassPush]):
    """Phones to notify for one organisation."""

    model = PassPush

    def list_due(self, now: datetime) -> Sequence[str]:
        """Return the organisations with a due phone for which no job is queued."""
        return self.session.scalars(_DUE, {"now": now}).all()

    def claim(self, org_id: str, now: datetime, until: datetime, most: int) -> list[ClaimedPush]:
        """Claim the due phones for this worker until a moment, after which they are due again."""
        due = (
            self.scoped(org_id)
            .with_only_columns(PassPush.pass_id, PassPush.device_id)
            .where(PassPush.due_at <= now)
            .order_by(PassPush.due_at)
            .limit(most)
            .with_for_update(skip_locked=True)
            .cte("due")
        )
        taken = (
            update(PassPush)
            .where(
                PassPush.org_id == org_id,
                PassPush.pass_id == due.c.pass_id,
                PassPush.device_id == due.c.device_id,
            )
            .values(due_at=until, tries=PassPush.tries + 1)
            .returning(PassPush.pass_id, PassPush.device_id, PassPush.tag, PassPush.tries)
            .cte("taken")
        )
        rows = self.session.execute(
            select(taken, passes.c.pass_type, pass_registrations.c.push_token_sealed)
            .join(passes, (passes.c.org_id == org_id) & (passes.c.pass_id == taken.c.pass_id))
            .join(
                pass_registrations,
                (pass_registrations.c.org_id == org_id)
                & (pass_registrations.c.pass_id == taken.c.pass_id)
                & (pass_registrations.c.device_id == taken.c.device_id),
            )
        )
        return [ClaimedPush(*row) for row in rows]

    def finish(self, org_id: str, sent: Sequence[ClaimedPush]) -> None:
        """Store that these phones were notified. Those whose passes changed again in the meantime remain due."""
        if sent:
            self.session.execute(_FINISH, {"org_id": org_id, **_keys(sent)})

    def postpone(self, org_id: str, pushes: Sequence[ClaimedPush], until: datetime) -> None:
        """Postpone these phones to a moment. Those whose passes changed again in the meantime remain due."""
        if pushes:
            self.session.execute(_POSTPONE, {"org_id": org_id, "until": until, **_keys(pushes)})


def _keys(pushes: Sequence[ClaimedPush]) -> dict[str, list[str] | list[int]]:
    """Return the keys as arrays, with which rows are looked up by the primary key. With a list of a thousand keys, each
    row of the table would be compared with all of them.
    """
    return {
        "passes": [it.pass_id for it in pushes],
        "devices": [it.device_id for it in pushes],
        "tags": [it.tag for it in pushes],
    }
