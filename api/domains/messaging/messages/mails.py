"""Emails of messages: text and HTML, one-click unsubscribe, and a code as a picture."""

from collections.abc import Callable
from functools import partial
from html import escape
from urllib.parse import urlsplit

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.codes.codes.hosts import hosts_in
from api.domains.codes.codes.inheritance import effective
from api.domains.codes.codes.links import CodeLinks
from api.domains.codes.codes.reading import find_code
from api.domains.messaging.mail_domains.reading import MailIdentity, identity_of
from api.domains.messaging.messages.carriers import Outgoing
from api.domains.people.consents.links import preference_path, preference_token
from api.domains.people.consents.mails import unsubscribe_headers
from api.domains.people.consents.types import ASKED_PURPOSES
from api.domains.people.customers.sealing import Sealer
from api.integrations.ports.mail_sender import DkimKey, InlinePicture, Mail
from api.kit.mail_templates import one_line
from api.rendering.qr.drawing import draw
from api.rendering.qr.types import Design, PictureFormat
from api.rendering.visitor_pages.words import words_in
from runtime.settings import Settings

CODE = "code"
"""The name by which the HTML of an email refers to the picture of its code."""
SIDE = 480

DrawCode = Callable[[str, str], bytes | None]


Identity = Callable[[str], MailIdentity | None]
"""Returns the verified domain from which an organisation's emails are sent."""


def identities_of(engine: Engine, settings: Settings) -> Identity:
    """Return a function that reads the domains from which emails are sent."""
    return partial(_identity, engine, settings)


def _identity(engine: Engine, settings: Settings, org_id: str) -> MailIdentity | None:
    with Session(engine) as session, session.begin():
        enter_tenant(session, org_id)
        return identity_of(session, Sealer.of(settings), org_id)


def draw_code_of(engine: Engine, settings: Settings) -> DrawCode:
    """Return a function that renders codes by organisation and ID; None for a code that no longer exists."""
    return partial(_draw, engine, settings.base_url)


def _draw(engine: Engine, base_url: str, org_id: str, code_id: str) -> bytes | None:
    with Session(engine) as session, session.begin():
        enter_tenant(session, org_id)
        code = find_code(session, org_id, code_id)
        if code is None:
            return None
        address = CodeLinks(base_url, hosts_in(session)).of(code)
        design = Design.model_validate(effective(code, "design"))
    return draw(address, design, SIDE, SIDE, PictureFormat.PNG)


class MailComposer:
    """Builds emails for one job. A code that many emails show is rendered once, and a sender is read once."""

    def __init__(self, settings: Settings, draw_code: DrawCode, identity: Identity) -> None:
        self._settings = settings
        self._draw_code = draw_code
        self._identity = identity
        self._drawn: dict[tuple[str, str], bytes | None] = {}
        self._identities: dict[str, MailIdentity | None] = {}

    def mail(self, it: Outgoing) -> Mail:
        """Return the email: with the same Message-ID at each attempt, and with an unsubscribe link if it is news or a
        survey.

        Members can read the stored content, so its link to the preferences proves nothing. Here it is replaced by the
        link that proves that the person who opens it reads the address.
        """
        secret, base_url = self._settings.secret_key, self._settings.base_url
        headers = {"Message-ID": mail_id(base_url, it.message_id)}
        text, html = it.content.text, it.content.html or _as_html(it.content.text)
        if it.customer_id is not None:
            stored = preference_path(it.org_id, preference_token(secret, it.org_id, it.customer_id))
            token = preference_token(secret, it.org_id, it.customer_id, "email", it.address_index)
            own = preference_path(it.org_id, token)
            text, html = text.replace(stored, own), html.replace(stored, own)
            if it.purpose in ASKED_PURPOSES:
                headers |= unsubscribe_headers(base_url, it.org_id, token)
                url = f"{base_url.rstrip('/')}{own}"
                name = words_in(it.language or "en").preferences_title
                # The frame of campaigns already contains the link.
                text = text if own in text else f"{text}\n\n{name}: {url}"
                html = html if own in html else _with_footer(html, name, url)
        identity = self._identity_of(it.org_id)
        return Mail(
            to=it.address,
            subject=one_line(it.content.subject),
            text=text,
            html=html,
            headers=headers,
            pictures=self._pictures(it, html),
            sender=identity.sender if identity is not None else None,
            dkim=DkimKey(*identity[1:]) if identity is not None else None,
        )

    def _identity_of(self, org_id: str) -> MailIdentity | None:
        if org_id not in self._identities:
            self._identities[org_id] = self._identity(org_id)
        return self._identities[org_id]

    def _pictures(self, it: Outgoing, html: str) -> tuple[InlinePicture, ...]:
        if it.code_id is None or f"cid:{CODE}" not in html:
            return ()
        key = (it.org_id, it.code_id)
        if key not in self._drawn:
            self._drawn[key] = self._draw_code(*key)
        picture = self._drawn[key]
        return (InlinePicture(CODE, picture),) if picture is not None else ()


def mail_id(base_url: str, message_id: str) -> str:
    """Return the Message-ID of an email, by which reports of mail servers identify it."""
    return f"<{message_id}@{urlsplit(base_url).hostname or 'localhost'}>"


def _as_html(text: str) -> str:
    lines = "".join(f"<p>{escape(it)}</p>" for it in text.splitlines() if it.strip())
    return f'<!doctype html><html><head><meta charset="utf-8"></head><body>{lines}</body></html>'


def _with_footer(html: str, name: str, url: str) -> str:
    footer = (
        '<p style="max-width:600px;margin:16px auto 0;font-size:12px;color:#556070;text-align:center">'
        f'<a href="{escape(url)}" style="color:#556070">{escape(name)}</a></p>'
    )
    before, end, after = html.rpartition("</body>")
    return f"{before}{footer}{end}{after}" if end else f"{html}{footer}"
