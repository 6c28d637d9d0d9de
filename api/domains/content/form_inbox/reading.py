"""Functions for other domains to read forms."""

from collections.abc import Collection

from sqlalchemy.orm import Session

from api.domains.content.form_inbox.repository import FormInboxRepository


def existing_forms(session: Session, org_id: str, form_ids: Collection[str]) -> set[str]:
    """Return those of these forms that are on a page or have submissions."""
    return FormInboxRepository(session).there(org_id, form_ids)
