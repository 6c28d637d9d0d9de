"""The rules of passes."""

import hashlib
import hmac
from collections.abc import Callable, Sequence
from datetime import datetime
from urllib.parse import quote
from uuid import UUID

from uuid_utils.compat import uuid7

from api.auth.tenants import organization_of
from api.domains.people.customers.errors import CustomerNotFound
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.domains.wallet.passes.addresses import pass_path
from api.domains.wallet.passes.certificates import CertificateService
from api.domains.wallet.passes.changing import set_content, with_news_of
from api.domains.wallet.passes.errors import (
    PassNotFound,
    SerialNumberTaken,
    TooManyPasses,
    WrongPassToken,
    fewer_than_used,
    unknown_customer,
)
from api.domains.wallet.passes.events import Action, pass_event
from api.domains.wallet.passes.linter import lint
from api.domains.wallet.passes.models import Pass, PassCertificateRow
from api.domains.wallet.passes.pictures import PassPictures
from api.domains.wallet.passes.repository import PassRepository
from api.domains.wallet.passes.schemas import (
    ChangedPasses,
    CreatePass,
    LintFinding,
    PassRead,
    PassSummary,
    UpdatePass,
)
from api.domains.wallet.passes.types import HeldPass, PassOrder, TemplateUse, uses_of
from api.domains.wallet.passes.views import names_of_holders, summary_of
from api.kit.pagination import Page, Paging, page_of
from api.rendering.wallet.apple_json import Identity, pass_json, pass_strings
from api.rendering.wallet.apple_package import package
from api.rendering.wallet.content import WalletPass
from ingest.outbox.recording import record

MAX_PASSES = 1_000_000
MOST_CHANGED = 1_000
"""Maximum number of serial numbers in one response. A phone asks again with the tag that it got."""


class PassService:
    """Passes of one organisation."""

    def __init__(
        self,
        passes: PassRepository,
        certificates: CertificateService,
        customers: CustomerService,
        sealer: Sealer,
        pictures: PassPictures,
        *,
        base_url: str,
        secret: bytes,
        now: datetime,
        new_id: Callable[[str], str],
        new_event_id: Callable[[], UUID] = uuid7,
        draw_later: Callable[[str, str], None] = lambda _org_id, _pass_id: None,
    ) -> None:
        """Create the service. `draw_later` schedules the drawing of a pass's pictures for after the request."""
        self._draw_later = draw_later
        self._passes = passes
        self._certificates = certificates
        self._customers = customers
        self._sealer = sealer
        self._pictures = pictures
        self._base_url = base_url.rstrip("/")
        self._secret = secret
        self._now = now
        self._new_id = new_id
        self._new_event_id = new_event_id

    def create(
        self,
        org_id: str,
        created_by: str | None,
        body: CreatePass,
        use: TemplateUse | None = None,
    ) -> PassRead:
        """Create a pass, optionally from a template.

        Raises:
            SerialNumberTaken, TooManyPasses: the pass cannot be created.
            Invalid: the customer does not exist.
        """
        if body.customer_id is not None:
            self._require_customer(org_id, body.customer_id)
        row, certificate = self._add(
            org_id,
            body.content,
            serial_number=body.serial_number or self._new_id("wp"),
            customer_id=body.customer_id,
            created_by=created_by,
            max_uses=body.max_uses or uses_of(body.content),
            template_id=use.template_id if use else None,
            template_version=use.version if use else None,
            template_values=dict(use.values) if use else {},
            import_id=use.import_id if use else None,
        )
        # Pictures of a template were drawn when it was published.
        if use is None and body.content.pictures:
            self._draw_later(org_id, row.pass_id)
        return self._read(row, certificate)

    def lock_changes(self, org_id: str) -> None:
        """Prevent others from creating or changing passes of the organisation until the transaction ends."""
        self._passes.next_tag(org_id)

    def add_copy(
        self,
        org_id: str,
        content: WalletPass,
        *,
        serial_number: str,
        customer_id: str | None,
        offer_id: str,
        visitor_id: str | None,
        max_uses: int | None,
    ) -> Pass:
        """Create a pass that a visitor takes from an offer.

        Raises:
            TooManyPasses: the organisation cannot have more.
        """
        row, _ = self._add(
            org_id,
            content,
            serial_number=serial_number,
            customer_id=customer_id,
            offer_id=offer_id,
            visitor_id=visitor_id,
            max_uses=max_uses,
        )
        return row

    def _add(
        self, org_id: str, content: WalletPass, **columns: object
    ) -> tuple[Pass, PassCertificateRow]:
        tag = self._passes.next_tag(org_id)
        # Each pass took its own tag, so the limit can only be exceeded beyond that many tags.
        if tag > MAX_PASSES and self._passes.count(org_id) >= MAX_PASSES:
            raise TooManyPasses
        certificate = self._certificates.for_new_passes(org_id)
        row = Pass(
            pass_id=self._new_id("pass"),
            org_id=org_id,
            pass_type=certificate.pass_type,
            content=content.model_dump(mode="json"),
            change_tag=tag,
            created_at=self._now,
            updated_at=self._now,
            **columns,
        )
        if not self._passes.add(row):
            raise SerialNumberTaken
        self.tell(row, "created")
        return row, certificate

    def get(self, org_id: str, pass_id: str) -> PassRead:
        """Return a pass.

        Raises:
            PassNotFound: the pass does not exist.
        """
        row = self._find(org_id, pass_id)
        return self._read(row, self._certificates.of_type(org_id, row.pass_type))

    def update(self, org_id: str, pass_id: str, body: UpdatePass) -> PassRead:
        """Change the content of a pass. The same content again is not a change, so no phone is notified.

        Raises:
            PassNotFound: the pass does not exist.
        """
        row = self.lock_row(org_id, pass_id)
        if body.max_uses is not None:
            if body.max_uses < row.uses:
                raise fewer_than_used(row.uses)
            row.max_uses = body.max_uses
        if body.content.pictures and row.content != body.content.model_dump(mode="json"):
            self._draw_later(org_id, pass_id)
        self.show(row, body.content)
        return self._read(row, self._certificates.of_type(org_id, row.pass_type))

    def show(self, row: Pass, content: WalletPass) -> None:
        """Change the content of a pass, in a transaction that has locked it. Only an actual change takes a tag. Others
        must wait for tags, so this comes last.
        """
        shown = content.model_dump(mode="json")
        if shown != row.content:
            set_content(row, shown, self._passes.next_tag(row.org_id), self._now)
            self.tell(row, "updated")
        self._passes.session.flush()

    def replace(self, org_id: str, pass_id: str, content: WalletPass, use: TemplateUse) -> None:
        """Change the content of a pass to the current content of its template. A void pass remains void, and the last
        message on its back remains.

        Raises:
            PassNotFound: the pass does not exist.
        """
        row = self.lock_row(org_id, pass_id)
        row.template_id, row.template_version = use.template_id, use.version
        row.template_values = dict(use.values)
        is_void = content.is_void or row.content["is_void"]
        shown = with_news_of(row.content, content)
        self.show(row, shown.model_copy(update={"is_void": is_void}))

    def held_pass(self, org_id: str, pass_id: str) -> HeldPass:
        """Return a pass with the template and values from which it was created.

        Raises:
            PassNotFound: the pass does not exist.
        """
        return self._find(org_id, pass_id)

    def find_of_template(self, org_id: str, template_id: str, customer_id: str) -> HeldPass | None:
        """Return the pass that a customer has from a template. If there are several, return the first."""
        return self._passes.find_of_template(org_id, template_id, customer_id)

    def outdated(
        self, org_id: str, template_id: str, version: int, after: str, most: int
    ) -> Sequence[HeldPass]:
        """Return passes of a template that show another version of it, locked, ordered by ID."""
        return self._passes.outdated(org_id, template_id, version, after, most)

    def count_by_template(self, org_id: str, template_ids: Sequence[str]) -> dict[str, int]:
        """Return how many passes were created from each of these templates."""
        return self._passes.count_by_template(org_id, template_ids)

    def search(
        self,
        org_id: str,
        text: str | None,
        customer_id: str | None,
        paging: Paging,
        order: PassOrder,
    ) -> Page[PassSummary]:
        """Return a page of passes, of one customer if given."""
        rows, total = self._passes.search(org_id, text, customer_id, paging, order)
        installs = self._passes.installs(org_id, [row.pass_id for row in rows])
        types = {row.pass_type for row in rows}
        own = {it: self._certificates.of_type(org_id, it) for it in types}
        names = names_of_holders(self._passes.session, org_id, rows)
        items = [
            summary_of(row, own[row.pass_type], installs.get(row.pass_id, 0), names) for row in rows
        ]
        return page_of(items, total, paging)

    def signed(self, row: Pass) -> bytes:
        """Return the `.pkpass` file of a pass in its current state."""
        content = WalletPass.model_validate(row.content)
        certificate = self._certificates.of_type(row.org_id, row.pass_type)
        identity = Identity(
            pass_type=row.pass_type,
            team=certificate.team,
            serial_number=row.serial_number,
            token=self.token(row.pass_type, row.serial_number),
            web_service_url=self.web_service_url,
        )
        texts = pass_strings(content).items()
        files = {
            "pass.json": pass_json(content, identity),
            **self._pictures.files(row.org_id, content),
            **{f"{language}.lproj/pass.strings": text for language, text in texts},
        }
        return package(files, self._certificates.signing(certificate))

    def get_row(self, org_id: str, pass_id: str) -> Pass:
        """Return a pass as it is stored.

        Raises:
            PassNotFound: the pass does not exist.
        """
        return self._find(org_id, pass_id)

    def lock_row(self, org_id: str, pass_id: str) -> Pass:
        """Return the current state of a pass, locked until the transaction ends. Passes are locked before a tag is
        taken, so that two transactions never wait for each other.

        Raises:
            PassNotFound: the pass does not exist.
        """
        row = self._passes.lock(org_id, pass_id)
        if row is None:
            raise PassNotFound
        return row

    def find_serial(self, org_id: str, pass_type: str, serial_number: str) -> Pass:
        """Return the pass that a download names.

        Raises:
            PassNotFound: the pass does not exist.
        """
        row = self._passes.find_serial(org_id, pass_type, serial_number)
        if row is None:
            raise PassNotFound
        return row

    def held(
        self, org_id: str | None, pass_type: str, serial_number: str, token: str | None
    ) -> Pass:
        """Return the pass of a phone that proves with the token inside the pass that it has it.

        Raises:
            WrongPassToken: the token is wrong, or there is no such pass.
        """
        expected = self.token(pass_type, serial_number)
        if token is None or not hmac.compare_digest(expected.encode(), token.encode()):
            raise WrongPassToken
        row = self._passes.find_serial(org_id, pass_type, serial_number) if org_id else None
        if row is None:
            raise WrongPassToken
        return row

    def register(self, row: Pass, device_id: str, push_token: str) -> bool:
        """Store that a phone has a pass. Return False if that was already known."""
        sealed = self._sealer.wrap(push_token)
        is_new = self._passes.register(row.org_id, row.pass_id, device_id, sealed, self._now)
        if is_new:
            self.tell(row, "installed")
        return is_new

    def unregister(self, row: Pass, device_id: str) -> None:
        """Delete the registration of a phone for a pass. Repeating it is not an error and records nothing."""
        if self._passes.unregister(row.org_id, row.pass_id, device_id, self._now):
            self.tell(row, "removed")

    def note_fetch(self, row: Pass) -> None:
        """Store that a phone has the current state of the pass."""
        if row.fetched_tag < row.change_tag:
            self._passes.note_fetch(row.org_id, row.pass_id, row.change_tag)

    def tell(self, row: Pass, action: Action) -> None:
        """Record an action on a pass, in the transaction of the change."""
        session = self._passes.session
        is_demo = organization_of(session, row.org_id).is_demo
        event = pass_event(
            row, action, is_demo=is_demo, event_id=self._new_event_id(), now=self._now
        )
        record(session, event)

    def changed(
        self, org_id: str, device_id: str, pass_type: str, since: int
    ) -> ChangedPasses | None:
        """Return the passes on a phone that changed after a tag, or None if none did."""
        rows = self._passes.changed_on(org_id, device_id, pass_type, since, MOST_CHANGED)
        if not rows:
            return None
        return ChangedPasses(serialNumbers=[it for it, _ in rows], lastUpdated=str(rows[-1][1]))

    def token(self, pass_type: str, serial_number: str) -> str:
        """Return the authentication token inside a pass, which is derived from the installation's secret."""
        message = f"pass token\n{pass_type}\n{serial_number}".encode()
        return hmac.digest(self._secret, message, hashlib.sha256).hex()

    @property
    def web_service_url(self) -> str | None:
        """Return the address where phones fetch changes, without their `/v1`; None unless it is https."""
        return f"{self._base_url}/dev" if self._base_url.startswith("https://") else None

    def lint(self, org_id: str, content: WalletPass) -> list[LintFinding]:
        """Return the findings about a pass that should be known before it is given to anybody."""
        facts = self._pictures.facts(org_id, content)
        return lint(content, self._now, web_service_url=self.web_service_url, pictures=facts)

    def _require_customer(self, org_id: str, customer_id: str) -> None:
        try:
            self._customers.get(org_id, customer_id)
        except CustomerNotFound:
            raise unknown_customer() from None

    def _find(self, org_id: str, pass_id: str) -> Pass:
        row = self._passes.find(org_id, pass_id)
        if row is None:
            raise PassNotFound
        return row

    def _read(self, row: Pass, certificate: PassCertificateRow) -> PassRead:
        content = WalletPass.model_validate(row.content)
        phones = self._passes.installs(row.org_id, [row.pass_id]).get(row.pass_id, 0)
        names = names_of_holders(self._passes.session, row.org_id, [row])
        path = f"/dev/pass/{quote(row.pass_type)}/{quote(row.serial_number)}.pkpass"
        return PassRead(
            **summary_of(row, certificate, phones, names).model_dump(),
            content=content,
            url=self._base_url + path,
            page_url=self._base_url + pass_path(row.pass_id),
            findings=self.lint(row.org_id, content),
        )
