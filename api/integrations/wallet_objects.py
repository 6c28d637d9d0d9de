"""Where this installation keeps passes of wallets that keep them themselves: at Google, as an issuer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from api.integrations.google_wallet.adapter import GoogleWalletObjects
from api.integrations.google_wallet.client import GoogleClient
from api.integrations.google_wallet.config import GoogleWalletSettings
from api.integrations.google_wallet.webhooks import RootKeys, read_callback
from api.integrations.ports.wallet_objects import PassCallback, WalletObjects
from api.integrations.service_accounts import ServiceAccount
from runtime.settings import Settings

SECONDS = 6.0
"""Somebody waits for the answer."""


@dataclass(frozen=True, slots=True)
class Issuer:
    """In whose name passes are kept."""

    issuer_id: str
    account: ServiceAccount


ReadCallback = Callable[[Mapping[str, Any]], PassCallback]
OpenWallet = Callable[[Issuer], WalletObjects]


_root_keys = cache(RootKeys)
"""By their address, for as long as the process runs."""


def callback_reader(settings: Settings, now: datetime) -> ReadCallback:
    """Reads what is sent to us as callbacks; raises CallbackRefused, or WalletUnavailable without Google's keys."""
    roots = _root_keys(settings.vendor(GoogleWalletSettings).keys_url)
    return lambda given: read_callback(given, roots.get, now)


def installed_issuer(settings: Settings) -> Issuer | None:
    """The issuer of organisations that have none of their own."""
    google = settings.vendor(GoogleWalletSettings)
    account = google.service_account
    return Issuer(google.issuer_id, account) if account is not None else None


def wallet_of(
    settings: Settings, now: Callable[[], datetime], *, seconds: float = SECONDS
) -> OpenWallet:
    """Opens the wallet of an issuer; one call of it takes at most that many seconds."""
    google = settings.vendor(GoogleWalletSettings)

    def opened(issuer: Issuer) -> WalletObjects:
        client = GoogleClient(
            issuer.account,
            base_url=google.base_url,
            token_url=google.token_url,
            certificates_url=google.certificates_url,
            seconds=seconds,
            now=now,
        )
        return GoogleWalletObjects(client, issuer.issuer_id)

    return opened
