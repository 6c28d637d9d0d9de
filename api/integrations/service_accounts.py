"""Google's service accounts: reads the JSON file from its console, and reports what is wrong with it."""

from dataclasses import dataclass
from typing import Literal

import orjson
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

MOST_CHARACTERS = 16_384
LEAST_BITS = 2_048

Problem = Literal[
    "too_large",
    "not_json",
    "not_service_account",
    "incomplete",
    "unreadable_key",
    "not_rsa",
    "weak_key",
]
PROBLEMS: dict[Problem, str] = {
    "too_large": "The file is larger than 16 kB. A service account key has about 2 kB.",
    "not_json": "The file is not JSON. Create the key in Google Cloud as JSON, not as P12.",
    "not_service_account": "This is not a service account key, because its `type` is different. OAuth clients and API keys can’t sign passes.",
    "incomplete": "The file has no `client_email`, `private_key` or `private_key_id`. Download the key again.",
    "unreadable_key": "The private key in the file cannot be read; perhaps it was cut off. Download the key again.",
    "not_rsa": "The private key is not an RSA key. Create a new key in Google Cloud.",
    "weak_key": "The private key is shorter than 2,048 bits. Create a new key in Google Cloud.",
}


class BadServiceAccount(ValueError):
    """The file is not a usable key of a service account; the message gives the reason."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(PROBLEMS[problem])


@dataclass(frozen=True, slots=True, repr=False)
class ServiceAccount:
    """The account that signs, and its key. The URLs in a file are not used, because anyone may have written them."""

    email: str
    key_id: str
    private_key: str
    """The private key in PEM format, PKCS #8."""
    project: str


def read_service_account(file: str) -> ServiceAccount:
    """Return the service account of a JSON key file.

    Raises:
        BadServiceAccount: the file cannot be used for signing; the message gives the reason.
    """
    if len(file) > MOST_CHARACTERS:
        raise BadServiceAccount("too_large")
    try:
        given = orjson.loads(file)
    except orjson.JSONDecodeError:
        raise BadServiceAccount("not_json") from None
    if not isinstance(given, dict) or given.get("type") != "service_account":
        raise BadServiceAccount("not_service_account")
    email, key_id, pem = (
        given.get(name) for name in ("client_email", "private_key_id", "private_key")
    )
    if not (
        isinstance(email, str)
        and "@" in email
        and isinstance(key_id, str)
        and key_id
        and isinstance(pem, str)
    ):
        raise BadServiceAccount("incomplete")
    project = given.get("project_id")
    return ServiceAccount(
        email[:320], key_id[:200], _pem(pem), project[:200] if isinstance(project, str) else ""
    )


def made_service_account(name: str) -> ServiceAccount:
    """Return an account with a key that was generated on this machine, for development; Google does not know it."""
    key = rsa.generate_private_key(public_exponent=65_537, key_size=LEAST_BITS)
    return ServiceAccount(f"{name}@waypost.invalid", "development", _written(key), "")


def _pem(text: str) -> str:
    try:
        key = load_pem_private_key(text.encode(), None)
    except (ValueError, TypeError, UnsupportedAlgorithm, UnicodeEncodeError):
        raise BadServiceAccount("unreadable_key") from None
    if not isinstance(key, rsa.RSAPrivateKey):
        raise BadServiceAccount("not_rsa")
    if key.key_size < LEAST_BITS:
        raise BadServiceAccount("weak_key")
    return _written(key)


def _written(key: rsa.RSAPrivateKey) -> str:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
