"""Service accounts of Google: reading the JSON file that its console gives, and saying what is wrong with one."""

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
    """A file that is no usable key of a service account, and why."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(PROBLEMS[problem])


@dataclass(frozen=True, slots=True, repr=False)
class ServiceAccount:
    """Who signs, and the key to sign with. Addresses that a file names are not used: anyone may have written them."""

    email: str
    key_id: str
    private_key: str
    """PEM, PKCS #8."""
    project: str


def read_service_account(file: str) -> ServiceAccount:
    """The service account of a JSON key file.

    Raises:
        BadServiceAccount: why it cannot sign.
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
    """A key made on this machine, for development; Google does not know it."""
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
