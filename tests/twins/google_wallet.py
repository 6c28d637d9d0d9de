"""A twin of Google's token service and of the Google Wallet API on loopback.

It validates each request against the discovery document in Google's Python client, stores classes and objects, and
responds as documented: 401 without a valid token, 403 for a foreign issuer, 404, 409, 429 and outages.
"""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import jwt
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from tests.support.google_discovery import problems, problems_of_patch, resource_of, schema_of
from tests.twins.google_callbacks import Callbacks

ISSUER = "3388000000012345678"
EMAIL = "passes@harbor-coffee.iam.gserviceaccount.com"
SCOPE = "https://www.googleapis.com/auth/wallet_object.issuer"
Answer = tuple[int, Any, dict[str, str]]
MOST_NOTICES = 3
"""The limit per pass and day; developers.google.com/wallet/generic/use-cases/message-push-notifications."""


@dataclass
class GoogleWallet:
    """The data of the twin, the requests that it received, and how it should behave."""

    url: str = ""
    issuers: set[str] = field(default_factory=lambda: {ISSUER})
    keys: dict[str, str] = field(default_factory=dict)
    """The public keys of service accounts, by address."""
    certificates: dict[str, dict[str, str]] = field(default_factory=dict)
    """The same keys as certificates by their ids, as Google publishes them."""
    keys_end: datetime = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
    """The expiry of account keys created from now on; by default never."""
    classes: dict[str, dict[str, Any]] = field(default_factory=dict)
    objects: dict[str, dict[str, Any]] = field(default_factory=dict)
    asked: list[tuple[str, str]] = field(default_factory=list)
    """The method and path of each request, including those within batches."""
    refused: list[str] = field(default_factory=list)
    """Problems of requests that the API does not accept."""
    grants: int = 0
    faults: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    """Status and headers of the next responses, which replace the regular ones."""
    faults_of: dict[str, int] = field(default_factory=dict)
    """The status of responses by a part of the path, as long as it is set."""
    after: dict[str, Any] = field(default_factory=dict)
    """Functions by a part of the path, called with the path once a request was processed, before its response
    is sent.
    """
    tokens: set[str] = field(default_factory=set)
    notices: dict[str, int] = field(default_factory=dict)
    """The number of messages that notified phones, by object."""
    callbacks: Callbacks = field(default_factory=Callbacks)
    is_away: bool = False
    waits: float = 0.0
    lock: threading.RLock = field(default_factory=threading.RLock)

    def account(self, email: str = EMAIL) -> dict[str, str]:
        """Return the key file of a service account that the twin knows."""
        key = rsa.generate_private_key(public_exponent=65_537, key_size=2_048)
        self.keys[email] = (
            key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
        )
        key_id = "0f" * 20
        self.certificates[email] = {key_id: _certified(key, self.keys_end)}
        pem = key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
        return {
            "type": "service_account",
            "project_id": "harbor-coffee",
            "private_key_id": key_id,
            "private_key": pem.decode(),
            "client_email": email,
            "token_uri": "http://127.0.0.1:9/never-asked",
        }

    def save(self, link: str) -> dict[str, Any]:
        """Simulate a person who presses the button: they get the pass of the link, which is created if it does not
        exist yet.
        """
        token = link.removeprefix("https://pay.google.com/gp/v/save/")
        email = jwt.decode(token, options={"verify_signature": False})["iss"]
        claims = jwt.decode(
            token,
            self.keys[email],
            algorithms=["RS256"],
            audience="google",
            options={"verify_iat": False},  # tests have their own clocks
        )
        assert claims["typ"] == "savetowallet"
        ((_, (wanted,)),) = ((k, v) for k, v in claims["payload"].items() if k.endswith("Objects"))
        for name, documents in claims["payload"].items():
            singular = name.removesuffix("es") if name.endswith("Classes") else name[:-1]
            for document in documents:
                self._saved(singular, document)
        self.objects[wanted["id"]]["hasUsers"] = True
        return self.objects[wanted["id"]]

    def _saved(self, collection: str, document: dict[str, Any]) -> None:
        kept = self.classes if collection.endswith("Class") else self.objects
        if document["id"] not in kept:
            assert not problems(schema_of(collection), document)
            kept[document["id"]] = {**document}

    def answer(self, method: str, path: str, token: str, body: bytes, kind: str) -> Answer:
        """Return status, body and headers for a request."""
        time.sleep(self.waits)
        with self.lock:
            if self.faults:
                status, headers = self.faults.pop(0)
                return status, _error(status, "planned"), headers
            if path == "/keys":
                return 200, self.callbacks.keys(), {}
            if path == "/token":
                return self._granted(body)
            if path.startswith("/certificates/"):
                of_account = self.certificates.get(unquote(path.removeprefix("/certificates/")))
                return (200, of_account, {}) if of_account else (404, _error(404, "Not found"), {})
            if token not in self.tokens:
                return 401, _error(401, "Request had invalid authentication credentials."), {}
            if path == "/batch":
                return 200, self._batch(kind, body), {}
            return self.one(method, path, json.loads(body) if body else None)

    def one(self, method: str, path: str, body: Any) -> Answer:
        """Return the response to a single request with a valid token."""
        target = urlsplit(path)
        self.asked.append((method, target.path))
        for piece, status in self.faults_of.items():
            if piece in target.path:
                return status, _error(status, "planned"), {}
        found = resource_of(target.path)
        if found is None:
            return 404, _error(404, "Not Found"), {}
        collection, resource_id, action = found
        answer = self._resource(
            method, collection, unquote(resource_id), action, body, parse_qs(target.query)
        )
        for piece, call in self.after.items():
            if piece in target.path:
                call(target.path)
        return answer

    def _resource(
        self,
        method: str,
        collection: str,
        resource_id: str,
        action: str,
        body: Any,
        query: dict[str, list[str]],
    ) -> Answer:
        name, kept = schema_of(collection), self.objects
        if collection.endswith("Class"):
            kept = self.classes
        if method == "GET" and not resource_id:
            issuer = query.get("issuerId", [""])[0]
            if issuer not in self.issuers:
                return 403, _error(403, "Permission denied on issuer."), {}
            return 200, {"resources": []}, {}
        wanted = resource_id or (body or {}).get("id", "")
        if wanted.partition(".")[0] not in self.issuers:
            return 403, _error(403, "Permission denied on issuer."), {}
        if method == "POST" and not resource_id:
            return self._inserted(kept, name, body)
        document = kept.get(resource_id)
        if document is None:
            return 404, _error(404, f"{name} {resource_id} not found"), {}
        if method == "GET":
            return 200, document, {}
        if method == "PATCH":
            return self._patched(document, name, body)
        if method == "POST" and action == "addMessage":
            return self._messaged(document, body)
        return 404, _error(404, "Not Found"), {}

    def _inserted(self, kept: dict[str, dict[str, Any]], name: str, body: Any) -> Answer:
        wrong = problems(name, body)
        if name.endswith("Object") and body.get("classId") not in self.classes:
            wrong.append(f"classId: no class {body.get('classId')}")
        if wrong:
            return self._refuse(wrong)
        if body["id"] in kept:
            return 409, _error(409, f"{body['id']} already exists"), {}
        kept[body["id"]] = {**body} if name.endswith("Class") else {**body, "hasUsers": False}
        return 200, kept[body["id"]], {}

    def _patched(self, document: dict[str, Any], name: str, body: Any) -> Answer:
        patched = {**document, **body}
        patched = {key: value for key, value in patched.items() if value is not None}
        wrong = problems_of_patch(name, body, patched)
        if name.endswith("Object") and body.get("classId") != document["classId"]:
            wrong.append("classId: cannot change")
        if wrong:
            return self._refuse(wrong)
        document.clear()
        document.update(patched)
        return 200, document, {}

    def _messaged(self, document: dict[str, Any], body: Any) -> Answer:
        wrong = problems("AddMessageRequest", body)
        if wrong:
            return self._refuse(wrong)
        message = body["message"]
        if message.get("messageType") == "TEXT_AND_NOTIFY":
            given = self.notices.get(document["id"], 0)
            if given >= MOST_NOTICES:
                return 429, _error(429, "QuotaExceededException"), {}
            self.notices[document["id"]] = given + 1
        document["messages"] = [*document.get("messages", []), message][-10:]
        return 200, {"resource": document}, {}

    def _refuse(self, wrong: list[str]) -> Answer:
        self.refused += wrong
        return 400, _error(400, "; ".join(wrong)), {}

    def _granted(self, body: bytes) -> Answer:
        form = parse_qs(body.decode())
        assertion = form.get("assertion", [""])[0]
        wrong = 400, {"error": "invalid_grant", "error_description": "Invalid JWT Signature."}, {}
        if form.get("grant_type") != ["urn:ietf:params:oauth:grant-type:jwt-bearer"]:
            return 400, {"error": "unsupported_grant_type"}, {}
        try:
            email = jwt.decode(assertion, options={"verify_signature": False})["iss"]
            claims = jwt.decode(
                assertion,
                self.keys[email],
                algorithms=["RS256"],
                audience="https://oauth2.googleapis.com/token",
                options={"verify_iat": False, "verify_exp": False},
            )
        except (jwt.InvalidTokenError, KeyError):
            return wrong
        if claims["scope"] != SCOPE or claims["exp"] - claims["iat"] > 3_600:
            return wrong
        self.grants += 1
        token = f"ya29.{self.grants}.{id(self)}"
        self.tokens.add(token)
        return 200, {"access_token": token, "expires_in": 3_599, "token_type": "Bearer"}, {}

    def _batch(self, kind: str, body: bytes) -> bytes:
        whole = message_from_bytes(
            f"Content-Type: {kind}\r\n\r\n".encode() + body, policy=policy.HTTP
        )
        assert isinstance(whole, EmailMessage)
        answers = b""
        parts = list(whole.iter_parts())
        assert 1 < len(parts) <= 100
        for part in reversed(parts):  # Google documents that the order is arbitrary
            assert part["content-type"] == "application/http"
            payload = part.get_payload(decode=True)
            assert isinstance(payload, bytes)
            first, _, rest = payload.partition(b"\r\n")
            method, path, _ = first.decode().split(" ")
            content = rest.partition(b"\r\n\r\n")[2].strip()
            status, answer, headers = self.one(
                method, path, json.loads(content) if content else None
            )
            number = str(part["content-id"]).strip("<>")
            lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
            answers += (
                f"--answers\r\nContent-Type: application/http\r\n"
                f"Content-ID: <response-{number}>\r\n\r\nHTTP/1.1 {status} OK\r\n"
                f"Content-Type: application/json; charset=UTF-8\r\n{lines}\r\n"
            ).encode() + json.dumps(answer, ensure_ascii=False).encode() + b"\r\n"  # fmt: skip
        return answers + b"--answers--\r\n"


def _certified(key: rsa.RSAPrivateKey, ends: datetime) -> str:
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "service account")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime.now(UTC) - timedelta(days=1))
        .not_valid_after(ends)
        .sign(key, SHA256())
    )
    return made.public_bytes(Encoding.PEM).decode()


def _error(status: int, message: str) -> dict[str, Any]:
    return {"error": {"code": status, "message": message, "status": "PLANNED"}}


@contextmanager
def running_google_wallet() -> Iterator[GoogleWallet]:
    """Run the twin on a separate port."""
    state = GoogleWallet()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: Any) -> None:
            """Log nothing."""

        def do_GET(self) -> None:
            self._serve()

        def do_POST(self) -> None:
            self._serve()

        def do_PATCH(self) -> None:
            self._serve()

        def _serve(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if state.is_away:
                self.close_connection = True
                return
            token = self.headers.get("Authorization", "").removeprefix("Bearer ")
            kind = self.headers.get("Content-Type", "")
            status, answer, headers = state.answer(self.command, self.path, token, body, kind)
            content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            self.send_response(status)
            is_batch = isinstance(answer, bytes)
            self.send_header(
                "Content-Type",
                "multipart/mixed; boundary=answers" if is_batch else "application/json",
            )
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            with suppress(BrokenPipeError):
                self.end_headers()
                self.wfile.write(content)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
