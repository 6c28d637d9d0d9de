"""Turns at sending text messages: a provider that is slow must not hold every connection to the database."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated

from anyio import CapacityLimiter, WouldBlock, from_thread, move_on_after
from fastapi import Depends, Request

from api.domains.content.forms.verification.errors import SmsNotAvailable
from api.domains.content.forms.verification.state import VerificationState
from api.integrations.ports.sms_sender import SmsSender, SmsUnavailable

SHARE = 3
"""Of so many connections, one may wait for a provider."""
PATIENCE = 5.0
"""Seconds that a visitor waits for a turn."""


def sending_turns(pool_size: int) -> CapacityLimiter:
    """As many turns as messages may be sent at once."""
    return CapacityLimiter(max(1, pool_size // SHARE))


async def _turn(request: Request) -> AsyncIterator[None]:
    """Wait for a turn where a passcode is asked for, in the event loop and without a connection.

    Raises:
        SmsNotAvailable: too many wait already.
    """
    if not await _is_asking(request):
        yield
        return
    turns = VerificationState.of(request).sending_slots
    with move_on_after(PATIENCE) as waiting:
        await turns.acquire_on_behalf_of(request)
    if waiting.cancelled_caught:
        raise SmsNotAvailable
    request.state.has_sending_turn = True
    try:
        yield
    finally:
        turns.release_on_behalf_of(request)


async def _is_asking(request: Request) -> bool:
    """Whether a passcode is wanted. What is no JSON asks for nothing: it is refused with the other fields."""
    try:
        said = await request.json()
    except ValueError:
        return False
    return isinstance(said, dict) and said.get("code") is None


SendingTurnDep = Annotated[None, Depends(_turn, scope="function")]
"""Stands before whatever takes a session."""


@dataclass(frozen=True)
class TakingTurns:
    """A sender for requests that hold a connection already: it sends if there is a turn, and waits for none."""

    sender: SmsSender
    turns: CapacityLimiter

    def send(self, org_id: str, phone: str, body: str) -> None:
        """Send, as the sender does.

        Raises:
            SmsUnavailable: as many as may be sent at once are on their way, or the sender says so.
            PhoneRefused: the sender says so.
        """
        borrower = object()
        try:
            from_thread.run_sync(self.turns.acquire_on_behalf_of_nowait, borrower)
        except WouldBlock as busy:
            raise SmsUnavailable("no turn") from busy
        try:
            self.sender.send(org_id, phone, body)
        finally:
            from_thread.run_sync(self.turns.release_on_behalf_of, borrower)
