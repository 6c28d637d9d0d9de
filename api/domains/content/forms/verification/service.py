"""The rules of passcodes: six digits, ten minutes, five tries, and half a minute between two passcodes."""

import hmac
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

from api.domains.content.forms.verification.errors import (
    CodeSentAlready,
    SmsNotAvailable,
    TooManyCodes,
    not_a_phone,
    takes_no_texts,
)
from api.domains.content.forms.verification.models import PhoneVerificationRow
from api.domains.content.forms.verification.passcodes import DIGITS, read_passcode
from api.domains.content.forms.verification.repository import VerificationRepository
from api.domains.content.forms.verification.schemas import PhoneVerification
from api.domains.people.customers.contacts import normalised_phone
from api.integrations.ports.sms_sender import PhoneRefused, SmsSender, SmsUnavailable

PASSCODE_LIFETIME = timedelta(minutes=10)
MAX_TRIES = 5
RESEND_AFTER = timedelta(seconds=30)
SENDING_WINDOW = timedelta(days=1)
MAX_SENT_IN_WINDOW = 10
PROOF_LIFETIME = timedelta(minutes=30)


def e164(text: str, region: str) -> str:
    """Return the number in E.164. A number without a country code is read as one of `region`.

    Numbers reserved for fiction (555-0100) are possible but not valid; they are accepted.

    Raises:
        Invalid: it is not a phone number.
    """
    phone = normalised_phone(text, region)
    if phone is None:
        raise not_a_phone()
    return phone


def phone_key_of(secret: bytes, org_id: str, phone: str) -> str:
    """Return the key under which verifications store a phone number."""
    return _digest(secret, b"phone", org_id, phone)


def _digest(secret: bytes, purpose: bytes, *parts: str) -> str:
    key = hmac.digest(secret, b"phone verification: " + purpose, "sha256")
    return hmac.new(key, "\n".join(parts).encode(), "sha256").hexdigest()


class VerificationService:
    """Sends passcodes and checks them, for one organisation at a time."""

    def __init__(
        self,
        verifications: VerificationRepository,
        sms: SmsSender,
        *,
        secret: bytes,
        now: datetime,
        new_id: Callable[[str], str],
        new_code: Callable[[], str] = lambda: f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}",
    ) -> None:
        self._verifications = verifications
        self._sms = sms
        self._secret = secret
        self._now = now
        self._new_id = new_id
        self._new_code = new_code

    def send(self, org_id: str, sender: str, phone: str) -> PhoneVerification:
        """Send a passcode to the number. An earlier one is no longer valid.

        Raises:
            CodeSentAlready: one was sent half a minute ago or less.
            TooManyCodes: ten were sent within a day.
            SmsNotAvailable: text messages cannot be sent.
            Invalid: no message can be sent to this number.
        """
        passcode = self._new_code()
        row = PhoneVerificationRow(
            verification_id=self._new_id("ver"),
            org_id=org_id,
            phone_key=self._key(org_id, phone),
            code_hash=self._hash(org_id, phone, passcode),
            sent_at=self._now,
            expires_at=self._now + PASSCODE_LIFETIME,
        )
        if not self._verifications.renew(
            row, wait=RESEND_AFTER, window=SENDING_WINDOW, at_most=MAX_SENT_IN_WINDOW
        ):
            raise self._too_soon(org_id, row.phone_key)
        minutes = int(PASSCODE_LIFETIME.total_seconds() // 60)
        try:
            self._sms.send(
                org_id,
                phone,
                f"{passcode} is your code for {sender}. It is good for {minutes} minutes.",
            )
        except SmsUnavailable as unsent:
            raise SmsNotAvailable from unsent
        except PhoneRefused as refused:
            raise takes_no_texts() from refused
        return PhoneVerification(
            state="sent",
            verified=False,
            message="A code was sent.",
            phone=phone,
            expires_at=row.expires_at,
            resend_after=self._now + RESEND_AFTER,
            tries_left=MAX_TRIES,
        )

    def check(self, org_id: str, phone: str, typed: str) -> PhoneVerification:
        """Check whether this is the passcode that was sent. Each call with six digits uses one of the tries."""
        key = self._key(org_id, phone)
        passcode = read_passcode(typed)
        if passcode is None:
            return self._wrong(org_id, key, phone)
        code_hash = self._verifications.use_try(org_id, key, self._now, MAX_TRIES)
        if code_hash is None:
            return PhoneVerification(
                state="expired",
                verified=False,
                message="This code has expired. Please request a new one.",
                phone=phone,
                tries_left=0,
            )
        if hmac.compare_digest(code_hash, self._hash(org_id, phone, passcode)):
            verification_id = self._verifications.verify(org_id, key, self._now) or ""
            return PhoneVerification(
                state="verified",
                verified=True,
                message="Your number is verified.",
                phone=phone,
                proof=self._proof(org_id, phone, verification_id),
            )
        return self._wrong(org_id, key, phone)

    def _wrong(self, org_id: str, key: str, phone: str) -> PhoneVerification:
        row = self._verifications.find(org_id, key)
        left = MAX_TRIES - row.tries if row else 0
        return PhoneVerification(
            state="wrong",
            verified=False,
            message="This code is not correct."
            if left
            else "This code is not correct. Request a new one.",
            phone=phone,
            tries_left=left,
        )

    def is_proven(self, org_id: str, phone: str, proof: str) -> bool:
        """Return whether a proof shows that the number was verified within the last half hour. The proof stays
        valid.
        """
        verification_id = proof.partition(".")[0]
        if not hmac.compare_digest(proof, self._proof(org_id, phone, verification_id)):
            return False
        row = self._verifications.find(org_id, self._key(org_id, phone))
        if row is None or row.verification_id != verification_id or row.verified_at is None:
            return False
        return row.verified_at > self._now - PROOF_LIFETIME

    def use_proof(self, org_id: str, phone: str, proof: str) -> bool:
        """Use up a proof that the number was verified within the last half hour. It is valid once."""
        verification_id = proof.partition(".")[0]
        if not hmac.compare_digest(proof, self._proof(org_id, phone, verification_id)):
            return False
        since = self._now - PROOF_LIFETIME
        return self._verifications.use(org_id, self._key(org_id, phone), verification_id, since)

    def _too_soon(self, org_id: str, key: str) -> CodeSentAlready | TooManyCodes:
        row = self._verifications.find(org_id, key)
        again_at = row.sent_at + RESEND_AFTER if row else self._now + RESEND_AFTER
        if row is None or again_at > self._now:
            seconds = max(1, int((again_at - self._now).total_seconds()) + 1)
            return CodeSentAlready(headers={"Retry-After": str(seconds)})
        seconds = max(1, int((row.first_sent_at + SENDING_WINDOW - self._now).total_seconds()) + 1)
        return TooManyCodes(headers={"Retry-After": str(seconds)})

    def _key(self, org_id: str, phone: str) -> str:
        return phone_key_of(self._secret, org_id, phone)

    def _proof(self, org_id: str, phone: str, verification_id: str) -> str:
        return f"{verification_id}.{self._digest(b'proof', org_id, phone, verification_id)}"

    def _hash(self, org_id: str, phone: str, passcode: str) -> str:
        return self._digest(b"passcode", org_id, phone, passcode)

    def _digest(self, purpose: bytes, *parts: str) -> str:
        return _digest(self._secret, purpose, *parts)
