"""Referral codes, referrals, and decisions about them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from api.auth.member import Member
from api.domains.people.customers.errors import CustomerNotFound
from api.domains.people.customers.service import CustomerService
from api.domains.people.customers.types import Contacts
from api.domains.promotions.referrals.code_texts import parse_code
from api.domains.promotions.referrals.errors import (
    AlreadyDecided,
    AlreadyReferred,
    ProgramInactive,
    ReferralCodeNotFound,
    ReferralLoop,
    ReferralNotFound,
    SelfReferral,
    invalid,
    require_code,
)
from api.domains.promotions.referrals.guards import (
    flags_of,
    is_same_mailbox,
    is_similar_phone,
    mailbox_of,
)
from api.domains.promotions.referrals.models import Referral, ReferralCode
from api.domains.promotions.referrals.program import ReferralProgram
from api.domains.promotions.referrals.repository import ProgramRepository, ReferralRepository
from api.domains.promotions.referrals.schemas import DecideReferral, ListReferrals, ReferralCodeRead
from api.domains.promotions.referrals.settlement import Record, Settlement
from api.domains.promotions.referrals.types import DOUBTFUL, Evidence, Friend, Source
from api.jobs.queue import Jobs

NEW_CUSTOMER = timedelta(hours=24)
"""How long before a referral by a member or a program the friend may have become a customer."""
REFER_PATH = "/refer/"
GIVE_CODES = "referrals.give_codes"

KnowsReward = Callable[[str, str], bool]
KnowsCode = Callable[[str, str], bool]


class ReferralService:
    """Referrals of one organisation. A person is identified by all IDs of their merged profiles, their own first."""

    def __init__(
        self,
        programs: ProgramRepository,
        referrals: ReferralRepository,
        customers: CustomerService,
        settlement: Settlement,
        record: Record,
        jobs: Jobs,
        *,
        base_url: str,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._programs = programs
        self._referrals = referrals
        self._customers = customers
        self._settlement = settlement
        self._record = record
        self._jobs = jobs
        self._base_url = base_url.rstrip("/")
        self._now = now
        self._new_id = new_id

    def program(self, org_id: str) -> ReferralProgram:
        """Return the programme; an inactive one if none was saved."""
        saved = self._programs.find(org_id)
        return ReferralProgram() if saved is None else ReferralProgram.model_validate(saved)

    def save_program(
        self,
        me: Member,
        program: ReferralProgram,
        *,
        knows_reward: KnowsReward,
        needs_code: KnowsReward,
        knows_code: KnowsCode,
    ) -> ReferralProgram:
        """Store the programme. It applies to rewards that are given from now on.

        Raises:
            Invalid: a reward or the code does not exist, or the reward is available only at certain codes.
        """
        for side in ("friend_reward", "referrer_reward"):
            reward = getattr(program, side)
            if reward.kind != "reward":
                continue
            field, reward_id = f"{side}.reward_id", reward.reward_id or ""
            if not knows_reward(me.org_id, reward_id):
                raise invalid(field, "is not the id of a reward of the organisation", "unknown")
            if needs_code(me.org_id, reward_id):
                raise invalid(
                    field, "has a stock per code, so it can only be given at a code", "by_code"
                )
        require_code(knows_code, me.org_id, program.code_id)
        before = self.program(me.org_id)
        values = program.model_dump()
        self._programs.save(
            me.org_id, {**values, "updated_at": self._now, "updated_by": me.caller_id or None}
        )
        if _is_for_everyone(program) and not _is_for_everyone(before):
            self._jobs.enqueue(
                me.org_id, GIVE_CODES, {}, created_by=me.caller_id or None, is_bulk=True
            )
        return program

    def person(self, org_id: str, customer_id: str) -> tuple[str, ...]:
        """Return all IDs of a customer and of the profiles merged with them.

        Raises:
            CustomerNotFound: there is no such customer.
        """
        ids = self._customers.ids_of_person(org_id, customer_id)
        if not ids:
            raise CustomerNotFound
        return tuple(ids)

    def find_person(
        self, org_id: str, *, email: str | None = None, phone: str | None = None
    ) -> tuple[str, ...] | None:
        """Return the IDs of the person with this normalised email address, otherwise with this number in E.164 format;
        None if there is nobody.
        """
        found = self._customers.find(org_id, email=email, phone=phone)
        return self.person(org_id, found.customer_id) if found is not None else None

    def code(self, org_id: str, customer_ids: Sequence[str]) -> ReferralCodeRead:
        """Return a customer's code and link, and the number of friends and rewards."""
        found = self._programs.code_of(org_id, customer_ids)
        friends, rewarded = self._referrals.counts(org_id, customer_ids)
        return ReferralCodeRead(
            customer_id=customer_ids[0],
            code=found.code if found is not None else None,
            url=self.url(found.code) if found is not None else None,
            is_active=self.program(org_id).is_active,
            friends=friends,
            rewarded=rewarded,
        )

    def create_code(self, me: Member, customer_ids: Sequence[str]) -> ReferralCodeRead:
        """Return a customer's code and link; the code is created if there is none."""
        if self._programs.code_of(me.org_id, customer_ids) is None:
            self._programs.give_code(me.org_id, customer_ids[0], me.caller_id or None, self._now)
        return self.code(me.org_id, customer_ids)

    def url(self, code: str) -> str:
        """Return the URL of the page for friends."""
        return f"{self._base_url}{REFER_PATH}{code}"

    def find_code(self, org_id: str, text: str) -> ReferralCode:
        """Return a code from typed text; case, spaces and dashes are ignored.

        Raises:
            ReferralCodeNotFound: the organisation has no such code.
        """
        code = parse_code(text)
        found = self._programs.find_code(org_id, code) if code is not None else None
        if found is None:
            raise ReferralCodeNotFound
        return found

    def join(
        self,
        org_id: str,
        referrer_ids: Sequence[str],
        friend: Friend,
        first_name: str | None,
        code_id: str | None,
    ) -> None:
        """Add a visitor as the friend of a referrer. If the email address or phone number already belongs to a
        customer, is the referrer's, or was referred, nothing happens and the visitor sees no difference. So somebody
        who enters another person's address learns nothing and changes nothing.
        """
        program = self.program(org_id)
        if not program.is_active or self._is_self(org_id, referrer_ids, friend):
            return
        if self._customers.find(org_id, email=friend.email, phone=friend.phone) is not None:
            return
        evidence = self._evidence(org_id, referrer_ids, friend)
        identified = self._customers.identify(
            org_id,
            email=friend.email,
            phone=friend.phone,
            first_name=first_name,
            visitor_id=friend.visitor_id,
        )
        if identified.is_new:
            friend_id = identified.customer.customer_id
            self._add(
                *(org_id, program, referrer_ids[0], friend_id),
                *(friend, evidence, "link", code_id),
            )

    def add(
        self,
        me: Member,
        referrer_ids: Sequence[str],
        friend: Friend,
        first_name: str | None,
        code_id: str | None,
    ) -> Referral:
        """Add a referral on behalf of a member or a program.

        Raises:
            ProgramInactive: the programme is not running.
            SelfReferral: the email address or phone number is the referrer's, or both are the same customer.
            AlreadyReferred: somebody else referred the friend.
            ReferralLoop: the friend referred the referrer.
        """
        program = self.program(me.org_id)
        if not program.is_active:
            raise ProgramInactive
        if self._is_self(me.org_id, referrer_ids, friend):
            raise SelfReferral
        evidence = self._evidence(me.org_id, referrer_ids, friend)
        customer = self._customers.identify(
            me.org_id, email=friend.email, phone=friend.phone, first_name=first_name
        ).customer
        friend_ids = self.person(me.org_id, customer.customer_id)
        if set(friend_ids) & set(referrer_ids):
            raise SelfReferral
        if self._referrals.of_friend(me.org_id, friend_ids) is not None:
            raise AlreadyReferred
        is_existing = customer.created_at < self._now - NEW_CUSTOMER
        evidence = replace(evidence, is_existing=is_existing)
        source: Source = "member" if me.user_id is not None else "call"
        added = self._add(
            *(me.org_id, program, referrer_ids[0], friend_ids[0]),
            *(friend, evidence, source, code_id),
        )
        if isinstance(added, Referral):
            return added
        raise ReferralLoop if added == "loop" else AlreadyReferred

    def list_referrals(self, org_id: str, body: ListReferrals) -> tuple[list[Referral], int]:
        """Return a page of referrals, newest first, and the total number.

        Raises:
            CustomerNotFound: there is no such customer.
        """
        ids = self.person(org_id, body.customer_id) if body.customer_id is not None else None
        return self._referrals.list_referrals(org_id, body.state, ids, body.paging)

    def ready(self, org_id: str) -> Sequence[str]:
        """Return referrals whose friend has acted and whose rewards can be given now, oldest first, at most 500."""
        return self._referrals.ready(org_id, self._now, 500)

    def decide(self, me: Member, body: DecideReferral) -> Referral:
        """Approve a doubtful referral, so that its rewards are given once the friend has acted, or reject it for good.

        Raises:
            ReferralNotFound: there is no such referral.
            AlreadyDecided: it is not waiting for a decision.
        """
        found = self._referrals.find(me.org_id, body.referral_id)
        if found is None:
            raise ReferralNotFound
        self._settlement.lock(me.org_id, found)
        is_approved = body.action == "approve"
        values = {
            "state": "held" if is_approved else "rejected",
            "decision": "approved" if is_approved else "rejected",
            "decided_at": self._now,
            "decided_by": me.caller_id or None,
            "note": body.note,
        }
        if not self._referrals.decide(me.org_id, body.referral_id, values):
            raise AlreadyDecided
        if is_approved:
            self._settlement.settle(me, self.program(me.org_id), body.referral_id)
        decided = self._referrals.find(me.org_id, body.referral_id)
        assert decided is not None
        if not is_approved:
            self._record(decided, "rejected")
        return decided

    def _is_self(self, org_id: str, referrer_ids: Sequence[str], friend: Friend) -> bool:
        """Return whether the friend's address leads to the referrer's mailbox, or the number is the referrer's."""
        for contacts in self._contacts(org_id, referrer_ids):
            if is_same_mailbox(contacts.email, friend.email):
                return True
            if friend.phone is not None and contacts.phone == friend.phone:
                return True
        return False

    def _contacts(self, org_id: str, customer_ids: Sequence[str]) -> Iterator[Contacts]:
        for customer_id in customer_ids:
            profile = self._customers.find_profile(org_id, customer_id)
            if profile is not None:
                yield self._customers.contacts(profile)

    def _evidence(self, org_id: str, referrer_ids: Sequence[str], friend: Friend) -> Evidence:
        """Collect what is known of a friend; other new referrals of the organisation wait until the transaction
        ends.
        """
        self._referrals.lock_tree(org_id)
        recent = self._referrals.recent(org_id, referrer_ids, self._now)
        visitor_id, mailbox, network = self._traces(org_id, friend)
        referrals = self._referrals
        return Evidence(
            is_own_device=visitor_id is not None
            and (
                referrals.is_browser_of(org_id, visitor_id, referrer_ids)
                or referrals.has_friend_with(org_id, referrer_ids, visitor_id=visitor_id)
            ),
            is_known_mailbox=mailbox is not None
            and referrals.has_friend_with(org_id, referrer_ids, mailbox_index=mailbox),
            has_similar_phone=any(
                is_similar_phone(it.phone, friend.phone)
                for it in self._contacts(org_id, referrer_ids)
            ),
            has_shared_phone=self._is_shared(org_id, friend),
            on_network=sum(it.network_index == network for it in recent if network is not None),
            of_day=len(recent),
        )

    def _is_shared(self, org_id: str, friend: Friend) -> bool:
        """Return whether the friend's number belongs to a customer with another email address."""
        if friend.phone is None or friend.email is None:
            return False
        of_phone = self._customers.find(org_id, phone=friend.phone)
        of_email = self._customers.find(org_id, email=friend.email)
        return of_phone is not None and (
            of_email is None or of_email.customer_id != of_phone.customer_id
        )

    def _traces(self, org_id: str, friend: Friend) -> tuple[str | None, bytes | None, bytes | None]:
        """Return what is stored of a friend for later comparisons: the browser, and the blind indexes of mailbox and
        network.
        """
        index = self._customers.sealer.index
        mailbox = index(org_id, "email", mailbox_of(friend.email)) if friend.email else None
        network = index(org_id, "email", f"network:{friend.network}") if friend.network else None
        return friend.visitor_id, mailbox, network

    def _add(
        self,
        org_id: str,
        program: ReferralProgram,
        referrer_id: str,
        friend_id: str,
        friend: Friend,
        evidence: Evidence,
        source: Source,
        code_id: str | None,
    ) -> Referral | str:
        """Store a referral and return it, or the reason why the database refuses it."""
        flags = flags_of(evidence, program.daily_limit)
        visitor_id, mailbox, network = self._traces(org_id, friend)
        referral = Referral(
            referral_id=self._new_id("ref"),
            org_id=org_id,
            referrer_id=referrer_id,
            friend_id=friend_id,
            source=source,
            code_id=code_id,
            state="doubtful" if DOUBTFUL & set(flags) else "held",
            flags=flags,
            mailbox_index=mailbox,
            network_index=network,
            visitor_id=visitor_id,
            created_at=self._now,
            act_by=self._now + timedelta(days=program.days_to_act),
        )
        refusal = self._referrals.add(referral)
        if refusal is not None:
            return refusal
        self._record(referral, "referred")
        return referral


def _is_for_everyone(program: ReferralProgram) -> bool:
    return program.is_active and program.codes_for == "everyone"
