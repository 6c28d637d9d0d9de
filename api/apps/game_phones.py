"""Connects games to the verification of phone numbers."""

from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.domains.content.forms.verification.dependencies import verifications_of
from api.domains.content.forms.verification.errors import (
    CodeSentAlready,
    SmsNotAvailable,
    TooManyCodes,
)
from api.domains.content.forms.verification.sending_slots import SlotLimitedSender
from api.domains.content.forms.verification.service import VerificationService, e164
from api.domains.content.forms.verification.state import VerificationState
from api.domains.people.customers.contacts import region_of
from api.domains.promotions.games.phones_port import GamePhones, PhoneStep
from api.kit.clock import Clock
from api.kit.errors import Invalid
from runtime.settings import Settings


def game_phones(settings: Settings, clock: Clock, state: VerificationState) -> GamePhones:
    """Return the phone verification that games need in a running web process."""

    def phones_of(session: Session) -> VerificationService:
        now = clock()
        sender = SlotLimitedSender(state.sms_sender(session, now), state.sending_slots)
        return verifications_of(session, sender, settings, now)

    def is_proven(session: Session, org_id: str, phone: str, proof: str) -> bool:
        return phones_of(session).is_proven(org_id, phone, proof)

    def confirm(session: Session, org_id: str, sender: str, typed: str, code: str) -> PhoneStep:
        phones = phones_of(session)
        try:
            phone = e164(typed, region_of(organization_of(session, org_id).locale))
            if code:
                return _checked(phones, org_id, phone, code)
            with session.begin_nested():
                phones.send(org_id, sender, phone)
        except (SmsNotAvailable, TooManyCodes) as error:
            return PhoneStep(says=f"phone_{error.code}")
        except CodeSentAlready:
            pass  # the text message is already on its way
        except Invalid:
            return PhoneStep(says="phone_takes_no_texts")
        return PhoneStep(says="phone_sent")

    return GamePhones(is_proven, confirm)


def _checked(phones: VerificationService, org_id: str, phone: str, code: str) -> PhoneStep:
    found = phones.check(org_id, phone, code)
    if found.proof is not None:
        return PhoneStep(phone, found.proof)
    return PhoneStep(says="phone_old_code" if found.state == "expired" else "phone_wrong_code")
