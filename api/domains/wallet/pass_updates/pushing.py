"""Notifies phones that passes changed: everything that is due in one organisation, in batches, from inside a job."""

from collections import defaultdict
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import Any

import structlog
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from sqlalchemy import Engine

from api.domains.people.customers.sealing import Sealer
from api.domains.wallet.pass_updates.push_repository import ClaimedPush, PushRepository
from api.domains.wallet.passes.dependencies import certificates_of
from api.domains.wallet.passes.lost_phones import delete_phone
from api.integrations.ports.pass_pusher import PassPush, PassPusher, PushIdentity, PushOutcome
from api.jobs.due import queue_for_each, queue_next
from api.jobs.registry import JobContext

PUSH = "passes.push"
BATCH = 1_000
CLAIMED_FOR = timedelta(minutes=2)
"""Time after which another worker notifies the phones of a killed one."""
DELAYS = [timedelta(seconds=it) for it in (30, 60, 300, 900, 3600)]
"""Pauses between attempts while Apple does not answer or asks to wait. The last one is repeated."""
UNTIL_RENEWED = timedelta(hours=1)
"""Pause between attempts while Apple refuses the certificate."""

log = structlog.get_logger(__name__)


def queue_due(engine: Engine, now: datetime) -> int:
    """Queue a job for each organisation with a due phone and no queued job, and return their number."""
    return queue_for_each(engine, PUSH, lambda session: PushRepository(session).list_due(now), now)


class DuePushes:
    """The due phones of one organisation. If a worker was killed, its phones are notified again. They then ask for
    changes, and find that nothing changed since.
    """

    def __init__(self, context: JobContext, pusher: PassPusher | None) -> None:
        self._context = context
        self._org_id = context.org_id
        self._pusher = pusher
        self._sealer = Sealer.of(context.settings)
        self._count: dict[str, int] = {"sent": 0, "gone": 0, "later": 0, "refused": 0}

    def push(self) -> dict[str, Any]:
        """Notify every due phone, and return counts of the results."""
        with ExitStack() as connections:
            lines: dict[str, PassPush | None] = {}
            while True:
                claimed = self._claim()
                done = 0
                for pass_type, pushes in _by_type(claimed).items():
                    if pass_type not in lines:
                        lines[pass_type] = self._connect(pass_type, connections)
                    done += self._push(lines[pass_type], pushes)
                # If no phone was reached, Apple is unavailable. The next attempt is when the first
                # of these is due again.
                if not done:
                    break
                if not self._context.has_time():
                    queue_next(self._context, PUSH)
                    break
        return dict(self._count)

    def _claim(self) -> list[ClaimedPush]:
        now = self._context.now()
        with self._context.session() as session:
            return PushRepository(session).claim(self._org_id, now, now + CLAIMED_FOR, BATCH)

    def _connect(self, pass_type: str, connections: ExitStack) -> PassPush | None:
        if self._pusher is None:
            return None
        identity = self._identity(pass_type)
        return (
            None
            if identity is None
            else connections.enter_context(self._pusher.connected(identity))
        )

    def _identity(self, pass_type: str) -> PushIdentity | None:
        """Return the identity that proves that a pass type belongs to the organisation, or None if Apple would not
        accept it.
        """
        now = self._context.now()
        with self._context.session() as session:
            certificates = certificates_of(session, self._context.settings, now)
            row = certificates.of_type(self._org_id, pass_type)
            if row.is_development or row.expires_at <= now:
                return None
            own = certificates.signing(row)
        pem = own.certificate.public_bytes(Encoding.PEM) + own.issuer.public_bytes(Encoding.PEM)
        key = own.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        return PushIdentity(pass_type, pem, key)

    def _push(self, line: PassPush | None, pushes: Sequence[ClaimedPush]) -> int:
        """Push once to each phone, however many of its passes changed, and return how many pushes are finished."""
        of_token: dict[str, list[ClaimedPush]] = defaultdict(list)
        for it in pushes:
            of_token[self._sealer.unwrap(it.push_token_sealed)].append(it)
        outcomes: list[PushOutcome] = (
            ["refused"] * len(of_token) if line is None else line.push(list(of_token))
        )
        by_outcome: dict[PushOutcome, list[ClaimedPush]] = defaultdict(list)
        for outcome, of_phone in zip(outcomes, of_token.values(), strict=True):
            self._count[outcome] += 1
            by_outcome[outcome] += of_phone
        self._settle(by_outcome)
        return len(by_outcome["sent"]) + len(by_outcome["gone"])

    def _settle(self, by_outcome: dict[PushOutcome, list[ClaimedPush]]) -> None:
        now, org_id = self._context.now(), self._org_id
        with self._context.session() as session:
            rows = PushRepository(session)
            rows.finish(org_id, by_outcome["sent"])
            rows.postpone(org_id, by_outcome["refused"], now + UNTIL_RENEWED)
            for tries, pushes in _by_tries(by_outcome["later"]).items():
                delay = DELAYS[min(tries, len(DELAYS)) - 1]
                rows.postpone(org_id, pushes, now + delay)
            for it in by_outcome["gone"]:
                delete_phone(session, org_id, it.pass_id, it.device_id, it.push_token_sealed, now)
        if by_outcome["refused"]:
            log.warning("pushes wait for a certificate that Apple takes", org_id=org_id)


def _by_type(claimed: Sequence[ClaimedPush]) -> dict[str, list[ClaimedPush]]:
    found: dict[str, list[ClaimedPush]] = defaultdict(list)
    for it in claimed:
        found[it.pass_type].append(it)
    return found


def _by_tries(pushes: Sequence[ClaimedPush]) -> dict[int, list[ClaimedPush]]:
    found: dict[int, list[ClaimedPush]] = defaultdict(list)
    for it in pushes:
        found[it.tries].append(it)
    return found
