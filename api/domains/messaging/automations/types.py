"""Types of automations, and how late what triggers them may be."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Literal, get_args

AutomationState = Literal["draft", "on", "paused", "archived"]
EventTrigger = Literal[
    "scan",
    "submit",
    "vote",
    "redemption",
    "play",
    "pass_installed",
    "pass_removed",
    "order",
    "segment_entered",
]
DateTrigger = Literal["birthday", "quiet_days", "points_expiring"]
TriggerKind = EventTrigger | DateTrigger
EndReason = Literal[
    "finished",
    "exit",
    "goal",
    "segment_left",
    "no_date",
    "too_late",
    "merged",
    "archived",
]
"""Why somebody is no longer in an automation. `no_date`: the date that a step waits for is not known or is over.
`too_late`: a step came more than two days too late, because the automation was paused or workers stood still.
`merged`: the same person is in it under another profile."""

EVENT_TRIGGERS: tuple[EventTrigger, ...] = get_args(EventTrigger)

_HOUR = timedelta(hours=1)
LATEST: Mapping[EventTrigger, timedelta] = {
    "scan": _HOUR,
    "vote": _HOUR,
    "play": _HOUR,
    "submit": 6 * _HOUR,
    "redemption": 6 * _HOUR,
    "pass_installed": 6 * _HOUR,
    "pass_removed": 6 * _HOUR,
    "order": 24 * _HOUR,
    "segment_entered": 24 * _HOUR,
}
"""An event that arrives later than this after it happened lets nobody in: what one says to somebody who has just
scanned is out of place hours later."""
QUIET_GRACE = 3
"""People enter on one of so many days after they became quiet, so that three days without workers lose nobody, and
those who left years ago do not all enter when an automation is switched on."""
STEP_LATEST = timedelta(days=2)
"""A step that comes later than this after it was due is not made."""
GOAL_WITHIN = timedelta(days=30)
"""How long after somebody entered the goal still counts as reached."""
