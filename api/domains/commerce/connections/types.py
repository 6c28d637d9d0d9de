"""Types of connections for other domains."""

from datetime import timedelta
from typing import Literal

Status = Literal["connected", "paused", "broken", "disabled", "removed"]
"""`broken`: the vendor does not accept the credentials. `disabled`: it failed for a week."""
DeliveryState = Literal["waiting", "sending", "delivered", "skipped", "refused", "set_aside"]
RequestPurpose = Literal["delivery", "test", "refresh", "read", "backfill", "revoke"]
RequestOutcome = Literal["ok", "busy", "down", "credentials", "refused"]

WAITED_OUT = timedelta(days=3)
"""How long an event is tried while the vendor is away."""
DISABLED_AFTER = timedelta(days=7)
"""An endpoint that failed for so long gets nothing more."""
KEPT = timedelta(days=30)
"""How long the history of requests and deliveries is kept."""
WITHDRAWAL = "withdrawal"
"""Kind of a delivery that says that somebody took their consent back."""

REST_HOOKS = "rest_hooks"
"""The vendor of what programs subscribed."""
GONE = 410
"""The status by which a subscriber ends its subscription."""
