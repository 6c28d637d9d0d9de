"""The mail that asks the owner of an address to confirm what was agreed to in their name."""

from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlencode

from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.domains.people.consents.links import preference_path, preference_token, read_token
from api.domains.people.consents.models import ConsentMail
from api.domains.people.consents.preferences import Preferences
from api.domains.people.consents.repository import ConsentRepository
from api.domains.people.consents.service import ConsentService
from api.domains.people.customers.errors import CustomerNotFound
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.integrations.mail_delivery import MakeSender, deliver_once, message_id
from api.integrations.ports.mail_sender import Mail
from api.jobs.registry import JobContext
from api.kit.ids import new_id
from api.kit.mail_templates import mail_templates, one_line
from api.rendering.visitor_pages.words import words_in

_FOLDER = Path(__file__).parent / "mail_templates"


def unsubscribe_headers(base_url: str, org_id: str, token: str) -> Mapping[str, str]:
    """What every mail of marketing carries, for the unsubscribe button of mail programs (RFC 8058).

    `token` is of the address that the mail is sent to.
    """
    url = f"{base_url.rstrip('/')}{preference_path(org_id, token)}/unsubscribe"
    return {
        "List-Unsubscribe": f"<{url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


class ConfirmationMails:
    """Sends the mails of one organisation from inside a job, each once."""

    def __init__(self, context: JobContext, make_sender: MakeSender) -> None:
        self._context = context
        self._make_sender = make_sender

    def send(self, mail_id: str) -> bool:
        """Send a mail that was planned, unless it was sent or nothing waits any more.

        Raises:
            MailFailed: it was refused; a retry sends it.
        """
        org_id = self._context.org_id
        with self._context.session() as session:
            mail = self._compose(session, mail_id)
        if mail is None:
            return False
        return deliver_once(
            self._context.session,
            self._make_sender,
            org_id,
            claim=lambda session: ConsentRepository(session).claim_mail(org_id, mail_id),
            compose=lambda: mail,
            mark=lambda session, how, _why: ConsentRepository(session).mark_mail(
                org_id, mail_id, "failed" if how == "failed" else "sent"
            ),
        )

    def _compose(self, session: Session, mail_id: str) -> Mail | None:
        org_id, settings = self._context.org_id, self._context.settings
        planned = ConsentRepository(session).find_mail(org_id, mail_id)
        if planned is None:
            return None
        sealer = Sealer.of(settings)
        # The clock of the host that recorded the request may be ahead of this one.
        now = max(self._context.now(), planned.requested_at)
        customers = CustomerService(session, sealer, now, new_id)
        consents = ConsentService(session, customers, now, new_id)
        try:
            person = consents.person(org_id, planned.customer_id)
        except CustomerNotFound:
            return None
        address = customers.contacts(customers.get(org_id, person.customer_id)).email
        token = _token(settings.secret_key, planned, person.customer_id)
        link = read_token(settings.secret_key, org_id, token)
        if address is None or link is None:
            return None
        if ConsentRepository(session).is_suppressed(org_id, planned.address_index):
            return None
        requests = Preferences(consents, person, link).requests(words_in(planned.language))
        if not requests:
            return None
        texts = list(dict.fromkeys(it.text for it in requests))
        name = one_line(organization_of(session, org_id).name)
        path = preference_path(org_id, token)
        url = f"{settings.base_url.rstrip('/')}{path}?{urlencode({'lang': planned.language})}"
        return confirmation_mail(
            address, name, texts, url, planned.language, settings.base_url, mail_id
        )


def confirmation_mail(
    to: str, name: str, texts: list[str], url: str, language: str, base_url: str, mail_id: str
) -> Mail:
    """The mail in a visitor's language: what was agreed to, and the link that confirms it."""
    say = words_in(language)
    facts = {
        "say": say,
        "title": say.preferences_mail_title,
        "text": say.preferences_mail_text.format(name=name),
        "texts": texts,
        "button": say.preferences_mail_button,
        "ignore": say.preferences_mail_ignore,
        "url": url,
        "name": name,
    }
    plain = mail_templates(_FOLDER, escapes=False).get_template("confirm.txt.jinja")
    html = mail_templates(_FOLDER, escapes=True).get_template("confirm.html.jinja")
    return Mail(
        to=to,
        subject=f"{say.preferences_mail_title} – {name}",
        text=plain.render(**facts),
        html=html.render(**facts),
        headers={"Message-ID": message_id(base_url, "consent", mail_id)},
    )


def _token(secret: bytes, planned: ConsentMail, customer_id: str) -> str:
    return preference_token(secret, planned.org_id, customer_id, "email", planned.address_index)
