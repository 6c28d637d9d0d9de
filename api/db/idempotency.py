"""Idempotency-Key: a repeated request with the same key and body gets the first response again.

The response is stored in the transaction of the change itself, so neither exists without the other. The key is stored
as a hash. The response is encrypted with the key and the application's secret, because it may contain a secret that is
shown only once.
"""

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import orjson
from cryptography.fernet import Fernet, InvalidToken
from sqlalchemy.orm import Session
from starlette.requests import Request
from starlette.responses import Response

from api.kit.errors import BadRequest, Conflict

HEADER = "idempotency-key"
RETENTION = timedelta(hours=24)
_KEY = re.compile(r"^[\x21-\x7e]{1,255}$")


class KeyReused(Conflict):
    code = "idempotency_key_reused"
    message = "This Idempotency-Key was used with a different request. Use a new key."


class KeyInUse(Conflict):
    code = "idempotency_key_in_use"
    message = "A request with this Idempotency-Key is still in progress. Try again in a second."


class Replay(Exception):
    """The request was answered before. `response` is that response."""

    def __init__(self, response: Response) -> None:
        super().__init__("answered before")
        self.response = response


TRY_LOCK = "select pg_try_advisory_xact_lock(%(lock)s) as mine"
FIND = (
    "select request_hash, status, answer from idempotency_keys where org_id = %(org_id)s"
    " and caller = %(caller)s and key_hash = %(key_hash)s and created_at >= %(oldest)s"
)
STORE = (
    "insert into idempotency_keys"
    " (org_id, caller, key_hash, request_hash, status, answer, created_at)"
    " values (%(org_id)s, %(caller)s, %(key_hash)s, %(request_hash)s, %(status)s, %(answer)s, %(now)s)"
    " on conflict (org_id, caller, key_hash) do update set"
    " request_hash = excluded.request_hash, status = excluded.status,"
    " answer = excluded.answer, created_at = excluded.created_at"
)
_DELETE_OLD = (
    "delete from idempotency_keys where (org_id, caller, key_hash) in (select org_id,"
    " caller, key_hash from idempotency_keys where org_id = %(org_id)s"
    " and created_at < %(oldest)s limit 100 for update skip locked)"
)
_HAS_CHANGED = "select pg_current_xact_id_if_assigned() is not null"


@dataclass(frozen=True)
class KeyedRequest:
    """A request with an Idempotency-Key: the values that identify it, and the cipher of its stored response."""

    org_id: str
    caller: str
    key_hash: str
    request_hash: str
    now: datetime
    cipher: Fernet

    @property
    def parameters(self) -> dict[str, Any]:
        """Return the parameters of TRY_LOCK and FIND. `lock` is the number for which two such requests compete."""
        named = f"{self.org_id}|{self.caller}|{self.key_hash}".encode()
        return {
            "lock": int.from_bytes(hashlib.sha256(named).digest()[:8], signed=True),
            "org_id": self.org_id,
            "caller": self.caller,
            "key_hash": self.key_hash,
            "oldest": self.now - RETENTION,
        }

    def stored(self, response: Response) -> dict[str, Any]:
        """Return the parameters of STORE for this response."""
        answer = orjson.dumps(
            {
                "media_type": response.headers.get("content-type"),
                "body": base64.b64encode(bytes(response.body)).decode(),
            }
        )
        return self.parameters | {
            "request_hash": self.request_hash,
            "status": response.status_code,
            "answer": self.cipher.encrypt(answer),
            "now": self.now,
        }

    def replay(self, request_hash: str, status: int, answer: bytes) -> Replay:
        """Return the first response, from a row of FIND.

        Raises:
            KeyReused: the request differs, or the stored response cannot be decrypted.
        """
        if request_hash != self.request_hash:
            raise KeyReused
        try:
            first = orjson.loads(self.cipher.decrypt(answer))
        except InvalidToken:  # the application's secret has changed
            raise KeyReused from None
        return Replay(
            Response(
                base64.b64decode(first["body"]),
                status_code=status,
                headers={"Idempotency-Replayed": "true"},
                media_type=first["media_type"],
            )
        )


def keyed_request(
    request: Request, *, body: bytes, org_id: str, caller: str, now: datetime, secret: bytes
) -> KeyedRequest | None:
    """Return the request with its key, or None if it has none."""
    key = request.headers.get(HEADER)
    if key is None or request.method in ("GET", "HEAD", "OPTIONS"):
        return None
    if not _KEY.match(key):
        raise BadRequest("Idempotency-Key must be 1 to 255 visible ASCII characters.")
    query = f"?{request.url.query}" if request.url.query else ""
    hashed = f"{request.method} {request.url.path}{query}\n".encode() + body
    cipher = _cipher(secret, key)
    return KeyedRequest(org_id, caller, _digest(key.encode()), _digest(hashed), now, cipher)


def key_in_use() -> KeyInUse:
    """Return the error that another request is using the key."""
    return KeyInUse(headers={"Retry-After": "1"})


@dataclass(frozen=True)
class KeyClaim:
    """The exclusive right to respond to a request with this key."""

    session: Session
    keyed: KeyedRequest

    def renew(self) -> None:
        """Lock the key again, in the transaction that follows a commit.

        Raises:
            Replay: another request with the key was answered in between.
            KeyInUse: another one is in progress.
        """
        _lock(self.session, self.keyed)

    def store(self, response: Response) -> None:
        """Store the response in the same transaction, if the request changed anything."""
        connection = self.session.connection()
        if not connection.exec_driver_sql(_HAS_CHANGED).scalar():
            return
        connection.exec_driver_sql(STORE, self.keyed.stored(response))
        connection.exec_driver_sql(_DELETE_OLD, self.keyed.parameters)


def claim(
    session: Session,
    request: Request,
    *,
    body: bytes,
    org_id: str,
    caller: str,
    now: datetime,
    secret: bytes,
) -> KeyClaim | None:
    """Claim the request's key, and return the claim, or None if the request has no key.

    Raises Replay with the first response, KeyReused if the request differs, KeyInUse while another transaction holds
    the key.
    """
    keyed = keyed_request(request, body=body, org_id=org_id, caller=caller, now=now, secret=secret)
    if keyed is None:
        return None
    _lock(session, keyed)
    return KeyClaim(session, keyed)


def _lock(session: Session, keyed: KeyedRequest) -> None:
    connection = session.connection()
    if not connection.exec_driver_sql(TRY_LOCK, keyed.parameters).scalar():
        raise key_in_use()
    row = connection.exec_driver_sql(FIND, keyed.parameters).one_or_none()
    if row is not None:
        raise keyed.replay(*row)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _cipher(secret: bytes, key: str) -> Fernet:
    derived = hmac.digest(secret, b"idempotent answer\n" + key.encode(), "sha256")
    return Fernet(base64.urlsafe_b64encode(derived))
