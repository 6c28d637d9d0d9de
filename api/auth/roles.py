"""The four roles, strongest first."""

from enum import StrEnum


class Role(StrEnum):
    """The permissions of a member. A viewer reads; an editor changes content and sends; an admin manages people, keys,
    integrations and payment; an owner also deletes the organisation and changes owners.
    """

    OWNER = "owner"
    ADMIN = "admin"
    EDITOR = "editor"
    VIEWER = "viewer"

    def reaches(self, needed: "Role") -> bool:
        """Return whether this role may do what `needed` may do."""
        return _RANK[self] >= _RANK[needed]

    def capped(self, limit: "Role") -> "Role":
        """Return the weaker of this role and `limit`."""
        return self if limit.reaches(self) else limit


_RANK = {Role.VIEWER: 0, Role.EDITOR: 1, Role.ADMIN: 2, Role.OWNER: 3}
