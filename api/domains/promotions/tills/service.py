"""Devices, staff and sessions of tills."""

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from api.auth.keys import hash_key
from api.auth.member import Member
from api.db.session import commit_early
from api.domains.promotions.tills.errors import (
    StaffLocked,
    StaffNotFound,
    TillNotFound,
    TillUnknown,
    TooManyStaff,
    TooManyTills,
    wrong_pin,
)
from api.domains.promotions.tills.models import Till, TillSession, TillStaff
from api.domains.promotions.tills.repository import TillRepository
from api.domains.promotions.tills.schemas import (
    EnrolTill,
    SaveTillStaff,
    TillEnrolled,
    TillOpened,
    TillPerson,
    TillUnlocked,
    UnlockTill,
)
from api.kit import slow_hashes

MAX_TILLS = 200
MAX_STAFF = 500
ATTEMPTS = 5
PAUSE = timedelta(minutes=15)
SHIFT = timedelta(hours=12)
"""How long a session lasts after the PIN was entered; longer than any shift."""


class TillService:
    """Tills of one organisation."""

    def __init__(
        self,
        session: Session,
        now: datetime,
        new_id: Callable[[str], str],
        new_secret: Callable[[], str],
    ) -> None:
        self._session = session
        self._tills = TillRepository(session)
        self._now = now
        self._new_id = new_id
        self._new_secret = new_secret

    def enrol(self, me: Member, body: EnrolTill) -> TillEnrolled:
        """Enrol a device as a till.

        Raises:
            TooManyTills: there would be more than 200.
        """
        if self._tills.count(me.org_id) >= MAX_TILLS:
            raise TooManyTills
        secret = self._new_secret()
        till = Till(
            till_id=self._new_id("till"),
            org_id=me.org_id,
            name=body.name,
            secret_hash=hash_key(secret),
            enrolled_at=self._now,
            enrolled_by=me.caller_id or None,
        )
        self._tills.add(till)
        return TillEnrolled(
            till_id=till.till_id, name=till.name, enrolled_at=till.enrolled_at, secret=secret
        )

    def list_all(self, org_id: str) -> list[Till]:
        """Return the enrolled devices, by name."""
        return list(self._tills.list_all(org_id))

    def revoke(self, org_id: str, till_id: str) -> Till:
        """Revoke a device, so that its secret stops working and its sessions end.

        Raises:
            TillNotFound: no such device is enrolled.
        """
        till = self._tills.find(org_id, till_id)
        if till is None:
            raise TillNotFound
        till.revoked_at = self._now
        self._tills.add(till)
        self._tills.end_sessions(org_id, till_id=till_id)
        return till

    def staff(self, org_id: str) -> list[TillStaff]:
        """Return the staff at tills, by name."""
        return list(self._tills.staff(org_id))

    def save_staff(self, org_id: str, body: SaveTillStaff) -> TillStaff:
        """Add or change a staff member. A new PIN ends their sessions, and their lockout after wrong PINs.

        Raises:
            StaffNotFound: there is no such person.
            TooManyStaff: there would be more than 500.
        """
        pin_hash = slow_hashes.make_hash(body.pin.encode()) if body.pin is not None else None
        if body.staff_id is not None:
            person = self._person(org_id, body.staff_id)
        else:
            if self._tills.count_staff(org_id) >= MAX_STAFF:
                raise TooManyStaff
            person = TillStaff(
                staff_id=self._new_id("stf"), org_id=org_id, created_at=self._now, attempts=0
            )
        person.name = body.name
        person.daily_points = body.daily_points
        person.daily_stamps = body.daily_stamps
        person.daily_redemptions = body.daily_redemptions
        if pin_hash is not None:
            person.pin_hash, person.attempts, person.locked_until = pin_hash, 0, None
        self._tills.add(person)
        if pin_hash is not None:
            self._tills.end_sessions(org_id, staff_id=person.staff_id)
        return person

    def delete_staff(self, org_id: str, staff_id: str) -> TillStaff:
        """Remove a staff member: their sessions end, and their actions remain in the log.

        Raises:
            StaffNotFound: there is no such person.
        """
        person = self._person(org_id, staff_id)
        person.deleted_at = self._now
        self._tills.add(person)
        self._tills.end_sessions(org_id, staff_id=staff_id)
        return person

    def open(self, org_id: str, secret: str) -> TillOpened:
        """Return the till and its staff.

        Raises:
            TillUnknown: the device is no longer enrolled.
        """
        till = self._till(org_id, secret)
        people = [
            TillPerson(staff_id=one.staff_id, name=one.name) for one in self._tills.staff(org_id)
        ]
        return TillOpened(name=till.name, staff=people)

    def unlock(self, org_id: str, body: UnlockTill) -> TillUnlocked:
        """Start a session by a PIN. The database limits how many PINs are compared.

        Raises:
            TillUnknown: the device is no longer enrolled.
            StaffNotFound: there is no such person.
            StaffLocked: there were too many wrong PINs.
            Invalid: the PIN is wrong.
        """
        till = self._till(org_id, body.secret)
        name = self._person(org_id, body.staff_id).name
        pin_hash = self._tills.claim_attempt(org_id, body.staff_id, ATTEMPTS, self._now, PAUSE)
        # The attempt counts even if this request fails.
        commit_early(self._session)
        if pin_hash is None:
            raise StaffLocked(headers={"Retry-After": str(int(PAUSE.total_seconds()))})
        if not slow_hashes.verify(body.pin.encode(), pin_hash):
            raise wrong_pin()
        self._tills.forgive(org_id, body.staff_id)
        self._tills.end_sessions(org_id, before=self._now)
        token, expires_at = self._new_secret(), self._now + SHIFT
        self._tills.add(
            TillSession(
                token_hash=hash_key(token),
                org_id=org_id,
                till_id=till.till_id,
                staff_id=body.staff_id,
                expires_at=expires_at,
            )
        )
        return TillUnlocked(token=token, name=name, expires_at=expires_at)

    def _till(self, org_id: str, secret: str) -> Till:
        till = self._tills.find_by_secret(org_id, hash_key(secret))
        if till is None:
            raise TillUnknown
        return till

    def _person(self, org_id: str, staff_id: str) -> TillStaff:
        person = self._tills.find_staff(org_id, staff_id)
        if person is None:
            raise StaffNotFound
        return person
