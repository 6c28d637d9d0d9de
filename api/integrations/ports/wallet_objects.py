"""Passes at a wallet that keeps them itself, as the domains want them kept: classes, objects and messages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal, Protocol

Document = Mapping[str, Any]
Action = Literal["get", "insert", "patch", "message"]
Resource = Literal["class", "object"]


class WalletProblem(StrEnum):
    """Why the wallet did not do what it was asked."""

    KEY = "key"
    """It does not take the key, or the key may not write for this issuer."""
    BUSY = "busy"
    """A limit is reached; it goes on later."""
    AWAY = "away"
    """It can't be reached, or says that something is wrong on its side."""
    REFUSED = "refused"
    """It does not take what was sent, now or later."""
    MISSING = "missing"
    EXISTS = "exists"


class WalletUnavailable(Exception):
    """Nothing can be done at the wallet now. It may have taken part of what was asked."""

    def __init__(self, text: str, problem: WalletProblem, retry_after: float | None = None) -> None:
        super().__init__(text)
        self.problem = problem
        self.retry_after = retry_after
        """Seconds after which the wallet wants to be asked again, if it said so."""


class CallbackRefused(Exception):
    """What came is no callback of the wallet's; says why."""


@dataclass(frozen=True, slots=True)
class PassCallback:
    """The wallet says that a person saved a pass, or deleted it."""

    issuer_id: str
    class_id: str
    object_id: str
    is_saved: bool


@dataclass(frozen=True, slots=True)
class Request:
    """One thing to do at the wallet."""

    action: Action
    resource: Resource
    kind: str
    """The vertical: offer, loyalty, …"""
    id: str
    document: Document | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What the wallet said to one request: a document, or a problem and its words."""

    document: Document
    problem: WalletProblem | None = None
    text: str = ""
    retry_after: float | None = None


class WalletObjects(Protocol):
    """Whatever keeps passes for one issuer."""

    def do(self, requests: Sequence[Request]) -> list[Answer]:
        """Do many things in few round trips; an answer to each, in their order.

        Raises:
            WalletUnavailable: nothing was answered; says why.
        """

    def check(self) -> None:
        """See whether the key may write for the issuer.

        Raises:
            WalletUnavailable: it may not, or that can't be seen now.
        """

    def key_expires_at(self) -> datetime | None:
        """When the wallet stops taking the key; None for one without an end.

        Raises:
            WalletUnavailable: that can't be seen now.
        """
