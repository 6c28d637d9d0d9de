"""A replacement for the identity provider's signing: a real RSA key, with its JWKS served on loopback."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

AUDIENCE = "https://api.waypost.example"
KEY_ID = "key-1"


def new_private_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@dataclass
class Signer:
    """Issues access tokens. `served` is the content of its JWKS address, and `fetches` counts the requests for it."""

    port: int
    private_key: rsa.RSAPrivateKey
    served: dict[str, Any]
    fetches: list[datetime] = field(default_factory=list)

    @property
    def domain(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def issuer(self) -> str:
        return f"{self.domain}/"

    def token(
        self,
        sub: str = "local|somebody@example.com",
        *,
        key: Any = None,
        algorithm: str = "RS256",
        headers: dict[str, Any] | None = None,
        **claims: Any,
    ) -> str:
        """Return an access token; a claim given as None is omitted."""
        now = datetime.now(UTC)
        payload = {
            "iss": self.issuer,
            "aud": AUDIENCE,
            "sub": sub,
            "iat": now,
            "exp": now + timedelta(hours=1),
            **claims,
        }
        payload = {name: value for name, value in payload.items() if value is not None}
        return jwt.encode(
            payload,
            key if key is not None else self.private_key,
            algorithm=algorithm,
            headers={"kid": KEY_ID, **(headers or {})},
        )


def jwks(keys: dict[str, rsa.RSAPrivateKey]) -> dict[str, Any]:
    """Return the public keys as a key set."""
    return {
        "keys": [
            {
                **json.loads(RSAAlgorithm.to_jwk(key.public_key())),
                "kid": key_id,
                "use": "sig",
                "alg": "RS256",
            }
            for key_id, key in keys.items()
        ]
    }


@contextmanager
def running_signer() -> Iterator[Signer]:
    """Yield a signer whose key set is served until the end."""
    key = new_private_key()
    signer = Signer(0, key, jwks({KEY_ID: key}))

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            signer.fetches.append(datetime.now(UTC))
            found = self.path == "/.well-known/jwks.json"
            body = json.dumps(signer.served if found else {}).encode()
            self.send_response(200 if found else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    signer.port = server.server_address[1]
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield signer
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
