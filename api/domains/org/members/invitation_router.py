"""The calls for invitations: their links for admins, and the responses of invited people."""

from api.auth.member import AdminByLogin, PersonDep
from api.auth.roles import Role
from api.db.routing import ApiRouter
from api.domains.org.members.dependencies import (
    InvitationServiceDep,
    MemberServiceDep,
    PresentationLimit,
)
from api.domains.org.members.schemas import (
    InvitationAccepted,
    InvitationAnswer,
    InvitationDeclined,
    InvitationItem,
    InvitationLink,
    InvitationPresented,
    InvitationRef,
    InvitationToken,
    OpenInvitations,
)

router = ApiRouter(tags=["members"])


@router.post("/v1/invitation-link")
def get_invitation_link(
    body: InvitationRef, member: AdminByLogin, members: MemberServiceDep
) -> InvitationLink:
    """Get the link of an invitation that has not been accepted, in order to share it yourself. It works only for the
    invited address.
    """
    return members.link(member, body.invitation_id)


@router.post("/v1/get-invitation", dependencies=[PresentationLimit])
def get_invitation(body: InvitationToken, invitations: InvitationServiceDep) -> InvitationPresented:
    """Get the invitation behind a link, before accepting it. Public: anyone with the link can see it."""
    found = invitations.present(body.token)
    shown = InvitationItem.model_validate(found)
    return InvitationPresented(**shown.model_dump(), state=invitations.state(found))


@router.post("/v1/list-invitations")
def list_invitations(person: PersonDep, invitations: InvitationServiceDep) -> OpenInvitations:
    """List open invitations to the caller's verified address."""
    found = invitations.list_open(person)
    return OpenInvitations(items=[InvitationItem.model_validate(it) for it in found])


@router.post("/v1/accept-invitation")
def accept_invitation(
    body: InvitationAnswer, person: PersonDep, invitations: InvitationServiceDep
) -> InvitationAccepted:
    """Accept an invitation and join the organisation. The caller's verified address must be the invited one."""
    joined = invitations.accept(person, body)
    return InvitationAccepted(
        org_id=joined.org_id, org_name=joined.organization_name, role=Role(joined.role)
    )


@router.post("/v1/decline-invitation")
def decline_invitation(
    body: InvitationAnswer, person: PersonDep, invitations: InvitationServiceDep
) -> InvitationDeclined:
    """Decline an invitation to the caller's verified address."""
    return InvitationDeclined(invitation_id=invitations.decline(person, body).invitation_id)
