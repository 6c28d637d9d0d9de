"""Builds the service for imports of one kind."""

from datetime import datetime
from typing import Any

from fastapi import Request
from sqlalchemy.orm import Session

from api.db.offload import released_for
from api.domains.people.customer_imports.repository import ImportRepository
from api.domains.people.customer_imports.service import ImportKind, ImportService
from api.domains.people.customers.sealing import Sealer
from api.jobs.queue import Jobs
from api.kit.ids import new_id
from api.objects.store import ObjectStore
from runtime.settings import Settings


def imports_of(
    kind: ImportKind[Any, Any],
    request: Request,
    session: Session,
    settings: Settings,
    jobs: Jobs,
    objects: ObjectStore,
    now: datetime,
) -> ImportService[Any, Any]:
    """Return the service for imports of a kind, for one request."""
    return ImportService(
        ImportRepository(session, kind.name),
        kind,
        jobs,
        objects,
        Sealer.of(settings),
        settings.secret_key,
        now,
        new_id,
        lambda: released_for(request, session),
    )
