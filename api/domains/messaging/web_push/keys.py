"""The key pair by which push services know an organisation, made when it is first needed."""

import base64
from datetime import datetime

from api.domains.messaging.web_push.subscription_repository import KeyRepository
from api.domains.people.customers.sealing import Sealer
from api.integrations.ports.web_pusher import WebPushIdentity


class WebPushKeys:
    """Key pairs, through one session that has entered its organisation."""

    def __init__(self, rows: KeyRepository, sealer: Sealer, now: datetime) -> None:
        self._rows = rows
        self._sealer = sealer
        self._now = now

    def public_key(self, org_id: str) -> str:
        """The public key, an uncompressed point in base64url; made now if there is none.

        Requests that make one at once get the same: the first that commits.
        """
        row = self._rows.find(org_id)
        if row is None:
            public_key, private_key = _new_pair()
            self._rows.add(org_id, public_key, self._sealer.wrap(private_key), self._now)
            row = self._rows.find(org_id)
            assert row is not None
        return row.public_key

    def identity(self, org_id: str) -> WebPushIdentity | None:
        """What notifications are signed with; None where no browser ever asked for the key."""
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
