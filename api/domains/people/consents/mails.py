"""The email that asks the owner of an address to confirm a consent given in their name."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.domains.people.consents.links import (
    PreferenceLink,
    address_tag,
    preference_path,
    preference_token,
)
from api.domains.people.consents.preferences import Preferences
from api.domains.people.consents.repository import ConsentRepository
from api.domains.people.consents.service import ConsentService
from api.domains.people.consents.types import REQUEST_LIFETIME
from api.domains.people.customers.errors import CustomerNotFound
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.kit.ids import new_id
from api.kit.mail_templates import mail_templates, one_line
from api.rendering.visitor_pages.words import words_in
from runtime.settings import Settings

_FOLDER = Path(__file__).parent / "mail_templates"


def unsubscribe_headers(base_url: str, org_id: str, token: str) -> Mapping[str, str]:
    """Return the headers of every marketing email for the unsubscribe button of email programs (RFC 8058).

    `token` is that of the address to which the email is sent.
    """
    url = f"{base_url.rstrip('/')}{preference_path(org_id, token)}/unsubscribe"
    return {
        "List-Unsubscribe": f"<{url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


class Confirmation(NamedTuple):
    """An email in a visitor's language: the consent, and the link that confirms it."""

    customer_id: str
    language: str
    subject: str
    text: str
    html: str
    not_after: datetime
    """The deadline for the confirmation."""


def compose_confirmation(
    session: Session, settings: Settings, org_id: str, mail_id: str, now: datetime
) -> Confirmation | None:
    """Return the planned email, or None if there is nothing left to confirm or the person has a different
    address now.
    """
    planned = ConsentRepository(session).find_mail(org_id, mail_id)
    if planned is None:
        return None
    # The clock of the host that recorded the request may be ahead of this host's.
    moment = max(now, planned.requested_at)
    customers = CustomerService(session, Sealer.of(settings), moment, new_id)
    consents = ConsentService(session, customers, moment, new_id)
    try:
        person = consents.person(org_id, planned.customer_id)
    except CustomerNotFound:
        return None
    say = words_in(planned.language)
    index = planned.address_index
    link = PreferenceLink(person.customer_id, "email", address_tag(index))
    requests = Preferences(consents, person, link).requests(say)
    if not requests:
        return None
    # The stored link proves nothing. The link of the address is inserted when the email is sent.
    path = preference_path(
        org_id, preference_token(settings.secret_key, org_id, person.customer_id)
    )
    name = one_line(organization_of(session, org_id).name)
    facts = {
        "say": say,
        "title": say.preferences_mail_title,
        "text": say.preferences_mail_text.format(name=name),
        "texts": list(dict.fromkeys(it.text for it in requests)),
        "button": say.preferences_mail_button,
        "ignore": say.preferences_mail_ignore,
        "url": f"{settings.base_url.rstrip('/')}{path}?{urlencode({'lang': planned.language})}",
        "name": name,
    }
    plain = mail_templates(_FOLDER, escapes=False).get_template("confirm.txt.jinja")
    html = mail_templates(_FOLDER, escapes=True).get_template("confirm.html.jinja")
    return Confirmation(
        customer_id=person.customer_id,
        language=planned.language,
        subject=f"{say.preferences_mail_title} – {name}",
        text=plain.render(**facts),
        html=html.render(**facts),
        not_after=planned.requested_at + REQUEST_LIFETIME,
    )
