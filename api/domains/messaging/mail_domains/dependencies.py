"""Creates the service of mail domains."""

from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.messaging.mail_domains.repository import MailDomainRepository
from api.domains.messaging.mail_domains.service import MailDomainService
from api.domains.people.customers.sealing import Sealer
from api.integrations.mail_sender import spf_mechanism
from api.kit.dns_texts import texts_at
from runtime.settings import Settings


def service_of(session: Session, settings: Settings, now: datetime) -> MailDomainService:
    """Return the service, in a session that has entered its organisation's tenant scope."""
    return MailDomainService(
        MailDomainRepository(session),
        Sealer.of(settings),
        lambda name: texts_at(settings.dns_server, name),
        spf_mechanism(settings),
        now,
    )
