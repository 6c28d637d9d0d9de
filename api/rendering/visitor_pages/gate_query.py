"""What a gate's form leads back with, in the address of the page that says it.

A page that answers a POST is shown by neither Back nor reload, so what a gate refuses is said on a page of
its own. What is said stands sealed in its address: no cookie is needed for it, nobody makes the page say
anything else, and what was typed is in no browser's history.
"""

import base64
import hmac
import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from urllib.parse import parse_qsl, urlencode

from cryptography.fernet import Fernet, InvalidToken

from api.kit.request_context import language_in

SAID = "said"
"""The part of the address that holds it."""
LASTS = timedelta(minutes=10)
CHOSEN = "chosen"
"""The part that says that this page was open already, when its visitor chose about privacy on it."""
_OF_GATES = frozenset({SAID, CHOSEN, "promo"})
_MOST = 64
_LONGEST = 4096


def seal(secret: bytes, code_id: str, said: Mapping[str, str], now: datetime) -> str:
    """What is said about this code, as it stands in an address."""
    text = json.dumps(said, ensure_ascii=False).encode()
    return _cipher(secret, code_id).encrypt_at_time(text, int(now.timestamp())).decode()


def said_in(
    query: str, secret: bytes, code_id: str, now: datetime, *, name: str = SAID
) -> dict[str, str]:
    """What an address says about this code; nothing when that is old, or was not said by us."""
    sealed = dict(_pairs(query)).get(name, "")
    try:
        text = _cipher(secret, code_id).decrypt_at_time(
            sealed.encode(), int(LASTS.total_seconds()), int(now.timestamp())
        )
    except InvalidToken:
        return {}
    said: dict[str, str] = json.loads(text)
    return said


def kept_query(query: str, *but: str) -> str:
    """What a visitor came with in the address, as rules and destinations want it behind the gate too.

    The language that it asks for is kept so from step to step; `but` is what a page says of itself there.
    """
    gone = _OF_GATES.union(but)
    return urlencode([(name, value) for name, value in _pairs(query) if name not in gone])


def address(path: str, *queries: str) -> str:
    """A path with all of these in its query that are not empty."""
    query = "&".join(filter(None, queries))
    return f"{path}?{query}" if query else path


def led_on(url: str, query: str, base_url: str) -> str:
    """Where somebody is led on to. A page of ours is asked for in the language that was asked for here;
    other hosts are not told, and a language that the address itself asks for stays.
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
