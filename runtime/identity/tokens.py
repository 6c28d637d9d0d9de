"""The tokens of the development login, and the key that signs them."""

import json
import os
import secrets
from pathlib import Path
from typing import Any

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import RSAKey

from runtime.identity.grants import Grant
from runtime.identity.people import Person

ACCESS_SECONDS = 3600
SESSION_SECONDS = 24 * 3600


def signing_key(path: Path) -> RSAKey:
    """Return the key stored at `path`. It is created on first use, so that tokens stay valid across restarts."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        made = RSAKey.generate_key(2048, {"alg": "RS256", "use": "sig"}, auto_kid=True)
        partial = path.with_name(f"{path.name}.{os.getpid()}")
        partial.touch(mode=0o600)
        partial.write_text(json.dumps(made.as_dict(private=True)))
        partial.rename(path)
    return RSAKey.import_key(json.loads(path.read_text()))


class TokenMaker:
    """Signs tokens."""

    def __init__(self, issuer: str, key: RSAKey) -> None:
        self.issuer = issuer
        self._key = key

    def jwks(self) -> dict[str, list[dict[str, Any]]]:
        return {"keys": [dict(self._key.as_dict(private=False))]}

    def access_token(self, person: Person, grant: Grant, now: float) -> str:
        """Return the access token for the API. It includes name and email address, as an Auth0 action would add
        them.
        """
        claims = {
            "sub": person.sub,
            "aud": [grant.audience, f"{self.issuer}userinfo"],
            "azp": grant.client_id,
            "scope": grant.scope,
            "jti": secrets.token_urlsafe(12),
            "email": person.email,
            "email_verified": True,
            "name": person.name,
        }
        return self._sign(claims, now, ACCESS_SECONDS)

    def id_token(self, person: Person, grant: Grant, now: float) -> str:
        """Return the ID token for the web app."""
        claims = {
            "aud": grant.client_id,
            "auth_time": grant.auth_time,
            **self.profile(person),
        }
        if grant.nonce:
            claims["nonce"] = grant.nonce
        return self._sign(claims, now, ACCESS_SECONDS)

    def profile(self, person: Person) -> dict[str, Any]:
        return {
            "sub": person.sub,
            "name": person.name,
            "nickname": person.email.split("@", maxsplit=1)[0],
            "email": person.email,
            "email_verified": True,
        }

    def session(self, person: Person, now: float) -> str:
        """Return the provider's session cookie, which replaces the password."""
        return self._sign(
            {"sub": person.sub, "aud": "session", "auth_time": int(now)}, now, SESSION_SECONDS
        )

    def read(self, token: str, audience: str, now: float) -> dict[str, Any] | None:
        """Return the claims of a valid token for `audience`, or None if it is invalid."""
        try:
            claims = jwt.decode(token, self._key, algorithms=["RS256"]).claims
        except (JoseError, ValueError):
            return None
        audiences = claims["aud"] if isinstance(claims["aud"], list) else [claims["aud"]]
        if claims["iss"] != self.issuer or audience not in audiences or claims["exp"] <= now:
            return None
        return dict(claims)

    def _sign(self, claims: dict[str, Any], now: float, seconds: int) -> str:
        times = {"iss": self.issuer, "iat": int(now), "exp": int(now) + seconds}
        header = {"alg": "RS256", "kid": self._key.kid}
        return jwt.encode(header, {**claims, **times}, self._key, algorithms=["RS256"])
