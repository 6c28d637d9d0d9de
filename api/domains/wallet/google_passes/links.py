"""Links that save passes in Google Wallet."""

from collections.abc import Callable
from datetime import datetime

import structlog
from sqlalchemy.orm import Session

from api.db.session import is_read_only
from api.domains.wallet.google_passes.accounts import AccountService
from api.domains.wallet.google_passes.drawing import Drawing
from api.domains.wallet.google_passes.errors import not_done, not_reached
from api.domains.wallet.google_passes.models import KeptPass
from api.domains.wallet.google_passes.object_sync import Wanted, digest_of, keep
from api.domains.wallet.google_passes.repository import KeptPassRepository
from api.domains.wallet.google_passes.schemas import LossRead, SaveLink
from api.domains.wallet.passes.contents_reading import (
    ShownPass,
    find_shown_pass,
    lock_change_tag,
)
from api.domains.wallet.passes.errors import PassNotFound
from api.integrations.ports.wallet_objects import WalletUnavailable
from api.integrations.wallet_objects import Issuer, OpenWallet
from api.kit.errors import ApiError
from api.rendering.wallet.google_json import GooglePass
from api.rendering.wallet.google_kinds import KINDS
from api.rendering.wallet.google_link import ADDRESS, by_name, fits, signed, whole

NEVER_SENT = -1
"""Stored instead of a tag for a pass that the job must send to Google first."""

log = structlog.get_logger(__name__)


class LinkService:
    """Links of one organisation's passes."""

    def __init__(
        self,
        session: Session,
        accounts: AccountService,
        drawing_of: Callable[[str], Drawing],
        *,
        open_wallet: OpenWallet,
        origin: str,
        now: datetime,
    ) -> None:
        self._session = session
        self._kept = KeptPassRepository(session)
        self._accounts = accounts
        self._drawing_of = drawing_of
        self._open = open_wallet
        self._origin = origin.rstrip("/")
        self._now = now

    def link(self, org_id: str, pass_id: str) -> SaveLink:
        """Return a link that saves the current state of a pass. A pass that does not fit into a link is first sent to
        Google.

        Raises:
            PassNotFound: the pass does not exist.
            GoogleKeyRefused, GoogleRefusedPass, GoogleUnavailable: Google did not accept it.
        """
        shown = find_shown_pass(self._session, org_id, pass_id)
        if shown is None:
            raise PassNotFound
        own = self._accounts.get(org_id)
        row = self._kept.find(org_id, pass_id)
        if row is not None and row.issuer_id != own.issuer.issuer_id:
            row = None
        kind = next((it for it in KINDS if row is not None and it == row.kind), None)
        drawing = self._drawing_of(org_id)
        made = drawing.draw(shown, own.issuer.issuer_id, kind)
        token = self._signed(own.issuer, whole(made))
        if not own.is_development:
            if not fits(token):
                self._insert(org_id, shown, made, row, own.issuer, drawing)
                token = self._signed(own.issuer, by_name(made))
            elif row is None:
                self._store(org_id, shown, made, own.issuer, drawing)
        return SaveLink(
            url=ADDRESS + token,
            is_development=own.is_development,
            object_id=made.object_document["id"],
            class_id=made.class_document["id"],
            kind=made.kind,
            losses=[
                LossRead(rule=it.rule, field=it.field, message=it.message) for it in made.losses
            ],
        )

    def link_for_page(self, org_id: str, pass_id: str) -> str | None:
        """Return the link behind a button, or None if Google would refuse the pass or cannot be reached now.

        A pass that Google does not have yet is sent there once. After a failure, the job takes over.
        """
        own = self._accounts.find(org_id)
        if own is None or own.is_development or is_read_only(self._session):
            return None
        row = self._kept.find(org_id, pass_id)
        if row is not None and row.sent_tag == NEVER_SENT:
            return None
        try:
            return self.link(org_id, pass_id).url
        except ApiError as error:
            log.warning("a page has no link to Google Wallet", code=error.code)
        shown = find_shown_pass(self._session, org_id, pass_id)
        if shown is not None and row is None:
            drawing = self._drawing_of(org_id)
            made = drawing.draw(shown, own.issuer.issuer_id, None)
            self._store(org_id, shown, made, own.issuer, drawing, sent_tag=NEVER_SENT)
        return None

    def _insert(
        self,
        org_id: str,
        shown: ShownPass,
        made: GooglePass,
        row: KeptPass | None,
        issuer: Issuer,
        drawing: Drawing,
    ) -> None:
        if row is not None and row.is_known:
            return  # the job that follows changes keeps it up to date
        try:
            (answer,) = keep(self._open(issuer), [Wanted(made, is_known=False, class_digest=None)])
        except WalletUnavailable as error:
            raise not_reached(error) from error
        if answer.problem is not None:
            raise not_done(answer.problem, answer.text)
        self._store(org_id, shown, made, issuer, drawing, is_known=True)

    def _store(
        self,
        org_id: str,
        shown: ShownPass,
        made: GooglePass,
        issuer: Issuer,
        drawing: Drawing,
        *,
        is_known: bool = False,
        sent_tag: int | None = None,
    ) -> None:
        # A change that commits after this finds the row, and one that committed before is included
        # in the tag.
        newest = lock_change_tag(self._session, org_id, shown.pass_id)
        if newest is None:
            raise PassNotFound
        self._kept.keep(
            {
                "pass_id": shown.pass_id,
                "org_id": org_id,
                "issuer_id": issuer.issuer_id,
                "kind": made.kind,
                "is_known": is_known,
                "class_digest": digest_of(made.class_document) if is_known else None,
                "announced": drawing.values(shown),
                "sent_tag": shown.change_tag if sent_tag is None else sent_tag,
                "wanted_tag": newest,
                "tries": 0,
                "created_at": self._now,
                "sent_at": self._now if is_known else None,
            }
        )

    def _signed(self, issuer: Issuer, payload: dict[str, object]) -> str:
        account = issuer.account
        return signed(
            payload, account.email, account.private_key, self._now, origins=[self._origin]
        )
