"""Selects where this installation stores passes for wallets that store passes themselves: at Google, as an issuer."""

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
"""The timeout in seconds; somebody waits for the response."""


@dataclass(frozen=True, slots=True)
class Issuer:
    """The issuer in whose name passes are stored."""

    issuer_id: str
    account: ServiceAccount


ReadCallback = Callable[[Mapping[str, Any]], PassCallback]
OpenWallet = Callable[[Issuer], WalletObjects]


_root_keys = cache(RootKeys)
"""Root keys by their URL, cached as long as the process runs."""


def callback_reader(settings: Settings, now: datetime) -> ReadCallback:
    """Return the reader of callbacks, which raises CallbackRefused, or WalletUnavailable without Google's keys."""
    roots = _root_keys(settings.vendor(GoogleWalletSettings).keys_url)
    return lambda given: read_callback(given, roots.get, now)


def installed_issuer(settings: Settings) -> Issuer | None:
    """Return the issuer for organisations that do not have their own, or None."""
    google = settings.vendor(GoogleWalletSettings)
    account = google.service_account
    return Issuer(google.issuer_id, account) if account is not None else None


def wallet_of(
    settings: Settings, now: Callable[[], datetime], *, seconds: float = SECONDS
) -> OpenWallet:
    """Return a function that opens the wallet of an issuer; one call of the wallet takes at most `seconds`."""
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
