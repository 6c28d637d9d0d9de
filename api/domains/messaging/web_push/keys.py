"""The key pair by which push services identify an organisation, created when it is first needed."""

import base64
from datetime import datetime

from api.domains.messaging.web_push.subscription_repository import KeyRepository
from api.domains.people.customers.sealing import Sealer
from api.integrations.ports.web_pusher import WebPushIdentity


class WebPushKeys:
    """Key pairs, through a database session that has entered its organisation."""

    def __init__(self, rows: KeyRepository, sealer: Sealer, now: datetime) -> None:
        self._rows = rows
        self._sealer = sealer
        self._now = now

    def public_key(self, org_id: str) -> str:
        """Return the public key, an uncompressed point in base64url. It is created if there is none.

        If several requests create one at the same time, all get the key of the first that commits.
        """
        row = self._rows.find(org_id)
        if row is None:
            public_key, private_key = _new_pair()
            self._rows.add(org_id, public_key, self._sealer.wrap(private_key), self._now)
            row = self._rows.find(org_id)
            assert row is not None
        return row.public_key

    def identity(self, org_id: str) -> WebPushIdentity | None:
        """Return the identity that signs notifications, or None if no browser ever requested the key."""
        row = self._rows.find(org_id)
        if row is None:
            return None
        return WebPushIdentity(row.public_key, self._sealer.unwrap(row.private_key_sealed))


def _new_pair() -> tuple[str, str]:
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
        PublicFormat,
    )

    key = ec.generate_private_key(ec.SECP256R1())
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode(), pem.decode()
