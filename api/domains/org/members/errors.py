"""Errors of members and keys."""

from api.kit.errors import Conflict, Forbidden, NotFound


class MemberNotFound(NotFound):
    code = "member_not_found"
    message = "There is no such member in your organisation."


class KeyNotFound(NotFound):
    code = "key_not_found"
    message = "There is no such key."


class AlreadyMember(Conflict):
    code = "already_member"
    message = "This person is already a member of your organisation."


class MemberElsewhere(Conflict):
    code = "member_elsewhere"
    message = (
        "This person is a member of another organisation, and a login belongs to only one. "
        "Ask them to leave it first, or invite another address."
    )


class LastOwner(Conflict):
    code = "last_owner"
    message = "An organisation needs at least one owner. Make somebody else an owner first."


class TooManyKeys(Conflict):
    code = "too_many_keys"
    message = "Your organisation has too many keys. Revoke one that is no longer used."


class OwnersOnly(Forbidden):
    code = "owners_only"
    message = "Only an owner may add, change or remove an owner."


class KeyTooStrong(Forbidden):
    code = "key_too_strong"
    message = "A key cannot have a stronger role than yours."
