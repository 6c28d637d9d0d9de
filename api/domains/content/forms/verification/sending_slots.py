"""Limits how many text messages are sent at once, so that a slow provider cannot occupy every database connection."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated

from anyio import CapacityLimiter, WouldBlock, from_thread, move_on_after
from fastapi import Depends, Request

from api.domains.content.forms.verification.errors import SmsNotAvailable
from api.domains.content.forms.verification.state import VerificationState
from api.integrations.ports.sms_sender import SmsSender, SmsUnavailable, TextTaken

SHARE = 3
"""One in this many database connections may wait for a provider."""
MAX_WAIT_SECONDS = 5.0
"""The longest time that a visitor waits for a slot."""


def make_sending_slots(pool_size: int) -> CapacityLimiter:
    """Create the limiter with one slot for each message that may be sent at the same time."""
    return CapacityLimiter(max(1, pool_size // SHARE))


async def _slot(request: Request) -> AsyncIterator[None]:
    """Wait for a slot if the request is for a passcode, in the event loop and without a connection.

    Raises:
        SmsNotAvailable: no slot was free in time.
    """
    if not await _requests_passcode(request):
        yield
        return
    slots = VerificationState.of(request).sending_slots
    with move_on_after(MAX_WAIT_SECONDS) as waiting:
        await slots.acquire_on_behalf_of(request)
    if waiting.cancelled_caught:
        raise SmsNotAvailable
    request.state.has_sending_slot = True
    try:
        yield
    finally:
        slots.release_on_behalf_of(request)


async def _requests_passcode(request: Request) -> bool:
    """Return whether the body requests a passcode. A body that is not JSON is refused later, with its other fields."""
    try:
        body = await request.json()
    except ValueError:
        return False
    return isinstance(body, dict) and body.get("code") is None


SendingSlotDep = Annotated[None, Depends(_slot, scope="function")]
"""Must precede the dependencies that open a session."""


@dataclass(frozen=True)
class SlotLimitedSender:
    """A sender for requests that already have a connection. It sends only if a slot is free, without waiting."""

    sender: SmsSender
    slots: CapacityLimiter

    def send(self, org_id: str, phone: str, body: str) -> TextTaken:
        """Send the message.

        Raises:
            SmsUnavailable: no slot is free, or the sender is unavailable.
            PhoneRefused: the provider refuses the number.
        """
        borrower = object()
        try:
            from_thread.run_sync(self.slots.acquire_on_behalf_of_nowait, borrower)
        except WouldBlock as busy:
            raise SmsUnavailable("no free slot") from busy
        try:
            return self.sender.send(org_id, phone, body)
        finally:
            from_thread.run_sync(self.slots.release_on_behalf_of, borrower)
