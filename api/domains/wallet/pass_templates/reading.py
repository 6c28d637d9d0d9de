"""Queries of other domains about pass templates."""

from collections.abc import Collection

from sqlalchemy.orm import Session

from api.domains.wallet.pass_templates.repository import PassTemplateRepository


def existing_templates(session: Session, org_id: str, template_ids: Collection[str]) -> set[str]:
    """Return which of these templates the organisation has."""
    return PassTemplateRepository(session).there(org_id, template_ids)
