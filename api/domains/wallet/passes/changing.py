"""Changes what passes show: each change gets a tag, and a date that differs from the one before."""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from api.domains.wallet.passes.models import Pass
from api.domains.wallet.passes.repository import PassRepository
from api.rendering.wallet.content import WalletPass

ONE_SECOND = timedelta(seconds=1)


def set_content(row: Pass, content: dict[str, Any], tag: int, now: datetime) -> None:
    """Let a pass show something else."""
    row.content, row.change_tag = content, tag
    # Last-Modified has whole seconds: a second change within one must not look like the first.
    row.updated_at = max(now, row.updated_at.replace(microsecond=0) + ONE_SECOND)


def change_passes(
    session: Session,
    org_id: str,
    pass_ids: Collection[str],
    change: Callable[[WalletPass], WalletPass],
    now: datetime,
) -> set[str]:
    """Change many passes; the ids of those that show something else now. The others keep their tag."""
    passes = PassRepository(session)
    rows = passes.lock_many(org_id, pass_ids)
    tag = passes.next_tag(org_id)
    changed: set[str] = set()
    for row in rows:
        before = WalletPass.model_validate(row.content)
        after = change(before)
        if after != before:
            set_content(row, after.model_dump(mode="json"), tag + len(changed), now)
            changed.add(row.pass_id)
    session.flush()
    return changed
