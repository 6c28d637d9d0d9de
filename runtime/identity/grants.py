"""Storage of authorization codes (one minute) and refresh tokens (one month).

Codes are in memory, so a restart between login and token requires another login. Refresh tokens are stored as hashes in
a SQLite file, so sessions survive a restart.
"""

import hashlib
import secrets
import sqlite3
from base64 import urlsafe_b64encode
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

CODE_SECONDS = 60
REFRESH_SECONDS = 30 * 24 * 3600
# Two tabs may refresh at the same time, so a token that was just rotated is accepted for this long.
OVERLAP_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Grant:
    """A user's grant to a client."""

    sub: str
    client_id: str
    scope: str
    audience: str
    nonce: str = ""
    auth_time: int = 0


@dataclass(frozen=True, slots=True)
class PendingCode:
    """An authorization code that was sent to the browser and has not been exchanged yet."""

    grant: Grant
    redirect_uri: str
    code_challenge: str
    expires_at: float


class CodeBook:
    """Authorization codes. Each can be used once."""

    def __init__(self) -> None:
        self._pending: dict[str, PendingCode] = {}

    def issue(self, grant: Grant, redirect_uri: str, code_challenge: str, now: float) -> str:
        """Issue a new code."""
        self._pending = {k: v for k, v in self._pending.items() if v.expires_at > now}
        code = secrets.token_urlsafe(32)
        self._pending[code] = PendingCode(grant, redirect_uri, code_challenge, now + CODE_SECONDS)
        return code

    def redeem(self, code: str, redirect_uri: str, verifier: str, now: float) -> Grant | None:
        """Return the grant of the code, or None if a proof is wrong. The code is used up either way."""
        pending = self._pending.pop(code, None)
        if pending is None or pending.expires_at <= now:
            return None
        digest = hashlib.sha256(verifier.encode()).digest()
        challenge = urlsafe_b64encode(digest).rstrip(b"=").decode()
        if challenge != pending.code_challenge or redirect_uri != pending.redirect_uri:
            return None
        return pending.grant


class RefreshTokens:
    """Rotating refresh tokens: each can be used once, and reuse ends the session."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        with closing(self._connect()) as database, database:
            database.execute(
                "CREATE TABLE IF NOT EXISTS refresh_tokens (hash TEXT PRIMARY KEY, family TEXT NOT"
                " NULL, sub TEXT NOT NULL, client_id TEXT NOT NULL, scope TEXT NOT NULL, audience"
                " TEXT NOT NULL, nonce TEXT NOT NULL, auth_time INTEGER NOT NULL, expires_at REAL"
                " NOT NULL, used_at REAL)"
            )

    def issue(self, grant: Grant, now: float, family: str | None = None) -> str:
        """Issue a new token for the session `family`, or for a new session."""
        token = secrets.token_urlsafe(48)
        row = asdict(grant) | {
            "hash": _hash(token),
            "family": family or secrets.token_urlsafe(16),
            "expires_at": now + REFRESH_SECONDS,
        }
        with closing(self._connect()) as database, database:
            database.execute("DELETE FROM refresh_tokens WHERE expires_at <= ?", [now])
            database.execute(
                "INSERT INTO refresh_tokens (hash, family, sub, client_id, scope, audience, nonce,"
                " auth_time, expires_at) VALUES (:hash, :family, :sub, :client_id, :scope,"
                " :audience, :nonce, :auth_time, :expires_at)",
                row,
            )
        return token

    def rotate(self, token: str, client_id: str, now: float) -> tuple[Grant, str] | None:
        """Return the grant and the next token, or None if the token is unknown, expired or already used."""
        with closing(self._connect()) as database, database:
            row = database.execute(
                "SELECT * FROM refresh_tokens WHERE hash = ? AND client_id = ? AND expires_at > ?",
                [_hash(token), client_id, now],
            ).fetchone()
            if row is None:
                return None
            if row["used_at"] is not None and now - row["used_at"] > OVERLAP_SECONDS:
                database.execute("DELETE FROM refresh_tokens WHERE family = ?", [row["family"]])
                return None
            database.execute(
                "UPDATE refresh_tokens SET used_at = coalesce(used_at, ?) WHERE hash = ?",
                [now, row["hash"]],
            )
        grant = Grant(
            row["sub"],
            row["client_id"],
            row["scope"],
            row["audience"],
            row["nonce"],
            row["auth_time"],
        )
        return grant, self.issue(grant, now, row["family"])

    def _connect(self) -> sqlite3.Connection:
        database = sqlite3.connect(self._path, timeout=10)
        database.row_factory = sqlite3.Row
        return database


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
