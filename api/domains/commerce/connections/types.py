"""Types of connections for other domains."""

from datetime import timedelta
from typing import Literal

Status = Literal["connected", "paused", "broken", "disabled", "removed"]
"""`broken`: the vendor does not accept the credentials. `disabled`: the connection failed for a week."""
DeliveryState = Literal["waiting", "sending", "delivered", "skipped", "refused", "set_aside"]
RequestPurpose = Literal["delivery", "test", "refresh", "read", "backfill", "revoke"]
RequestOutcome = Literal["ok", "busy", "down", "credentials", "refused"]

WAITED_OUT = timedelta(days=3)
"""How long an event is retried while the vendor cannot be reached."""
DISABLED_AFTER = timedelta(days=7)
"""An endpoint that has failed for this long receives nothing more."""
KEPT = timedelta(days=30)
"""How long the history of requests and deliveries is stored."""
WITHDRAWAL = "withdrawal"
"""The kind of a delivery that reports the withdrawal of a customer's consent."""

REST_HOOKS = "rest_hooks"
"""The vendor name of connections that programs subscribed to."""
GONE = 410
"""The status with which a subscriber ends its subscription."""
