"""Requests to Google's APIs as a service account: a token from a signed grant, retries, and batches.

https://developers.google.com/identity/protocols/oauth2/service-account and
https://developers.google.com/wallet/retail/loyalty-cards/use-cases/batch-requests
"""

import hashlib
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx2
import jwt
import orjson

from api.integrations.ports.wallet_objects import WalletProblem, WalletUnavailable
from api.integrations.service_accounts import ServiceAccount
from runtime.outbound_http import tls_context

SCOPE = "https://www.googleapis.com/auth/wallet_object.issuer"
AUDIENCE = "https://oauth2.googleapis.com/token"
"""The audience of a grant, regardless of the address to which it is sent."""
GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
TRIES = 3
LONGEST_WAIT = 8.0
"""If Google asks to wait longer than this many seconds, the request is not retried."""
EARLY = 120.0
"""How many seconds before it expires a token is replaced."""
MOST_BYTES = 8_000_000
_NOT_UNDERSTOOD = (ValueError, LookupError, TypeError, AttributeError)


@dataclass(frozen=True, slots=True)
class Part:
    """One request within a batch."""

    method: str
    path: str
    body: Any = None
    is_repeatable: bool = True
    """Whether repeating the request has no further effect."""


@dataclass(frozen=True, slots=True)
class PartAnswer:
    """The response to one request within a batch."""

    status: int
    body: Any
    retry_after: str | None = None


class Tokens:
    """Access tokens of service accounts, cached in this process until shortly before they expire."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str, str], tuple[str, float]] = {}
        self._lock = threading.Lock()

    def get(self, key: tuple[str, str, str], at: float) -> str | None:
        """Return a token that is valid for a while, or None."""
        with self._lock:
            token, ends = self._kept.get(key, ("", 0.0))
            return token if token and at < ends - EARLY else None

    def keep(self, key: tuple[str, str, str], token: str, ends: float) -> None:
        """Cache a token; others that have expired are dropped."""
        with self._lock:
            if len(self._kept) > 1_000:
                self._kept.clear()
            self._kept[key] = (token, ends)

    def drop(self, key: tuple[str, str, str]) -> None:
        """Drop a token that Google no longer accepts."""
        with self._lock:
            self._kept.pop(key, None)


TOKENS = Tokens()


class GoogleClient:
    """Makes requests to Google's API as one service account, each call within `seconds` in total."""

    def __init__(
        self,
        account: ServiceAccount,
        *,
        base_url: str,
        token_url: str,
        certificates_url: str,
        seconds: float,
        now: Callable[[], datetime],
        tokens: Tokens = TOKENS,
        sleep: Callable[[float], None] = time.sleep,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._account = account
        self._base = base_url.rstrip("/")
        self._token_url = token_url
        self._certificates_url = certificates_url.rstrip("/")
        self._seconds = seconds
        self._now = now
        self._tokens = tokens
        self._sleep = sleep
        self._monotonic = monotonic
        digest = hashlib.sha256(account.private_key.encode()).hexdigest()
        self._key = (account.email, digest, token_url)

    def one(self, part: Part) -> PartAnswer:
        """Make one request. The response may be a refusal, even a temporary one.

        Raises:
            WalletUnavailable: there was no response.
        """
        headers = {} if part.body is None else {"content-type": "application/json"}
        content = None if part.body is None else orjson.dumps(part.body)
        tries = TRIES if part.is_repeatable else 1
        answer = self._authorized(part.method, part.path, headers, content, tries)
        return PartAnswer(answer.status_code, _json(answer.content), _wanted(answer))

    def many(self, parts: Sequence[Part]) -> list[PartAnswer]:
        """Make several requests in one; Google executes them in any order.

        Raises:
            WalletUnavailable: there was no response.
        """
        if len(parts) == 1:
            return [self.one(parts[0])]
        kind, content = _multipart(parts)
        tries = TRIES if all(part.is_repeatable for part in parts) else 1
        answer = self._authorized("POST", "/batch", {"content-type": kind}, content, tries)
        if answer.status_code != HTTPStatus.OK:
            raise _unavailable(answer.status_code, answer.content, _wanted(answer))
        try:
            found = dict(_parts(answer.headers["content-type"], answer.content))
            return [found[index] for index in range(len(parts))]
        except _NOT_UNDERSTOOD as error:
            raise WalletUnavailable("a batch was answered oddly", WalletProblem.AWAY) from error

    def certificate(self) -> str | None:
        """Return the certificate of the account's key in PEM format, as Google publishes it for everybody; None if
        there is none.

        Raises:
            WalletUnavailable: there was no response.
        """
        url = f"{self._certificates_url}/{quote(self._account.email, safe='')}"
        ends = self._monotonic() + self._seconds
        with httpx2.Client(timeout=10.0, verify=tls_context()) as client:
            answer = self._tried(client, "GET", url, {}, None, ends)
        if answer.status_code != HTTPStatus.OK:
            raise _unavailable(answer.status_code, answer.content, _wanted(answer))
        published = _json(answer.content)
        found = published.get(self._account.key_id) if isinstance(published, dict) else None
        return found if isinstance(found, str) else None

    def _authorized(
        self, method: str, path: str, headers: dict[str, str], content: bytes | None, tries: int
    ) -> httpx2.Response:
        ends = self._monotonic() + self._seconds
        with httpx2.Client(timeout=10.0, verify=tls_context()) as client:
            answer: httpx2.Response | None = None
            for is_fresh in (False, True):  # a cached token may have been revoked
                token = self._token(client, ends)
                sent = {**headers, "authorization": f"Bearer {token}"}
                answer = self._tried(client, method, self._base + path, sent, content, ends, tries)
                if answer.status_code != HTTPStatus.UNAUTHORIZED or is_fresh:
                    break
                self._tokens.drop(self._key)
        assert answer is not None
        if answer.status_code == HTTPStatus.UNAUTHORIZED:
            raise _unavailable(answer.status_code, answer.content, None)
        return answer

    def _token(self, client: httpx2.Client, ends: float) -> str:
        at = self._now().timestamp()
        kept = self._tokens.get(self._key, at)
        if kept is not None:
            return kept
        grant = {
            "iss": self._account.email,
            "scope": SCOPE,
            "aud": AUDIENCE,
            "iat": int(at),
            "exp": int(at) + 3_600,
        }
        assertion = jwt.encode(
            grant,
            self._account.private_key,
            algorithm="RS256",
            headers={"kid": self._account.key_id},
        )
        form = httpx2.QueryParams({"grant_type": GRANT, "assertion": assertion})
        headers = {"content-type": "application/x-www-form-urlencoded"}
        answer = self._tried(client, "POST", self._token_url, headers, str(form).encode(), ends)
        if answer.status_code != HTTPStatus.OK:
            raise _unavailable(answer.status_code, answer.content, _wanted(answer), of_token=True)
        try:
            given = orjson.loads(answer.content)
            token, seconds = str(given["access_token"]), float(given["expires_in"])
        except _NOT_UNDERSTOOD as error:
            raise WalletUnavailable("no token was in the answer", WalletProblem.AWAY) from error
        self._tokens.keep(self._key, token, at + seconds)
        return token

    def _tried(
        self,
        client: httpx2.Client,
        method: str,
        url: str,
        headers: dict[str, str],
        content: bytes | None,
        ends: float,
        tries: int = TRIES,
    ) -> httpx2.Response:
        """Make a request, up to `tries` times if a retry may help, and return the response.

        Raises:
            WalletUnavailable: there was no response in time.
        """
        for tried in range(1, tries + 1):
            left = ends - self._monotonic()
            if left <= 0:
                raise WalletUnavailable("it took too long", WalletProblem.AWAY)
            asked: str | None = None
            answer: httpx2.Response | None = None
            try:
                answer = client.request(
                    method, url, headers=headers, content=content, timeout=min(left, 10.0)
                )
                if len(answer.content) > MOST_BYTES:
                    raise WalletUnavailable("the answer is too large", WalletProblem.AWAY)
                asked = _wanted(answer)
                if not _may_pass(answer.status_code):
                    return answer
            except httpx2.HTTPError as error:
                if tried == tries:
                    text = type(error).__name__
                    raise WalletUnavailable(text, WalletProblem.AWAY) from error
            # The random factor spreads retries, because requests that were refused together would
            # otherwise be repeated together.
            wait = seconds_of(asked) or 0.5 * 2.0**tried * random.uniform(0.5, 1.0)  # noqa: S311
            if tried == tries or wait > LONGEST_WAIT or self._monotonic() + wait > ends:
                break
            self._sleep(wait)
        if answer is None:
            raise WalletUnavailable("it took too long", WalletProblem.AWAY)
        return answer


def seconds_of(asked: str | None) -> float | None:
    """Return the seconds that a Retry-After header asks for; None if it is a date, because clocks differ."""
    return float(asked) if asked and asked.isascii() and asked.isdigit() else None


def message_of(body: Any) -> str:
    """Return Google's error message."""
    try:
        error = body["error"]
        text = error["message"] if isinstance(error, dict) else body.get("error_description", error)
    except _NOT_UNDERSTOOD:
        return ""
    return str(text)[:300]


def problem_of(status: int) -> WalletProblem:
    """Return the meaning of a status code."""
    if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        return WalletProblem.KEY
    if status == HTTPStatus.NOT_FOUND:
        return WalletProblem.MISSING
    if status == HTTPStatus.CONFLICT:
        return WalletProblem.EXISTS
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        return WalletProblem.BUSY
    return (
        WalletProblem.AWAY if status >= HTTPStatus.INTERNAL_SERVER_ERROR else WalletProblem.REFUSED
    )


def _may_pass(status: int) -> bool:
    return status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR


def _unavailable(
    status: int, content: bytes, asked: str | None, *, of_token: bool = False
) -> WalletUnavailable:
    text = message_of(_json(content))
    problem = problem_of(status)
    if of_token and problem is WalletProblem.REFUSED:
        problem = WalletProblem.KEY  # invalid_grant: the account or the key is gone
    return WalletUnavailable(text or f"status {status}", problem, seconds_of(asked))


def _wanted(answer: httpx2.Response) -> str | None:
    return answer.headers.get("retry-after")


def _json(content: bytes) -> Any:
    try:
        return orjson.loads(content)
    except orjson.JSONDecodeError:
        return {}


def _multipart(parts: Sequence[Part]) -> tuple[str, bytes]:
    """Return the content type and body of a batch."""
    boundary = f"batch_{random.getrandbits(128):032x}"
    body = bytearray()
    for index, part in enumerate(parts):
        content = b"" if part.body is None else orjson.dumps(part.body)
        body += (
            f"--{boundary}\r\nContent-Type: application/http\r\nContent-ID: <{index}>\r\n\r\n"
            f"{part.method} {part.path} HTTP/1.1\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(content)}\r\n\r\n"
        ).encode()
        body += content + b"\r\n"
    body += f"--{boundary}--\r\n".encode()
    return f"multipart/mixed; boundary={boundary}", bytes(body)


def _parts(kind: str, content: bytes) -> Iterator[tuple[int, PartAnswer]]:
    """Yield the responses of a batch by their number."""
    whole = message_from_bytes(
        f"Content-Type: {kind}\r\n\r\n".encode() + content, policy=policy.HTTP
    )
    assert isinstance(whole, EmailMessage)
    for part in whole.iter_parts():
        inner = part.get_payload(decode=True)
        if not isinstance(inner, bytes):
            raise TypeError("a part without a body")
        first, _, rest = inner.lstrip().partition(b"\r\n")
        answer = message_from_bytes(rest, policy=policy.HTTP)
        body = answer.get_payload(decode=True)
        index = int(str(part["content-id"]).strip("<>").rpartition("response-")[2])
        yield (
            index,
            PartAnswer(
                int(first.split()[1]),
                _json(body if isinstance(body, bytes) else b""),
                answer["retry-after"],
            ),
        )
