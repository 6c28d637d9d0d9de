"""Tokens of invitation links. They are not stored, but derived from the invitation's ID and the application's
secret.
"""

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass

_SHAPE = re.compile(r"^[A-Za-z0-9_-]{43}$")


def hash_token(token: str) -> str | None:
    """Return the hash that is stored for a token, or None if the text is not a token."""
    if _SHAPE.match(token) is None:
        return None
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class InvitationLinks:
    """Links of invitations at this installation."""

    base_url: str
    secret: bytes

    def token(self, invitation_id: str) -> str:
        """Return the token of an invitation: 256 bits, always the same, so that its link can be copied again."""
        named = f"invitation token\n{invitation_id}".encode()
        digest = hmac.digest(self.secret, named, "sha256")
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")

    def link(self, invitation_id: str) -> str:
        """Return the address of the page on which the invitation is accepted. The token is behind the `#`, so no server
        logs it.
        """
        return f"{self.base_url}/invitation#{self.token(invitation_id)}"
