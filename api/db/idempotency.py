"""Idempotency-Key: the same key and body get the first answer again.

The answer is kept in the transaction of the change itself, so there is never one without the other.
Only its hash is stored of the key; the answer is encrypted under it and the application's secret, as it
may hold what is shown once.
"""

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass
from datetime import datetime, timedelta

import orjson
from cryptography.fernet import Fernet, InvalidToken
from sqlalchemy import text
from sqlalchemy.orm import Session
from starlette.requests import Request
from starlette.responses import Response

from api.kit.errors import BadRequest, Conflict

HEADER = "idempotency-key"
KEPT_FOR = timedelta(hours=24)
_KEY = re.compile(r"^[\x21-\x7e]{1,255}$")


class KeyReused(Conflict):
    code = "idempotency_key_reused"
    message = "This Idempotency-Key was used with another request."


class KeyInUse(Conflict):
    code = "idempotency_key_in_use"
    message = "A request with this Idempotency-Key is still being worked on."


class Replay(Exception):
    """The request was answered before."""

    def __init__(self, response: Response) -> None:
        super().__init__("answered before")
        self.response = response


@dataclass(frozen=True)
class Claim:
    """The right to answer a request under its key."""

    session: Session
    org_id: str
    caller: str
    key_hash: str
    request_hash: str
    now: datetime
    cipher: Fernet

    def keep(self, response: Response) -> None:
        """Store the answer if the request changed anything, in the same transaction."""
        changed = "select pg_current_xact_id_if_assigned() is not null"
        if not self.session.scalar(text(changed)):
            return
        answer = orjson.dumps(
            {
                "media_type": response.headers.get("content-type"),
                "body": base64.b64encode(bytes(response.body)).decode(),
            }
        )
        self.session.execute(
            text(
                "insert into idempotency_keys"
                " (org_id, caller, key_hash, request_hash, status, answer, created_at)"
                " values (:org_id, :caller, :key_hash, :request_hash, :status, :answer, :now)"
                " on conflict (org_id, caller, key_hash) do update set"
                " request_hash = excluded.request_hash, status = excluded.status,"
                " answer = excluded.answer, created_at = excluded.created_at"
            ),
            {
                "org_id": self.org_id,
                "caller": self.caller,
                "key_hash": self.key_hash,
                "request_hash": self.request_hash,
                "status": response.status_code,
                "answer": self.cipher.encrypt(answer),
                "now": self.now,
            },
        )
        self.session.execute(
            text(
                "delete from idempotency_keys where (org_id, caller, key_hash) in (select org_id,"
                " caller, key_hash from idempotency_keys where org_id = :org_id"
                " and created_at < :oldest limit 100 for update skip locked)"
            ),
            {"org_id": self.org_id, "oldest": self.now - KEPT_FOR},
        )


def claim(
    session: Session,
    request: Request,
    *,
    body: bytes,
    org_id: str,
    caller: str,
    now: datetime,
    secret: bytes,
) -> Claim | None:
    """Claim the request's key, or None when it has none.

    Raises Replay with the first answer, KeyReused when the request differs, KeyInUse while another
    transaction holds the key.
    """
    key = request.headers.get(HEADER)
    if key is None or request.method in ("GET", "HEAD", "OPTIONS"):
        return None
    if not _KEY.match(key):
        raise BadRequest("Idempotency-Key must be 1 to 255 visible ASCII characters.")
    key_hash = _digest(key.encode())
    cipher = _cipher(secret, key)
    request_hash = _digest(f"{request.method} {request.url.path}\n".encode() + body)
    lock = int.from_bytes(
        hashlib.sha256(f"{org_id}|{caller}|{key_hash}".encode()).digest()[:8], signed=True
    )
    if not session.scalar(text("select pg_try_advisory_xact_lock(:lock)"), {"lock": lock}):
        raise KeyInUse(headers={"Retry-After": "1"})
    row = session.execute(
        text(
            "select request_hash, status, answer from idempotency_keys where org_id = :org_id"
            " and caller = :caller and key_hash = :key_hash and created_at >= :oldest"
        ),
        {"org_id": org_id, "caller": caller, "key_hash": key_hash, "oldest": now - KEPT_FOR},
    ).one_or_none()
    if row is None:
        return Claim(session, org_id, caller, key_hash, request_hash, now, cipher)
    if row.request_hash != request_hash:
        raise KeyReused
    try:
        kept = orjson.loads(cipher.decrypt(row.answer))
    except InvalidToken:  # the application's secret was changed since
        raise KeyReused from None
    raise Replay(
        Response(
            base64.b64decode(kept["body"]),
            status_code=row.status,
            headers={"Idempotency-Replayed": "true"},
            media_type=kept["media_type"],
        )
    )


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _cipher(secret: bytes, key: str) -> Fernet:
    derived = hmac.digest(secret, b"idempotent answer\n" + key.encode(), "sha256")
    return Fernet(base64.urlsafe_b64encode(derived))
