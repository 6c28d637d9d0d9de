"""The account in whose name an organisation's passes are in Google Wallet: its own, the installation's, or none."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import structlog

from api.auth.member import Member
from api.domains.people.customers.sealing import Sealer
from api.domains.wallet.google_passes.errors import (
    GoogleKeyRefused,
    NoGoogleAccount,
    not_reached,
    unusable_account,
)
from api.domains.wallet.google_passes.models import GoogleAccount
from api.domains.wallet.google_passes.repository import AccountRepository, KeptPassRepository
from api.domains.wallet.google_passes.schemas import (
    GoogleAccountCheck,
    GoogleAccountRead,
    SaveGoogleAccount,
)
from api.domains.wallet.passes.certificates import EXPIRES_SOON
from api.integrations.ports.wallet_objects import (
    WalletObjects,
    WalletProblem,
    WalletUnavailable,
)
from api.integrations.service_accounts import (
    BadServiceAccount,
    ServiceAccount,
    made_service_account,
    read_service_account,
)
from api.integrations.wallet_objects import Issuer, OpenWallet

DEVELOPMENT_ISSUER = "0"
"""No issuer at Google has this ID."""
Source = Literal["own", "installation", "development"]

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class OwnIssuer:
    """The issuer in whose name passes are saved, and where its account comes from."""

    issuer: Issuer
    source: Source

    @property
    def is_development(self) -> bool:
        """Whether its key was generated here for development."""
        return self.source == "development"


class AccountService:
    """The Google account of one organisation."""

    def __init__(
        self,
        accounts: AccountRepository,
        kept: KeptPassRepository,
        sealer: Sealer,
        *,
        installed: Issuer | None,
        open_wallet: OpenWallet,
        now: datetime,
        make: Callable[[str], ServiceAccount] = made_service_account,
    ) -> None:
        self._accounts = accounts
        self._kept = kept
        self._sealer = sealer
        self._installed = installed
        self._open = open_wallet
        self._now = now
        self._make = make

    def find(self, org_id: str) -> OwnIssuer | None:
        """Return the issuer in whose name passes are saved, or None if there is no account and no development
        key yet.
        """
        row = self._accounts.find(org_id)
        if row is not None and not row.is_development:
            return OwnIssuer(self._issuer(row), "own")
        if self._installed is not None:
            return OwnIssuer(self._installed, "installation")
        return OwnIssuer(self._issuer(row), "development") if row is not None else None

    def get(self, org_id: str) -> OwnIssuer:
        """Return the issuer in whose name passes are saved. Without any account, a development key is generated."""
        own = self.find(org_id)
        if own is not None:
            return own
        self._accounts.lock(org_id)
        own = self.find(org_id)
        if own is not None:
            return own
        issuer = Issuer(DEVELOPMENT_ISSUER, self._make("passes"))
        self._accounts.add(self._row(org_id, issuer, None, is_development=True))
        return OwnIssuer(issuer, "development")

    def read(self, org_id: str) -> GoogleAccountRead:
        """Return the account as the API shows it."""
        own, row = self.find(org_id), self._accounts.find(org_id)
        if own is None:
            return _read(OwnIssuer(_NOBODY, "development"), None, (0, 0), None, self._now)
        counts = self._kept.counts(org_id, own.issuer.issuer_id)
        newest = self._kept.newest_problem(org_id, own.issuer.issuer_id)
        own_row = row if own.source == "own" else None
        return _read(own, own_row, counts, newest[0] if newest else None, self._now)

    def save(self, me: Member, body: SaveGoogleAccount) -> GoogleAccountRead:
        """Store an account, replacing the previous one.

        Raises:
            Invalid: the file cannot be used for signing. The error explains why.
        """
        try:
            account = read_service_account(body.service_account)
        except BadServiceAccount as problem:
            raise unusable_account(problem) from None
        issuer = Issuer(body.issuer_id, account)
        self._accounts.lock(me.org_id)
        row = self._accounts.find(me.org_id)
        fresh = self._row(me.org_id, issuer, me.caller_id or None, is_development=False)
        if row is None:
            self._accounts.add(fresh)
        else:
            for name in (
                "issuer_id",
                "account",
                "key_id",
                "project",
                "key_sealed",
                "is_development",
            ):
                setattr(row, name, getattr(fresh, name))
            row.created_at, row.created_by = fresh.created_at, fresh.created_by
            row.checked_at, row.problem, row.key_expires_at = None, None, None
            self._accounts.session.flush()
        return self.read(me.org_id)

    def remove(self, org_id: str) -> None:
        """Delete the organisation's own account and its key.

        Raises:
            NoGoogleAccount: the organisation has no account of its own.
        """
        if not self._accounts.remove(org_id):
            raise NoGoogleAccount

    def check(self, org_id: str) -> GoogleAccountCheck:
        """Check with Google whether the key may write for the issuer, and until when.

        Raises:
            NoGoogleAccount: there is no account to check.
        """
        own, row = self.find(org_id), self._accounts.find(org_id)
        if own is None or own.is_development:
            raise NoGoogleAccount
        text_of_google: str | None = None
        wallet = self._open(own.issuer)
        try:
            wallet.check()
            answer = GoogleAccountCheck(
                works=True, code=None, message="Google takes the key for this issuer."
            )
        except WalletUnavailable as error:
            problem, text_of_google = not_reached(error), str(error)
            text = (
                GoogleKeyRefused.message if error.problem is WalletProblem.KEY else problem.message
            )
            message = f"{text} Google says: {text_of_google}"
            answer = GoogleAccountCheck(works=False, code=problem.code, message=message)
        if row is not None and own.source == "own":
            found: dict[str, datetime | str | None] = {
                "checked_at": self._now,
                "problem": text_of_google,
            }
            if answer.works:
                found["key_expires_at"] = _end_of_key(wallet, row.key_expires_at)
            self._accounts.note_check(row, found)
        return answer

    def _issuer(self, row: GoogleAccount) -> Issuer:
        key = self._sealer.unwrap(row.key_sealed)
        return Issuer(row.issuer_id, ServiceAccount(row.account, row.key_id, key, row.project))

    def _row(
        self, org_id: str, issuer: Issuer, created_by: str | None, *, is_development: bool
    ) -> GoogleAccount:
        account = issuer.account
        return GoogleAccount(
            org_id=org_id,
            issuer_id=issuer.issuer_id,
            account=account.email,
            key_id=account.key_id,
            project=account.project,
            key_sealed=self._sealer.wrap(account.private_key),
            is_development=is_development,
            created_at=self._now,
            created_by=created_by,
            checked_at=None,
            problem=None,
            key_expires_at=None,
            warned_of=None,
        )


def _end_of_key(wallet: WalletObjects, known: datetime | None) -> datetime | None:
    """Return when the key expires, or the last known date if Google cannot be reached."""
    try:
        return wallet.key_expires_at()
    except WalletUnavailable as error:
        log.warning("the end of a key could not be read", error=str(error))
        return known


_NOBODY = Issuer("", ServiceAccount("", "", "", ""))


def _read(
    own: OwnIssuer,
    row: GoogleAccount | None,
    counts: tuple[int, int],
    problem: str | None,
    now: datetime,
) -> GoogleAccountRead:
    # The details of the installation's account are the operator's. An organisation sees only that
    # it exists.
    is_shown = own.source == "own"
    account = own.issuer.account
    expires_at = row.key_expires_at if row is not None else None
    return GoogleAccountRead(
        source=own.source,
        issuer_id=own.issuer.issuer_id if not own.is_development else "",
        email=account.email if is_shown else "",
        project=account.project if is_shown else "",
        key_id=account.key_id if is_shown else "",
        saved_at=row.created_at if row is not None else None,
        checked_at=row.checked_at if row is not None else None,
        problem=(row.problem if row is not None else None) or problem,
        key_expires_at=expires_at,
        expires_soon=expires_at is not None and expires_at < now + EXPIRES_SOON,
        passes=counts[0],
        waiting=counts[1],
    )
