"""The periodic task that checks mail domains again."""

from datetime import datetime

from sqlalchemy import Engine

from api.jobs.registry import slow_periodic_task
from runtime.settings import Settings


@slow_periodic_task
def check_mail_domains(settings: Settings, engine: Engine, now: datetime) -> None:
    """Check the domains whose last check was six hours ago or more."""
    from sqlalchemy.orm import Session

    from api.db.session import enter_tenant
    from api.domains.messaging.mail_domains.dependencies import service_of
    from api.domains.messaging.mail_domains.errors import MailDomainNotFound
    from api.domains.messaging.mail_domains.repository import due_for_check

    with Session(engine) as session:
        due = due_for_check(session, now)
    for org_id, domain_id in due:
        with Session(engine) as session, session.begin():
            enter_tenant(session, org_id)
            try:
                service_of(session, settings, now).check(org_id, domain_id)
            except MailDomainNotFound:  # removed meanwhile
                continue
