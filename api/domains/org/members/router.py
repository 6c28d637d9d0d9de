"""The calls for members and keys."""

from typing import Annotated

from fastapi import Path

from api.auth.errors import LoginNeeded
from api.auth.member import AdminByLogin, AdminDep, ViewerByLogin, ViewerDep
from api.db.routing import ApiRouter
from api.domains.org.members.dependencies import InvitationLimit, KeyServiceDep, MemberServiceDep
from api.domains.org.members.schemas import (
    ApiKeyAction,
    ChangeRole,
    InvitePerson,
    KeyList,
    KeyMade,
    KeyRevoked,
    ListPeople,
    PersonInvited,
    PersonItem,
    PersonRemoved,
    UserRole,
)
from api.kit.pagination import Page, page_of

router = ApiRouter(tags=["members"])

UserId = Annotated[str, Path(max_length=64)]


@router.post("/v1/add-to-org", status_code=201, dependencies=[InvitationLimit])
def invite_person(
    body: InvitePerson, member: AdminByLogin, members: MemberServiceDep
) -> PersonInvited:
    """Invite a person by email. They join when they accept while logged in with that verified address. Inviting
    them again sends another email and keeps the invitation open for another two weeks.
    """
    person, link = members.invite(member, body)
    return PersonInvited(**PersonItem.model_validate(person).model_dump(), link=link)


@router.post("/v1/fetch-all-users")
def list_people(
    member: ViewerDep, members: MemberServiceDep, body: ListPeople | None = None
) -> Page[PersonItem]:
    """List members and open invitations."""
    body = body or ListPeople()
    people, total = members.list_people(member.org_id, body)
    return page_of([PersonItem.model_validate(person) for person in people], total, body.paging)


@router.post("/v1/user-role")
def user_role(body: UserRole, member: ViewerDep, members: MemberServiceDep) -> PersonItem:
    """Get a member's role, or change it if a role is given. Changing it requires a login."""
    user_id = body.user_id or member.user_id
    if user_id is None:
        raise LoginNeeded
    if body.role is None:
        return PersonItem.model_validate(members.get_person(member.org_id, user_id))
    if member.user_id is None:
        raise LoginNeeded
    return PersonItem.model_validate(members.change_role(member, user_id, body.role))


@router.get("/v1/user-role/{userid}")
def get_user_role(userid: UserId, member: ViewerDep, members: MemberServiceDep) -> PersonItem:
    """Get a member's role."""
    return PersonItem.model_validate(members.get_person(member.org_id, userid))


@router.put("/v1/user-role/{userid}")
def change_user_role(
    userid: UserId, body: ChangeRole, member: AdminByLogin, members: MemberServiceDep
) -> PersonItem:
    """Change a member's role. Only owners can change owners, and the last owner cannot be changed."""
    return PersonItem.model_validate(members.change_role(member, userid, body.role))


@router.delete("/v1/user-role/{userid}")
def remove_user(userid: UserId, member: ViewerByLogin, members: MemberServiceDep) -> PersonRemoved:
    """Remove a member, withdraw an invitation, or leave the organisation."""
    members.remove(member, userid)
    return PersonRemoved(user_id=userid)


@router.post("/v1/api_key")
def api_key(
    body: ApiKeyAction, member: AdminDep, keys: KeyServiceDep
) -> KeyMade | KeyList | KeyRevoked:
    """Create, list or revoke API keys. A key is shown only once. Creating and revoking require a login."""
    return keys.perform(member, body)
