"""Sends an alert to every owner once."""

from typing import Any

from api.domains.messaging.owner_alerts.mails import Composer
from api.domains.messaging.owner_alerts.models import OwnerAlert
from api.domains.messaging.owner_alerts.repository import AlertRepository
from api.integrations.mail_delivery import MakeSender, deliver_each, deliver_once, message_id
from api.jobs.registry import JobContext, JobFailed


class AlertSender:
    """Sends the emails of one alert, inside a job."""

    def __init__(self, context: JobContext, make_sender: MakeSender) -> None:
        self._context = context
        self._make_sender = make_sender

    def send(self, alert_id: str) -> dict[str, Any]:
        """Send the emails that have not been sent yet.

        Raises:
            JobFailed: some emails were refused; the alert's next attempt sends only these.
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
        delivered = deliver_each(owners, lambda owner: self._send_one(alert, composer, *owner))
        if delivered.failures:
            raise JobFailed(delivered.failures[0])
        with self._context.session() as session:
            AlertRepository(session).finish(alert)
        return {"sent": delivered.sent}

    def _send_one(self, alert: OwnerAlert, composer: Composer, user_id: str, email: str) -> bool:
        context, now = self._context, self._context.now()
        headers = {"Message-ID": message_id(context.settings.base_url, alert.alert_id, user_id)}
        return deliver_once(
            context.session,
            self._make_sender,
            alert.org_id,
            claim=lambda session: AlertRepository(session).claim_mail(alert, user_id, now),
            compose=lambda: composer.alert(alert.kind, alert.facts, to=email, headers=headers),
            mark=lambda session, how, why: AlertRepository(session).mark_mail(
                alert, user_id, how, why, now
            ),
        )
