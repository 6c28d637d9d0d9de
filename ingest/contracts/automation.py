"""A customer entered an automation, took a step of it, reached its goal, or left it."""

from typing import Literal

from ingest.contracts.envelope import Contract, Event, Id, Text


class AutomationData(Contract):
    source_id: Id
    """The automation."""
    subject_id: Id
    """This way of the person through it: somebody may enter again."""
    action: Literal["entered", "step", "converted", "left"]
    step: Text | None = None
    """Which step was made, or comes next for those who left before the end."""
    kind: Literal["message", "wait", "condition", "exit"] | None = None
    """What the step is."""
    reason: Text | None = None
    """Why they left."""


class AutomationRecorded(Event):
    type: Literal["automation"] = "automation"
    version: Literal[1] = 1
    customer_key: Id
    data: AutomationData
