"""Passes the outcome of a gate's form in the address of the page that shows it.

Browsers do not show the response to a POST again on Back or reload, so a gate redirects to a page that shows its
outcome. The outcome is encrypted in the address. This needs no cookie, nobody can forge it, and entered values do not
appear in the browser's history.
"""

import base64
import hmac
import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from urllib.parse import parse_qsl, urlencode

from cryptography.fernet import Fernet, InvalidToken

from api.kit.request_context import language_in

OUTCOME = "wp_outcome"
"""The query parameter that contains it."""
OUTCOME_LIFETIME = timedelta(minutes=10)
PRIVACY_CHOSEN = "chosen"
"""The query parameter for a page that was already open when its visitor made the privacy choice on it."""
_OF_GATES = frozenset({OUTCOME, PRIVACY_CHOSEN, "promo"})
_MOST = 64
_LONGEST = 4096


def seal(secret: bytes, code_id: str, values: Mapping[str, str], now: datetime) -> str:
    """Encrypt what the gate's page shows next, for the query of an address."""
    text = json.dumps(values, ensure_ascii=False).encode()
    return _cipher(secret, code_id).encrypt_at_time(text, int(now.timestamp())).decode()


def outcome_in(
    query: str, secret: bytes, code_id: str, now: datetime, *, name: str = OUTCOME
) -> dict[str, str]:
    """Return the values that `seal` put into an address, or nothing if they are too old or not from Waypost."""
    sealed = dict(_pairs(query)).get(name, "")
    try:
        text = _cipher(secret, code_id).decrypt_at_time(
            sealed.encode(), int(OUTCOME_LIFETIME.total_seconds()), int(now.timestamp())
        )
    except InvalidToken:
        return {}
    values: dict[str, str] = json.loads(text)
    return values


def preserved_query(query: str, *but: str) -> str:
    """Return the visitor's query parameters, preserved for rules and destinations behind the gate, and for the
    language.

    Parameters of the gate's page itself are removed.
    """
    gone = _OF_GATES.union(but)
    return urlencode([(name, value) for name, value in _pairs(query) if name not in gone])


def address(path: str, *queries: str) -> str:
    """Return a path with all of these query strings that are not empty."""
    query = "&".join(filter(None, queries))
    return f"{path}?{query}" if query else path


def with_query(url: str, query: str, base_url: str) -> str:
    """Return the redirect address. Waypost's own pages keep the language of this request unless the address names one.
    Other hosts do not learn the language.
    """
    is_ours = url.startswith(f"{base_url}/") or (url.startswith("/") and not url.startswith("//"))
    language = language_in(query) if is_ours else None
    where, hash_, fragment = url.partition("#")
    own = where.partition("?")[2]
    if not language or language_in(own) is not None:
        return url
    joint = "&" if own else "" if where.endswith("?") else "?"
    return f"{where}{joint}{urlencode({'lang': language})}{hash_}{fragment}"


def _pairs(query: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(
            query[:_LONGEST], keep_blank_values=True, errors="replace", max_num_fields=_MOST
        )
    except ValueError:
        return []


def _cipher(secret: bytes, code_id: str) -> Fernet:
    key = hmac.digest(secret, f"carried\n{code_id}".encode(), "sha256")
    return Fernet(base64.urlsafe_b64encode(key))
