"""Validation of access tokens without a request to another service."""

import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import jwt
from jwt import PyJWK
from jwt.exceptions import ExpiredSignatureError, PyJWTError

from api.auth.errors import InvalidToken, TokenExpired
from api.auth.signing_keys import SigningKeys
from runtime.settings import Settings

ALGORITHM = "RS256"
LEEWAY_SECONDS = 60
CLAIM_NAMESPACE = "https://waypost.example/"
"""The namespace in which an Auth0 action puts claims that the API needs and that OIDC does not allow under
plain names.
"""

MAX_TOKEN = 8192
KNOWN_TOKENS = 1000
"""Number of valid tokens that a process caches, so that each signature is checked only once."""


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of a valid token about its bearer."""

    sub: str
    email: str | None
    email_verified: bool
    name: str


@dataclass(frozen=True, slots=True)
class _Good:
    """A token that was valid when it was checked, and the facts that may change that."""

    claims: Claims
    expires: int
    """Seconds since 1970."""
    key_id: str
    key: PyJWK


class TokenChecker:
    """Checks signature, issuer, audience and times against cached keys."""

    def __init__(self, settings: Settings, keys: SigningKeys) -> None:
        self._issuer = settings.issuer
        self._audience = settings.auth0_audience
        self._keys = keys
        self._known = lru_cache(KNOWN_TOKENS)(self._read)

    def check(self, token: str) -> Claims:
        """Return the token's claims. Raises InvalidToken or TokenExpired."""
        if len(token) > MAX_TOKEN:
            raise InvalidToken
        known = self._known(token)
        if self._keys.find(known.key_id) is not known.key:  # the keys have been fetched again since
            self._known.cache_clear()
            known = self._known(token)
        if known.expires + LEEWAY_SECONDS <= time.time():
            raise TokenExpired
        return known.claims

    def _read(self, token: str) -> _Good:
        try:
            header = jwt.get_unverified_header(token)
        except PyJWTError:
            raise InvalidToken from None
        key_id = header.get("kid")
        if header.get("alg") != ALGORITHM or not isinstance(key_id, str):
            raise InvalidToken
        key = self._keys.find(key_id)
        if key is None:
            raise InvalidToken
        try:
            claims = jwt.decode(
                token,
                key=key.key,
                algorithms=[ALGORITHM],
                issuer=self._issuer,
                audience=self._audience,
                leeway=LEEWAY_SECONDS,
                options={"require": ["exp", "iat", "iss", "aud", "sub"]},
            )
        except ExpiredSignatureError:
            raise TokenExpired from None
        except (PyJWTError, ValueError, TypeError):
            raise InvalidToken from None
        return _Good(_claims(claims), int(claims["exp"]), key_id, key)


def _claims(claims: dict[str, Any]) -> Claims:
    sub = claims["sub"]
    if not isinstance(sub, str) or not 0 < len(sub) <= 255 or "\x00" in sub:
        raise InvalidToken
    email = _text(claims, "email")
    return Claims(
        sub=sub,
        email=email.strip().lower() if email and "@" in email else None,
        email_verified=_named(claims, "email_verified") is True,
        name=_text(claims, "name") or "",
    )


def _named(claims: dict[str, Any], name: str) -> Any:
    return claims.get(CLAIM_NAMESPACE + name, claims.get(name))


def _text(claims: dict[str, Any], name: str) -> str | None:
    value = _named(claims, name)
    usable = isinstance(value, str) and len(value) <= 320 and "\x00" not in value
    return value if usable else None
