"""Passes at Google Wallet, through its REST API.

https://developers.google.com/wallet/reference/rest/v1
"""

from collections.abc import Sequence
from datetime import MAXYEAR, datetime
from urllib.parse import quote

from cryptography.x509 import load_pem_x509_certificate

from api.integrations.google_wallet.client import (
    GoogleClient,
    Part,
    PartAnswer,
    message_of,
    problem_of,
    seconds_of,
)
from api.integrations.ports.wallet_objects import (
    Answer,
    Request,
    WalletProblem,
    WalletUnavailable,
)

MOST_AT_ONCE = 100
"""The number of parts in one batch; Google allows at most this many with any of its APIs."""
_METHODS = {"get": "GET", "insert": "POST", "patch": "PATCH", "message": "POST"}


class GoogleWalletObjects:
    """Passes of one issuer."""

    def __init__(self, client: GoogleClient, issuer_id: str) -> None:
        self._client = client
        self._issuer_id = issuer_id

    def do(self, requests: Sequence[Request]) -> list[Answer]:
        """Make many requests in batches of a hundred.

        Raises:
            WalletUnavailable: a batch got no response; earlier ones may have taken effect.
        """
        answers: list[Answer] = []
        for start in range(0, len(requests), MOST_AT_ONCE):
            parts = [_part(it) for it in requests[start : start + MOST_AT_ONCE]]
            answers += [_answer(it) for it in self._client.many(parts)]
        return answers

    def check(self) -> None:
        """Check that Google lists the issuer's classes for this key.

        Raises:
            WalletUnavailable: it does not.
        """
        path = f"/walletobjects/v1/genericClass?issuerId={quote(self._issuer_id)}&maxResults=1"
        answer = _answer(self._client.one(Part("GET", path)))
        if answer.problem is not None:
            # An issuer that does not exist cannot be distinguished from one that the account may
            # not see.
            is_unknown = answer.problem in (WalletProblem.MISSING, WalletProblem.REFUSED)
            problem = WalletProblem.KEY if is_unknown else answer.problem
            raise WalletUnavailable(answer.text, problem, answer.retry_after)

    def key_expires_at(self) -> datetime | None:
        """Return when the key expires at Google; None if it never expires.

        Raises:
            WalletUnavailable: Google does not provide the date.
        """
        pem = self._client.certificate()
        if pem is None:
            raise WalletUnavailable("no certificate of this key is published", WalletProblem.AWAY)
        try:
            ends = load_pem_x509_certificate(pem.encode()).not_valid_after_utc
        except ValueError as error:
            raise WalletUnavailable(
                "the certificate of the key cannot be read", WalletProblem.AWAY
            ) from error
        # Keys that never expire are certified until the last second of the year 9999.
        return None if ends.year == MAXYEAR else ends


def _part(request: Request) -> Part:
    collection = f"/walletobjects/v1/{request.kind}{request.resource.capitalize()}"
    path = (
        collection if request.action == "insert" else f"{collection}/{quote(request.id, safe='')}"
    )
    if request.action == "message":
        body = {"message": request.document}
        return Part("POST", f"{path}/addMessage", body, is_repeatable=False)
    return Part(_METHODS[request.action], path, request.document)


def _answer(part: PartAnswer) -> Answer:
    if 200 <= part.status < 300:
        return Answer(part.body if isinstance(part.body, dict) else {})
    text = message_of(part.body) or f"status {part.status}"
    return Answer({}, problem_of(part.status), text, seconds_of(part.retry_after))
