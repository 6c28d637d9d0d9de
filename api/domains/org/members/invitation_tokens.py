"""Tokens of invitation links. None is stored: a token follows from the invitation's id and the application's secret."""

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass

_SHAPE = re.compile(r"^[A-Za-z0-9_-]{43}$")


def hash_token(token: str) -> str | None:
    """What is stored of a token; None for a text that is none."""
    if _SHAPE.match(token) is None:
        return None
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class InvitationLinks:
    """Links of invitations at this installation."""

    base_url: str
    secret: bytes

    def token(self, invitation_id: str) -> str:
        """The token of an invitation: 256 bits, the same each time, so that its link can be copied again."""
        named = f"invitation token\n{invitation_id}".encode()
        digest = hmac.digest(self.secret, named, "sha256")
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")

    def link(self, invitation_id: str) -> str:
        """The page where the invitation is accepted. Behind the `#`, its token reaches no log of a server."""
        return f"{self.base_url}/invitation#{self.token(invitation_id)}"
