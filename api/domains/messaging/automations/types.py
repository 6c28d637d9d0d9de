"""Types of automations, and the maximum delays of their triggers."""

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
"""Why a person is no longer in an automation. `no_date`: the date for which a step waits is not known or has passed.
`too_late`: a step was more than two days late, because the automation was paused or no workers were running. `merged`:
the same person is in it with another profile.
"""

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
"""Maximum delay between an event and its arrival. Later events do not enrol anyone, because a message to a person who
has just scanned is out of place hours later.
"""
QUIET_GRACE = 3
"""Number of days on which people may enter after they have become inactive. Three days without workers lose nobody, and
people who left years ago do not all enter when an automation is turned on.
"""
STEP_LATEST = timedelta(days=2)
"""Steps that are later than this are not made."""
GOAL_WITHIN = timedelta(days=30)
"""How long after a person has entered the goal still counts as reached."""
