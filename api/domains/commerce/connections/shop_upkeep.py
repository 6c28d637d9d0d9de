"""Keeps Waypost in step with connected shops each minute: products on pages, and discounts of promo codes."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta
from typing import TypeVar

import structlog
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.commerce.connections.models import Connection, ShopDiscount
from api.domains.commerce.connections.repository import ConnectionRepository
from api.domains.commerce.connections.requests import History, make
from api.domains.commerce.connections.shop_discounts_repository import ShopDiscountRepository
from api.domains.commerce.connections.shop_pages import encoded, now_of, picture_bytes
from api.domains.commerce.connections.tokens import NoTokens, Tokens
from api.domains.commerce.connections.upkeep import organizations_to_keep_current
from api.domains.content.pages.errors import RendererMissing
from api.domains.content.pages.lifespan import RENDERER
from api.domains.content.pages.publishing import Publisher
from api.domains.content.pages.reading import pages_with_product
from api.domains.content.pages.rendering import NodeRenderer
from api.domains.content.pages.rerendering import NOT_DRAWN, rerender
from api.domains.content.shop_products.service import CHECKED_FOR, KeptProduct, ShopProductService
from api.domains.content.shop_products.types import VENDOR
from api.domains.promotions.promo_locks.reading import has_valid_promos, withdrawn_promos
from api.integrations.ports.connector import Credentials
from api.integrations.ports.shop_sales import Product, SalesConnector
from api.integrations.shop_sales import sales_at
from api.jobs.registry import slow_periodic_task
from api.objects.store import objects_of
from runtime.settings import Settings

Result = TypeVar("Result")
COMMITTED_WITHIN = timedelta(minutes=2)
"""The longest time that a withdrawal of promo codes may take to be committed."""
log = structlog.get_logger(__name__)


@slow_periodic_task
def keep_shops_current(settings: Settings, engine: Engine, now: datetime) -> None:
    """Bring the pages and discounts of all organisations up to date."""
    update_shops(settings, engine, now, Publisher(NodeRenderer(RENDERER)))


def update_shops(settings: Settings, engine: Engine, now: datetime, publisher: Publisher) -> int:
    """Ask shops about changed products, rerender pages and end discounts; return the number of organisations."""
    due = organizations_to_keep_current(settings, now - CHECKED_FOR)
    for org_id in due:
        upkeep = _Upkeep(settings, engine, now, org_id)
        try:
            upkeep.read_products()
            upkeep.draw_pages(publisher)
            upkeep.end_discounts()
        except Exception:  # the shops of other organisations are still updated
            log.exception("shop not brought up to date", org_id=org_id)
    return len(due)


class _Upkeep:
    def __init__(self, settings: Settings, engine: Engine, now: datetime, org_id: str) -> None:
        self._settings = settings
        self._engine = engine
        self._now = now
        self._org_id = org_id

    def read_products(self) -> None:
        """Fetch the products that the shop reported as changed, and once a day all of them."""
        ids = self._transact(lambda session: self._products(session).to_check(self._org_id))
        row = self._connection() if ids else None
        if row is None:
            return
        found: list[Product] | None = self._ask(
            row, lambda shop, keys: shop.products_by_number(keys, ids)
        )
        if found is None:
            return
        there = {it.number: it for it in found}
        for product_id in ids:
            self._keep(product_id, there.get(product_id))

    def draw_pages(self, publisher: Publisher) -> None:
        """Rerender the published pages of products that changed."""
        changed: list[KeptProduct] = self._transact(
            lambda session: self._products(session).to_draw(self._org_id)
        )
        for it in changed:
            if self._draw(publisher, it.product_id):
                self._drawn(it)

    def end_discounts(self) -> None:
        """Remove withdrawn promo codes from their discount, and switch it off when none are left."""
        discounts = self._transact(
            lambda session: ShopDiscountRepository(session).switched_on(self._org_id)
        )
        for discount in discounts:
            self._end(discount)

    def _end(self, it: ShopDiscount) -> None:
        def read(session: Session) -> tuple[bool, list[str]]:
            ours = (session, self._org_id, it.code_id, it.batch_id)
            since = it.synced_at - COMMITTED_WITHIN
            return has_valid_promos(*ours, self._now), withdrawn_promos(*ours, since)

        is_valid, withdrawn = self._transact(read)
        row = self._connection(it.connection_id) if withdrawn or not is_valid else None
        if row is None:
            return

        def end(shop: SalesConnector, keys: Credentials) -> bool:
            if is_valid:
                shop.end_codes(keys, it.discount_id, withdrawn)
            else:
                shop.end_discount(keys, it.discount_id)
            return True

        def note(session: Session) -> None:
            ShopDiscountRepository(session).note(it, self._now, is_off=not is_valid)

        if self._ask(row, end):
            self._transact(note)

    def _drawn(self, it: KeptProduct) -> None:
        self._transact(lambda session: self._products(session).mark_drawn(self._org_id, it))

    def _keep(self, product_id: str, it: Product | None) -> None:
        if it is None:
            self._transact(
                lambda session: self._products(session).is_gone(self._org_id, product_id)
            )
            return
        new = now_of(it)
        lacks = self._transact(
            lambda session: self._products(session).lacks_picture(self._org_id, new)
        )
        source = new.picture_source
        data = picture_bytes(self._settings, VENDOR, source) if lacks and source else None
        picture = encoded(data)

        def keep(session: Session) -> None:
            self._products(session).keep(self._org_id, None, new, picture)

        self._transact(keep)

    def _draw(self, publisher: Publisher, product_id: str) -> bool:
        page_ids = self._transact(
            lambda session: pages_with_product(session, self._org_id, product_id)
        )
        for page_id in page_ids:
            try:
                rerender(self._opened, publisher, self._org_id, page_id)
            except RendererMissing:
                return False  # `waypost doctor` reports it
            except NOT_DRAWN as error:  # the page remains as it was
                log.warning("page could not be drawn", page_id=page_id, error=error.message)
        return True

    def _ask(
        self, row: Connection, ask: Callable[[SalesConnector, Credentials], Result]
    ) -> Result | None:
        """Return the shop's response; None if there is none. The request is in the history."""

        def current(session: Session) -> Credentials | None:
            try:
                tokens = Tokens(session, self._settings, self._now)
                return tokens.current(self._org_id, row.connection_id)
            except NoTokens:
                return None

        credentials = self._transact(current)
        if credentials is None:
            return None
        shop = sales_at(self._settings, row.vendor)
        made = make("read", credentials, lambda: ask(shop, credentials))

        def store(session: Session) -> None:
            connections = ConnectionRepository(session)
            mine = connections.find(self._org_id, row.connection_id, locked=True)
            if mine is not None:
                History(connections, self._now).store(mine, made)

        self._transact(store)
        result: Result | None = made.result
        return result

    def _connection(self, connection_id: str | None = None) -> Connection | None:
        """Return the connected shop, or None if no request may be sent to it now."""

        def find(session: Session) -> Connection | None:
            connections = ConnectionRepository(session)
            return (
                connections.find_by_vendor(self._org_id, VENDOR)
                if connection_id is None
                else connections.find(self._org_id, connection_id)
            )

        row: Connection | None = self._transact(find)
        if row is None or row.status != "connected":
            return None
        return row if row.not_before is None or row.not_before <= self._now else None

    def _products(self, session: Session) -> ShopProductService:
        objects = objects_of(self._settings)
        return ShopProductService(session, objects, self._settings.base_url, self._now)

    def _opened(self) -> AbstractContextManager[Session]:
        @contextmanager
        def opened() -> Iterator[Session]:
            with Session(self._engine, expire_on_commit=False) as session, session.begin():
                enter_tenant(session, self._org_id)
                yield session

        return opened()

    def _transact(self, act: Callable[[Session], Result]) -> Result:
        with self._opened() as session:
            return act(session)
