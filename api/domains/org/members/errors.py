"""Errors of members and keys."""

from api.kit.errors import Conflict, Forbidden, NotFound


class MemberNotFound(NotFound):
    code = "member_not_found"
    message = "Member not found in your organisation."


class KeyNotFound(NotFound):
    code = "key_not_found"
    message = "Key not found."


class AlreadyMember(Conflict):
    code = "already_member"
    message = "This person is already a member of your organisation."


class InvitationNotFound(NotFound):
    code = "invitation_not_found"
    message = "Invitation not found. Ask the person who invited you for a new one."


class InvitationClosed(Conflict):
    code = "invitation_closed"


class OtherAddress(Forbidden):
    code = "other_address"
    message = "This invitation is for another email address. Log in with that address to accept it."


class AddressNotVerified(Forbidden):
    code = "address_not_verified"
    message = (
        "Your email address is not verified, so the invitation cannot be accepted. Verify the address with"
        " your login provider, then log in again."
    )


class LastOwner(Conflict):
    code = "last_owner"
    message = "An organisation needs at least one owner. Make somebody else an owner first."


class TooManyKeys(Conflict):
    code = "too_many_keys"
    message = "Your organisation has too many keys. Revoke one that you no longer use."


class OwnersOnly(Forbidden):
    code = "owners_only"
    message = "Only an owner may add, change or remove an owner."


class KeyTooStrong(Forbidden):
    code = "key_too_strong"
    message = "A key cannot have a stronger role than yours."
