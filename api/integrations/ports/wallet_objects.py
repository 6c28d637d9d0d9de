"""Passes at a wallet that stores them itself, as the domains need them: classes, objects and messages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal, Protocol

Document = Mapping[str, Any]
Action = Literal["get", "insert", "patch", "message"]
Resource = Literal["class", "object"]


class WalletProblem(StrEnum):
    """Why the wallet did not fulfil a request."""

    KEY = "key"
    """The wallet does not accept the key, or the key may not write for this issuer."""
    BUSY = "busy"
    """A limit is reached; the request can be repeated later."""
    AWAY = "away"
    """The wallet cannot be reached, or reports a fault of its own."""
    REFUSED = "refused"
    """The wallet will never accept what was sent."""
    MISSING = "missing"
    EXISTS = "exists"


class WalletUnavailable(Exception):
    """Requests to the wallet fail at the moment. Part of what was requested may have taken effect."""

    def __init__(self, text: str, problem: WalletProblem, retry_after: float | None = None) -> None:
        super().__init__(text)
        self.problem = problem
        self.retry_after = retry_after
        """The seconds after which the wallet asks to try again, if it gave a time."""


class CallbackRefused(Exception):
    """The request is not a callback of the wallet; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class PassCallback:
    """The wallet's report that a person saved a pass, or deleted it."""

    issuer_id: str
    class_id: str
    object_id: str
    is_saved: bool
    expires_at: datetime
    """Of two reports, the one that expires later is taken as the newer one, because they have no other time."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request to the wallet."""

    action: Action
    resource: Resource
    kind: str
    """The kind of pass, called vertical at Google: offer, loyalty, …"""
    id: str
    document: Document | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The wallet's response to one request: a document, or a problem and its message."""

    document: Document
    problem: WalletProblem | None = None
    text: str = ""
    retry_after: float | None = None


class WalletObjects(Protocol):
    """Stores passes for one issuer."""

    def do(self, requests: Sequence[Request]) -> list[Answer]:
        """Make many requests in few round trips; return the response to each, in the same order.

        Raises:
            WalletUnavailable: there was no response; the message gives the reason.
        """

    def check(self) -> None:
        """Check that the key may write for the issuer.

        Raises:
            WalletUnavailable: it may not, or that cannot be checked now.
        """

    def key_expires_at(self) -> datetime | None:
        """Return when the key expires at the wallet; None if it never expires.

        Raises:
            WalletUnavailable: that cannot be checked now.
        """
