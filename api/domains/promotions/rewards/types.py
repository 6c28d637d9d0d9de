"""Types of rewards."""

from datetime import timedelta
from typing import Literal

Kind = Literal["product", "amount", "percent", "text", "voucher"]
AwardState = Literal["open", "redeemed", "undone"]
Source = Literal["bought", "given"]
Unavailable = Literal["not_yet", "over", "tier", "here", "stock", "person", "balance"]
"""Why a customer cannot take a reward now."""

CODE_SECONDS = 30
"""How long a card shows a signed code before the next one replaces it."""
CODE_LIFE = timedelta(seconds=2 * CODE_SECONDS)
"""How long staff can use a signed code: until the next one has been shown for its full time."""
