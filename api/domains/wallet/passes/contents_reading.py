"""The current state of passes, for domains that bring them to other wallets."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from api.domains.wallet.passes.models import Pass
from api.rendering.wallet.content import WalletPass

_COLUMNS = (Pass.pass_id, Pass.pass_type, Pass.content, Pass.change_tag)


@dataclass(frozen=True, slots=True)
class ShownPass:
    """The content of a pass, and the tag of its last change."""

    pass_id: str
    pass_type: str
    content: WalletPass
    change_tag: int


def find_shown_pass(session: Session, org_id: str, pass_id: str) -> ShownPass | None:
    """Return a pass of the organisation, or None."""
    return list_shown_passes(session, org_id, [pass_id]).get(pass_id)


def list_shown_passes(
    session: Session, org_id: str, pass_ids: Sequence[str]
) -> dict[str, ShownPass]:
    """Return those of the organisation's passes that have these IDs, by ID."""
    found = select(*_COLUMNS).where(Pass.org_id == org_id, Pass.pass_id.in_(pass_ids))
    return {
        pass_id: ShownPass(pass_id, pass_type, WalletPass.model_validate(content), change_tag)
        for pass_id, pass_type, content, change_tag in session.execute(found)
    }


def lock_change_tag(session: Session, org_id: str, pass_id: str) -> int | None:
    """Return the tag of a pass's last change, and lock the pass until the transaction ends."""
    found = select(Pass.change_tag).where(Pass.org_id == org_id, Pass.pass_id == pass_id)
    return session.scalar(found.with_for_update())
