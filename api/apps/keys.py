"""Creates API keys from the command line, with the rights of the schema's owner."""

from sqlalchemy import create_engine, make_url, select
from sqlalchemy.orm import Session

from api.auth.keys import new_key
from api.auth.models import Organization
from api.auth.roles import Role
from api.domains.org.members.keys import KeyService
from api.kit.clock import utc_now
from api.kit.ids import new_id
from runtime.settings import Settings


class NoSuchOrganization(Exception):
    """No organisation has this short name."""


def make_key(settings: Settings, slug: str, role: Role, name: str) -> str:
    """Create a key for the organisation with this short name and return the secret."""
    url = make_url(settings.database_url).set(drivername="postgresql+psycopg")
    engine = create_engine(url)
    try:
        with Session(engine) as session, session.begin():
            org_id = session.scalar(
                select(Organization.org_id).where(
                    Organization.slug == slug, Organization.deleted_at.is_(None)
                )
            )
            if org_id is None:
                known = session.scalars(
                    select(Organization.slug)
                    .where(Organization.deleted_at.is_(None))
                    .order_by(Organization.slug)
                    .limit(20)
                ).all()
                raise NoSuchOrganization(
                    f"There is no organisation {slug!r}. Known: {', '.join(known) or 'none'}."
                )
            keys = KeyService(session, utc_now(), new_id, new_key)
            secret, _ = keys.make(org_id, name, role, None)
            return secret
    finally:
        engine.dispose()
