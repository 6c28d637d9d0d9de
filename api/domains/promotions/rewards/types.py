"""Terms of rewards."""

from datetime import timedelta
from typing import Literal

Kind = Literal["product", "amount", "percent", "text", "voucher"]
AwardState = Literal["open", "redeemed", "undone"]
Source = Literal["bought", "given"]
Unavailable = Literal["not_yet", "over", "tier", "here", "stock", "person", "balance"]
"""Why a customer cannot take a reward now."""

CODE_SECONDS = 30
"""How long a signed code of a card is shown before the next one replaces it."""
CODE_LIFE = timedelta(seconds=2 * CODE_SECONDS)
"""How long staff can use one: until the one after it has been shown for its time."""
