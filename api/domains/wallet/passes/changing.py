"""Changes the content of passes. Each change gets a tag, and a date that differs from the previous one."""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session
from uuid_utils.compat import uuid7

from api.auth.tenants import organization_of
from api.domains.wallet.passes.events import pass_event
from api.domains.wallet.passes.models import Pass
from api.domains.wallet.passes.repository import PassRepository
from api.rendering.wallet.content import MOST_FIELDS, PassField, WalletPass
from ingest.outbox.recording import record_many

ONE_SECOND = timedelta(seconds=1)
NEWS = "latest_news"
"""The key of the field on the back that shows the last message."""


def set_content(row: Pass, content: dict[str, Any], tag: int, now: datetime) -> None:
    """Change the content of a pass."""
    row.content, row.change_tag = content, tag
    # Last-Modified has whole seconds, so a second change within the same second must have a
    # different date.
    row.updated_at = max(now, row.updated_at.replace(microsecond=0) + ONE_SECOND)


def with_news_of(shown: dict[str, Any], content: WalletPass) -> WalletPass:
    """Return a pass with the last message that it shows now, if it has room."""
    news = next((it for it in shown["fields"] if it["key"] == NEWS), None)
    others = tuple(it for it in content.fields if it.key != NEWS)
    if news is None or len(others) >= MOST_FIELDS:
        return content
    field = PassField.model_validate(news)
    return content.model_copy(update={"fields": (*others, field)})


def change_passes(
    session: Session,
    org_id: str,
    pass_ids: Collection[str],
    change: Callable[[WalletPass], WalletPass],
    now: datetime,
) -> set[str]:
    """Change many passes, and return the IDs of those whose content is different now. The others keep their tag."""
    passes = PassRepository(session)
    rows = passes.lock_many(org_id, pass_ids)
    tag = passes.next_tag(org_id)
    changed: dict[str, Pass] = {}
    for row in rows:
        before = WalletPass.model_validate(row.content)
        after = change(before)
        if after != before:
            set_content(row, after.model_dump(mode="json"), tag + len(changed), now)
            changed[row.pass_id] = row
    session.flush()
    if changed:
        is_demo = organization_of(session, org_id).is_demo
        record_many(
            session,
            [
                pass_event(row, "updated", is_demo=is_demo, event_id=uuid7(), now=now)
                for row in changed.values()
            ],
        )
    return set(changed)
