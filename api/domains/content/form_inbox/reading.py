"""What other domains may ask about forms."""

from collections.abc import Collection

from sqlalchemy.orm import Session

from api.domains.content.form_inbox.repository import FormInboxRepository


def existing_forms(session: Session, org_id: str, form_ids: Collection[str]) -> set[str]:
    """Those of these forms that are on a page or have answers."""
    return FormInboxRepository(session).there(org_id, form_ids)
