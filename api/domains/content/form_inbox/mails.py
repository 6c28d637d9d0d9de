"""Emails about new submissions, with their number and a link. The submissions themselves stay in the product."""

from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from sqlalchemy import Engine, Row
from sqlalchemy.orm import Session

from api.domains.content.form_inbox.repository import FormInboxRepository
from api.integrations.mail_delivery import MakeSender, deliver_each, deliver_once, message_id
from api.integrations.ports.mail_sender import Mail
from api.jobs.due import queue_for_each
from api.jobs.registry import JobContext
from api.kit.mail_templates import mail_templates, one_line

SEND = "forms.tell"
_FOLDER = Path(__file__).parent / "mail_templates"


def queue_due(engine: Engine, now: datetime) -> int:
    """Queue one job for each organisation with members to notify, and return how many."""
    return queue_for_each(
        engine, SEND, lambda session: FormInboxRepository(session).list_due(now), now
    )


class AnswerMails:
    """Sends an organisation's emails from inside a job. Each is claimed before it is sent, so that none is sent twice.
    A refused email is retried after ten minutes.
    """

    def __init__(self, context: JobContext, make_sender: MakeSender) -> None:
        self._context = context
        self._make_sender = make_sender

    def send(self) -> dict[str, Any]:
        """Send the due emails."""
        org_id = self._context.org_id
        with self._context.session() as session:
            forms = FormInboxRepository(session)
            due = forms.due_mails(org_id, self._context.now())
            organization = one_line(forms.organization(org_id).name) if due else ""
        delivered = deliver_each(due, lambda it: self._send_one(it, organization))
        return {"sent": delivered.sent, "failed": len(delivered.failures)}

    def _send_one(self, due: Row[Any], organization: str) -> bool:
        org_id, now = self._context.org_id, self._context.now()

        def move(session: Session, seen: datetime, until: datetime) -> bool:
            return FormInboxRepository(session).move_on(
                org_id, due, seen=seen, until=until, now=now
            )

        def mark(session: Session, how: str, _why: str) -> None:
            if how == "failed":
                move(session, due.until, due.notified_until)

        return deliver_once(
            self._context.session,
            self._make_sender,
            org_id,
            claim=lambda session: move(session, due.notified_until, due.until),
            compose=lambda: answer_mail(self._context.settings.base_url, due, organization),
            mark=mark,
        )


def answer_mail(base_url: str, due: Row[Any], organization: str) -> Mail:
    """Return the email to one member about one form."""
    page = one_line(due.page_name)
    title = f"New answer: {page}" if due.answers == 1 else f"{due.answers} new answers: {page}"
    address = urlencode({"page": due.page_id, "form": due.form_id})
    words = {
        "title": title,
        "page": page,
        "answers": due.answers,
        "organization": organization,
        "link": f"{base_url}/admin/forms/answers?{address}",
    }
    return Mail(
        to=due.email,
        subject=f"{title} – {organization}",
        text=mail_templates(_FOLDER, escapes=False).get_template("answers.txt.jinja").render(words),
        html=mail_templates(_FOLDER, escapes=True).get_template("answers.html.jinja").render(words),
        headers={
            "Message-ID": message_id(
                base_url, due.page_id, due.form_id, due.user_id, due.until.isoformat()
            )
        },
    )
