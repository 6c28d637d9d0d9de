"""A client whose Google Wallet is the twin, for tests."""

import json
from collections.abc import Callable
from typing import Any

from api.integrations.google_wallet.config import GoogleWalletSettings
from runtime.settings import Settings
from tests.twins.google_wallet import ISSUER, GoogleWallet

Ask = Callable[..., Any]


def at_twin(settings: Settings, google: GoogleWallet) -> Settings:
    """Settings whose Google is the twin, at a public address."""
    vendor = GoogleWalletSettings(
        base_url=google.url,
        token_url=f"{google.url}/token",
        certificates_url=f"{google.url}/certificates",
        keys_url=f"{google.url}/keys",
    )
    public = settings.model_copy(update={"public_url": "https://waypost.example"})
    return public.with_vendors(vendor)


def save_account(ask: Ask, google: GoogleWallet) -> dict[str, Any]:
    """Save a service account that the twin knows."""
    account = json.dumps(google.account())
    answer: dict[str, Any] = ask(
        "/v1/save-google-wallet-account", service_account=account, issuer_id=ISSUER
    )
    return answer


def short(**changes: Any) -> dict[str, Any]:
    """Return the content of a pass that fits into a link."""
    return {"style": "generic", "description": "Tea", "organization": "Tea", **changes}


def long(text: str = "text", **changes: Any) -> dict[str, Any]:
    """Return the content of a pass that does not fit into a link."""
    field = {"key": "text", "zone": "back", "value": f"{text} " * 200}
    return short(fields=[field], **changes)


def offer(until: str, **changes: Any) -> dict[str, Any]:
    """Return a pass whose holder is notified when it changes."""
    field = {
        "key": "until",
        "zone": "secondary",
        "label": "Until",
        "value": until,
        "change_message": "Now until %@",
    }
    return short(fields=[field], **changes)
