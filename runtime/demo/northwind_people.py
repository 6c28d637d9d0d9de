"""The customers of Northwind Books and its loyalty programme. Names are made up by Faker and are the same in
every run.
"""

from collections.abc import Iterator
from random import Random
from typing import Any
from unicodedata import normalize

from runtime.demo.loyalty import DEMO_TAG, NAMES, DemoCustomer, DemoLoyalty, DemoTill, DemoVisit
from runtime.demo.northwind_books import NORTHWIND_BOOKS
from runtime.demo.northwind_passes import PASSES
from runtime.demo.world import demo_id

SEED = 1_884
READERS = 24
"""Not counting three friends whom one of them referred, and one duplicate."""
GENRES = ("Crime", "Novels", "Poetry", "Travel", "Nature", "Children’s books")
FORMATS = ("Paperback", "Hardback", "Large print", "Audio")
_LOCALES = (("en_GB", "en", 7), ("fr_FR", "fr", 3), ("de_DE", "de", 2))
"""Locale of the names, language of the customers, and how many of twelve customers have them."""
_VISIT_CENTS = (380, 899, 1099, 2198)
"""Amounts paid on a visit: for a pot of tea, or for one or two books."""

STAFF_PINS = ("7391", "4826")
STAMPS_OF_A_PAPERBACK = 6
POINTS_OF_A_VOUCHER = 100
PAPERBACK: dict[str, Any] = {
    "name": "A paperback of your choice",
    "description": "Any paperback up to £10.99, from all three floors.",
    "translations": {
        "fr": {
            "name": "Un livre de poche au choix",
            "description": "Jusqu’à 10,99 £, à tous les étages.",
        },
        "de": {
            "name": "Ein Taschenbuch Ihrer Wahl",
            "description": "Bis 10,99 £, auf allen drei Etagen.",
        },
    },
    "unit": "stamps",
    "price": STAMPS_OF_A_PAPERBACK,
    "cost_cents": 520,
}
VOUCHER: dict[str, Any] = {
    "name": "£5 off your next book",
    "description": "For everything on the shelves, signed copies too.",
    "translations": {
        "fr": {"name": "5 £ de réduction sur votre prochain livre"},
        "de": {"name": "5 £ Rabatt auf Ihr nächstes Buch"},
    },
    "kind": "amount",
    "value_cents": 500,
    "currency": "GBP",
    "unit": "points",
    "price": POINTS_OF_A_VOUCHER,
    "per_person": 12,
    "cost_cents": 500,
}
TEA: dict[str, Any] = {
    "name": "A pot of tea",
    "description": "In the tea room upstairs, with a book of ours or your own.",
    "translations": {
        "fr": {"name": "Une théière pour vous"},
        "de": {"name": "Eine Kanne Tee"},
    },
    "unit": "points",
    "price": 40,
    "stock_per_day": 20,
    "cost_cents": 70,
    "hold_to_redeem": True,
}


def readers() -> list[DemoCustomer]:
    """Return all customers, in the order in which they joined, except that the last three are friends whom one of them
    referred.
    """
    return list(_readers())


def staff_names() -> list[str]:
    """Return the names of the staff at the front desk."""
    from faker import Faker

    faker = Faker("en_GB", NAMES)
    faker.seed_instance(SEED)
    return [f"{faker.first_name()} {faker.last_name()}" for _ in STAFF_PINS]


def _readers() -> Iterator[DemoCustomer]:
    # Imported only here, because it loads word lists that no process of the product needs.
    from faker import Faker

    fakers = [(Faker(locale, NAMES), language) for locale, language, _ in _LOCALES]
    for faker, _ in fakers:
        faker.seed_instance(SEED)
    chance: Random = fakers[0][0].random
    weights = [weight for *_, weight in _LOCALES]
    taken: set[str] = set()
    joined = sorted((chance.randint(85, 380) for _ in range(READERS)), reverse=True)
    for number, days_ago in enumerate([*joined, 61, 33, 8]):
        faker, language = chance.choices(fakers, weights)[0]
        visits = _visits(chance, number) if number % 4 == 0 and number < READERS else ()
        first = _first_name(faker, taken)
        yield DemoCustomer(
            first_name=first,
            last_name=faker.last_name().split(" ")[0],
            email=f"{_plain(first)}.reads@example.com",
            phone=f"+447700900{100 + number}",
            language=language,
            joined_days_ago=days_ago,
            fields={
                "genre": GENRES[chance.randrange(len(GENRES))],
                "format": FORMATS[chance.choice((0, 0, 0, 1, 2, 3))],
            },
            birthday=f"--{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
            if chance.random() < 0.4
            else None,
            tags=(DEMO_TAG, "book club") if chance.random() < 0.35 else (DEMO_TAG,),
            wants_news=chance.random() < 0.7,
            wants_texts=chance.random() < 0.2,
            changed_their_mind=chance.random() < 0.1,
            visits=visits,
        )


def _visits(chance: Random, number: int) -> tuple[DemoVisit, ...]:
    """Return visits in the last eighty days, earliest first, at most one per day."""
    often = 7 if number % 8 == 0 else chance.randint(2, 3)
    days = sorted(chance.sample(range(2, 80), often), reverse=True)
    return tuple(
        DemoVisit(day, chance.randint(10 * 60, 19 * 60), chance.choice(_VISIT_CENTS))
        for day in days
    )


def _first_name(faker: Any, taken: set[str]) -> str:
    """Return a first name that nobody has yet, because email addresses are derived from it."""
    while (name := str(faker.first_name())) and _plain(name) in taken:
        pass
    taken.add(_plain(name))
    return name


def _plain(name: str) -> str:
    letters = normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    return "".join(it for it in letters if it.isalnum())


NORTHWIND_LOYALTY = DemoLoyalty(
    organization=NORTHWIND_BOOKS,
    join_code="author-evening",
    customers=readers,
    friends=3,
    friends_bring_friends=False,
    welcome=2,
    fields=(
        {"name": "genre", "label": "Reads most", "type": "choice", "options": list(GENRES)},
        {"name": "format", "label": "Prefers", "type": "choice", "options": list(FORMATS)},
    ),
    segments=(
        {
            "name": "Get the reading letter",
            "description": "Said yes to news by email.",
            "rules": {"conditions": [{"kind": "consent", "channel": "email"}]},
        },
        {
            "name": "Crime and travel in paperback",
            "description": "For the table by the stairs.",
            "rules": {
                "conditions": [
                    {"kind": "field", "name": "genre", "values": ["Crime", "Travel"]},
                    {"kind": "field", "name": "format", "values": ["Paperback"]},
                ]
            },
        },
    ),
    notes=(
        "Collects first editions of nature writing. Ring before the Thursday delivery.",
        "Orders large print for her mother; post it, she cannot carry much.",
        "Runs the book club of the hospital across the square.",
    ),
    news_text="Send me the reading letter of Northwind Books once a month. Every letter has a link that stops it.",
    texts_text="Text me when a book that I ordered has arrived.",
    program={
        "stamps_goal": STAMPS_OF_A_PAPERBACK,
        "stamps_expire_days": 365,
        "tiers": [{"name": "Page-turner", "points": 60}, {"name": "Bookworm", "points": 150}],
    },
    rewards=(PAPERBACK, VOUCHER, TEA),
    earning=(
        {
            "kind": "order",
            "name": "2 points for each pound",
            "unit": "points",
            "amount": 2,
            "per_cents": 100,
            "currency": "GBP",
        },
        {
            "kind": "submit",
            "name": "Came to an author evening",
            "unit": "points",
            "amount": 15,
            "code_ids": [demo_id("code", "author-evening", 10)],
            "person_week": 15,
        },
        {
            "kind": "scan",
            "name": "Followed the reading trail",
            "unit": "points",
            "amount": 5,
            "code_ids": [demo_id("code", "childrens-trail", 10)],
            "person_total": 35,
        },
    ),
    referrals={
        "is_active": True,
        "codes_for": "everyone",
        "friend_reward": {"kind": "points", "amount": 40},
        "referrer_reward": {"kind": "stamps", "amount": 1},
        "days_to_act": 60,
        "cap_total": 12,
        "words": {
            "en": {
                "heading": "A friend thought of you",
                "text": "Forty points are yours after your first visit: that is a pot of tea, and time to read.",
            },
            "fr": {
                "heading": "Un ami a pensé à vous",
                "text": "Dès votre première visite, quarante points sont à vous : une théière et le temps de lire.",
            },
            "de": {
                "heading": "Jemand hat an Sie gedacht",
                "text": "Nach Ihrem ersten Besuch gehören Ihnen vierzig Punkte: eine Kanne Tee und Zeit zum Lesen.",
            },
        },
    },
    till=DemoTill(
        name="Front desk",
        pins=STAFF_PINS,
        staff_names=staff_names,
        currency="GBP",
        cents_of_an_item=1099,
        first_receipt=48_200,
        refund_cents=350,
        refund_note="The scones were gone",
    ),
    passes=PASSES,
)
