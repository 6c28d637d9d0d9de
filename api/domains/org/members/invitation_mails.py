"""Builds and sends invitation emails."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from api.auth.models import Invitation, Organization
from api.auth.roles import Role
from api.domains.org.members.invitation_tokens import InvitationLinks
from api.domains.org.members.repository import MemberRepository
from api.integrations.ports.mail_sender import Mail, MailFailed, MailSender
from api.jobs.registry import JobContext, TemporaryJobFailure
from api.kit.mail_templates import mail_templates, one_line
from warehouse.date_ranges import zone_of

_FOLDER = Path(__file__).parent / "mail_templates"
_ROLES = {
    Role.VIEWER: ("a viewer", "you see codes, pages and analytics"),
    Role.EDITOR: ("an editor", "you create and edit codes, pages and campaigns"),
    Role.ADMIN: ("an admin", "you also manage people, keys and integrations"),
    Role.OWNER: ("an owner", "you can do everything"),
}


def invitation_mail(
    link: str, invitation: Invitation, organization: Organization, inviter: str | None
) -> Mail:
    """Return the email of an invitation."""
    name = one_line(organization.name)
    role, may = _ROLES[Role(invitation.role)]
    zone: ZoneInfo = zone_of(organization.time_zone)
    until = invitation.expires_at.astimezone(zone)
    words = {
        "title": f"Join {name} on Waypost",
        "inviter": one_line(inviter or "") or f"An admin of {name}",
        "organization": name,
        "role": role,
        "may": may,
        "email": invitation.email,
        "until": f"{until:%a} {until.day} {until:%b %Y}",
        "link": link,
    }
    return Mail(
        to=invitation.email,
        subject=f"You are invited to {name} on Waypost",
        text=mail_templates(_FOLDER, escapes=False)
        .get_template("invitation.txt.jinja")
        .render(**words),
        html=mail_templates(_FOLDER, escapes=True)
        .get_template("invitation.html.jinja")
        .render(**words),
    )


def send_invitation(
    context: JobContext, invitation_id: str, make_sender: Callable[[Session], MailSender]
) -> dict[str, Any]:
    """Send the email of an open invitation, unless it was already sent.

    Raises:
        TemporaryJobFailure: the email was not sent; the invitation is marked accordingly until a retry succeeds.
    """
    with context.session() as session:
        members = MemberRepository(session)
        invitation = members.find_unsent(context.org_id, invitation_id, context.now())
        if invitation is None:
            return {"sent": 0}
        organization, inviter = members.inviter_of(context.org_id, invitation)
        settings = context.settings
        link = InvitationLinks(settings.base_url, settings.secret_key).link(invitation_id)
        mail = invitation_mail(link, invitation, organization, inviter)
    try:
        with context.session() as session:
            how = make_sender(session).send(context.org_id, mail)
            MemberRepository(session).mark_mail(context.org_id, invitation_id, how)
    except MailFailed as failure:
        with context.session() as session:
            MemberRepository(session).mark_mail(context.org_id, invitation_id, "failed")
        raise TemporaryJobFailure(f"The invitation was not sent: {failure}") from failure
    return {"sent": 1}
