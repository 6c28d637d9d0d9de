"""Sending an alert to every owner, each once."""

import hashlib
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy.orm import Session

from api.domains.messaging.owner_alerts.composing import Composer
from api.domains.messaging.owner_alerts.models import OwnerAlert
from api.domains.messaging.owner_alerts.repository import AlertRepository
from api.integrations.ports.mail_sender import MailFailed, MailSender
from api.jobs.registry import JobContext, JobFailed


class AlertSender:
    """Sends one alert's mails from inside a job."""

    def __init__(self, context: JobContext, make_sender: Callable[[Session], MailSender]) -> None:
        self._context = context
        self._make_sender = make_sender

    def send(self, alert_id: str) -> dict[str, Any]:
        """Send what was not sent yet.

        Raises:
            JobFailed: some mails could not be handed over; the alert's next try sends these alone.
        """
        with self._context.session() as session:
            alerts = AlertRepository(session)
            alert = alerts.find(self._context.org_id, alert_id)
            if alert is None or alert.state != "waiting":
                return {"sent": 0}
            organization = alerts.organization(alert.org_id)
            owners = alerts.owners(alert.org_id)
        composer = Composer(
            self._context.settings.base_url, organization.name, organization.time_zone
        )
        sent, failures = 0, []
        for user_id, email in owners:
            try:
                sent += self._send_one(alert, composer, user_id, email)
            except MailFailed as failure:
                failures.append(str(failure))
        if failures:
            raise JobFailed(failures[0])
        with self._context.session() as session:
            AlertRepository(session).finish(alert)
        return {"sent": sent}

    def _send_one(self, alert: OwnerAlert, composer: Composer, user_id: str, email: str) -> bool:
        """Claimed before it is sent: what breaks in between is rather lost than sent twice."""
        now = self._context.now()
        with self._context.session() as session:
            if not AlertRepository(session).claim_mail(alert, user_id, now):
                return False
        headers = {"Message-ID": self._message_id(alert, user_id)}
        mail = composer.alert(alert.kind, alert.facts, to=email, headers=headers)
        try:
            with self._context.session() as session:
                how = self._make_sender(session).send(alert.org_id, mail)
                AlertRepository(session).mark_mail(alert, user_id, how, "", now)
        except MailFailed as failure:
            with self._context.session() as session:
                AlertRepository(session).mark_mail(alert, user_id, "failed", str(failure), now)
            raise
        return True

    def _message_id(self, alert: OwnerAlert, user_id: str) -> str:
        host = urlsplit(self._context.settings.base_url).hostname or "localhost"
        told = hashlib.sha256(f"{alert.alert_id} {user_id}".encode()).hexdigest()[:32]
        return f"<{told}@{host}>"
