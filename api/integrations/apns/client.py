"""A single HTTP/2 connection to Apple's push service, authenticated by the pass certificate.

https://developer.apple.com/documentation/usernotifications/establishing-a-certificate-based-connection-to-apns
"""

import secrets
import ssl
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)

from api.integrations.apns.config import ApnsSettings
from api.integrations.ports.pass_pusher import PushIdentity


@contextmanager
def connection(
    settings: ApnsSettings, identity: PushIdentity, seconds: float
) -> Iterator[httpx2.AsyncClient]:
    """Return a client whose requests share one connection, on which Apple allows many streams."""
    yield httpx2.AsyncClient(
        base_url=settings.base_url,
        http1=False,
        http2=True,
        verify=_tls(settings, identity),
        timeout=seconds,
        limits=httpx2.Limits(max_connections=1, max_keepalive_connections=1),
        trust_env=False,
    )


def _tls(settings: ApnsSettings, identity: PushIdentity) -> ssl.SSLContext:
    context = ssl.create_default_context(cafile=settings.ca_file)
    # OpenSSL can read keys only from files, so it gets an encrypted one that is deleted after
    # reading.
    password = secrets.token_bytes(32).hex().encode()
    key = load_pem_private_key(identity.key, None).private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(password)
    )
    with tempfile.NamedTemporaryFile(suffix=".pem") as file:
        file.write(identity.certificates + key)
        file.flush()
        context.load_cert_chain(file.name, password=password)
    return context
