"""Callbacks of Google: a person saved or deleted a pass."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import structlog
from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.db.session import enter_tenant
from api.domains.wallet.google_passes.errors import NotFromGoogle, not_reached
from api.domains.wallet.google_passes.repository import KeptPassRepository
from api.domains.wallet.passes.events import Action
from api.domains.wallet.passes.recording import record_pass_event
from api.integrations.ports.wallet_objects import CallbackRefused, PassCallback, WalletUnavailable
from api.integrations.wallet_objects import ReadCallback

log = structlog.get_logger(__name__)


class Callbacks:
    """Processes the callbacks of one request. `owner_of` finds the organisation of a pass."""

    def __init__(
        self,
        session: Session,
        read: ReadCallback,
        owner_of: Callable[[str], str | None],
        now: datetime,
    ) -> None:
        self._session = session
        self._read = read
        self._find_owner = owner_of
        self._now = now

    def take(self, given: Mapping[str, Any]) -> bool:
        """Store and record that a pass was saved or deleted. Return False if that was known already, if a newer
        callback was stored, or if the pass no longer exists.

        Raises:
            NotFromGoogle: Google did not sign it for its issuer, or it has expired.
            GoogleUnavailable: Google's keys are not known yet.
        """
        try:
            callback = self._read(given)
        except CallbackRefused as refused:
            log.warning("a callback was refused", reason=str(refused))
            raise NotFromGoogle from None
        except WalletUnavailable as error:
            raise not_reached(error) from error
        # The ID of a pass at Google consists of the issuer's ID and ours.
        pass_id = callback.object_id.partition(".")[2]
        org_id = self._find_owner(pass_id)
        if org_id is None:
            return False
        enter_tenant(self._session, org_id)
        return self._note(org_id, pass_id, callback)

    def _note(self, org_id: str, pass_id: str, callback: PassCallback) -> bool:
        rows = KeptPassRepository(self._session)
        is_new = rows.note_saved(
            *(org_id, pass_id, callback.issuer_id),
            is_saved=callback.is_saved,
            expires_at=callback.expires_at,
        )
        if not is_new:
            return False  # Google may send a callback twice, or after a newer one
        action: Action = "installed" if callback.is_saved else "removed"
        is_demo = organization_of(self._session, org_id).is_demo
        record_pass_event(
            self._session, org_id, pass_id, action, "google", is_demo=is_demo, now=self._now
        )
        return True
