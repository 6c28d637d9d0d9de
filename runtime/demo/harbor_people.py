"""The customers of Harbor Coffee and its loyalty programme. Names are made up by Faker and are the same in
every run.
"""

from collections.abc import Iterator
from random import Random
from typing import Any
from unicodedata import normalize

from runtime.demo.harbor_coffee import HARBOR_COFFEE
from runtime.demo.harbor_passes import PASSES
from runtime.demo.loyalty import DEMO_TAG, NAMES, DemoCustomer, DemoLoyalty, DemoTill, DemoVisit

SEED = 20_261
CUSTOMERS = 56
"""Not counting three friends whom customers referred, and one duplicate."""
STORES = ("Midtown", "Brooklyn", "Back Bay", "Philadelphia")
_AREA_CODES = {"Midtown": "212", "Brooklyn": "718", "Back Bay": "617", "Philadelphia": "215"}
DRINKS = ("Flat white", "Cold brew", "Maple latte", "Filter", "Tea")
_LOCALES = (("en_US", "en", 8), ("es_MX", "es", 3), ("pt_BR", "pt-BR", 1))
"""Locale of the names, language of the customers, and how many of twelve customers have them."""

FIELDS: tuple[dict[str, Any], ...] = (
    {"name": "home_store", "label": "Home store", "type": "choice", "options": list(STORES)},
    {"name": "favourite", "label": "Favourite drink", "type": "choice", "options": list(DRINKS)},
)
JOIN_CODE = "loyalty-join"
"""The code through which customers joined."""
NEWS_TEXT = "Send me news and offers of Harbor Coffee by email. I can stop them at any time."
TEXTS_TEXT = "Send me offers of my store by text message. I can answer STOP at any time."
NOTES = (
    "Allergic to nuts. Asks before every new pastry.",
    "Brings the reading circle on the first Monday of the month.",
    "Would like to hear when the Guji is back.",
)

PROGRAM: dict[str, Any] = {
    "stamps_goal": 10,
    "points_expire_days": 365,
    "daily_stamps": 5,
    "tiers": [{"name": "Deckhand", "points": 150}, {"name": "Captain", "points": 400}],
}
STAMPS_OF_A_COFFEE = 10
POINTS_OF_A_BAG = 200
COFFEE: dict[str, Any] = {
    "name": "A coffee on us",
    "description": "Any drink of the bar, hot or cold.",
    "translations": {
        "es": {"name": "Un café de regalo", "description": "Cualquier bebida de la barra."}
    },
    "unit": "stamps",
    "price": STAMPS_OF_A_COFFEE,
    "cost_cents": 120,
    "hold_to_redeem": True,
}
BEANS: dict[str, Any] = {
    "name": "A bag of beans for half",
    "description": "250 g of the house roast.",
    "kind": "percent",
    "percent": 50,
    "unit": "points",
    "price": POINTS_OF_A_BAG,
    "stock": 100,
    "per_person": 3,
    "cost_cents": 450,
    "paid_by": "Alta Vista Farms",
}
REFERRALS: dict[str, Any] = {
    "is_active": True,
    "friend_reward": {"kind": "stamps", "amount": 2},
    "referrer_reward": {"kind": "points", "amount": 100},
    "upper_amounts": [25],
    "words": {"en": {"heading": "A friend invited you", "text": "Two stamps are yours already."}},
}
EARNING: tuple[dict[str, Any], ...] = (
    {
        "kind": "order",
        "name": "10 points for each dollar",
        "unit": "points",
        "amount": 1,
        "per_cents": 10,
        "currency": "USD",
        "person_day": 500,
    },
    {
        "kind": "birthday",
        "name": "Happy birthday from the crew",
        "unit": "points",
        "amount": 50,
        "total": 10_000,
    },
    {
        "kind": "check_in",
        "name": "Checked in at Midtown",
        "unit": "points",
        "amount": 5,
        "latitude": 40.7549,
        "longitude": -73.984,
        "radius_m": 150,
        "person_week": 15,
    },
    {
        "kind": "submit",
        "name": "Told us what you think",
        "unit": "points",
        "amount": 10,
        "person_week": 10,
    },
)
"""The earning rules that apply automatically."""
STAFF_PINS = ("2468", "1357")

SEGMENTS: tuple[dict[str, Any], ...] = (
    {
        "name": "May get our news",
        "description": "Said yes to news by email.",
        "rules": {"conditions": [{"kind": "consent", "channel": "email"}]},
    },
    {
        "name": "Regulars of the New York stores",
        "description": "Come every week, to Midtown or Brooklyn.",
        "rules": {
            "conditions": [
                {"kind": "tag", "values": ["regular"]},
                {"kind": "field", "name": "home_store", "values": ["Midtown", "Brooklyn"]},
            ]
        },
    },
    {
        "name": "Took a reward lately",
        "description": "Redeemed something in the last 60 days.",
        "rules": {
            "conditions": [
                {"kind": "behaviour", "act": "redemption", "within": {"last_days": 60}},
            ]
        },
    },
)


def customers() -> list[DemoCustomer]:
    """Return all customers, in the order in which they joined, except that the last three are friends whom others
    referred.
    """
    return list(_customers())


def staff_names() -> list[str]:
    """Return the names of the staff at the till."""
    from faker import Faker

    faker = Faker("en_US", NAMES)
    faker.seed_instance(SEED)
    return [faker.name_nonbinary() for _ in STAFF_PINS]


def _customers() -> Iterator[DemoCustomer]:
    # Imported only here, because it loads word lists that no process of the product needs.
    from faker import Faker

    fakers = [(Faker(locale, NAMES), language) for locale, language, _ in _LOCALES]
    for faker, _ in fakers:
        faker.seed_instance(SEED)
    chance: Random = fakers[0][0].random
    weights = [weight for *_, weight in _LOCALES]
    taken: set[str] = set()
    joined = sorted((chance.randint(85, 400) for _ in range(CUSTOMERS)), reverse=True)
    for number, days_ago in enumerate([*joined, 70, 40, 12]):
        faker, language = chance.choices(fakers, weights)[0]
        first, last = faker.first_name(), faker.last_name().split(" ")[0]
        store = STORES[chance.randrange(len(STORES))]
        is_regular = number % 2 == 0 and number < CUSTOMERS
        visits = _visits(chance, number) if is_regular else ()
        yield DemoCustomer(
            first_name=first,
            last_name=last,
            email=_address(first, last, taken),
            phone=f"+1{_AREA_CODES[store]}55501{number:02}",
            language=language,
            joined_days_ago=days_ago,
            fields={"home_store": store, "favourite": DRINKS[chance.randrange(len(DRINKS))]},
            birthday=_birthday(chance),
            tags=(DEMO_TAG, "regular") if len(visits) >= STAMPS_OF_A_COFFEE else (DEMO_TAG,),
            wants_news=chance.random() < 0.6,
            wants_texts=chance.random() < 0.25,
            changed_their_mind=chance.random() < 0.15,
            visits=visits,
        )


def _visits(chance: Random, number: int) -> tuple[DemoVisit, ...]:
    """Return visits in the last eighty days, earliest first, at most one per day."""
    often = 10 if number % 6 == 0 else chance.randint(2, 5)
    days = sorted(chance.sample(range(2, 80), often), reverse=True)
    return tuple(
        DemoVisit(day, chance.randint(7 * 60, 18 * 60), chance.choice((0, 300, 450, 600)))
        for day in days
    )


def _birthday(chance: Random) -> str | None:
    month_and_day = f"{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
    year = chance.choice((None, "-", str(chance.randint(1955, 2004))))
    return None if year is None else f"{year}-{month_and_day}"


def _address(first: str, last: str, taken: set[str]) -> str:
    plain = normalize("NFKD", f"{first}.{last}".lower()).encode("ascii", "ignore").decode()
    local = "".join(it for it in plain if it.isalnum() or it == ".")
    while local in taken:
        local += "2"
    taken.add(local)
    return f"{local}@example.com"


HARBOR_LOYALTY = DemoLoyalty(
    organization=HARBOR_COFFEE,
    join_code=JOIN_CODE,
    customers=customers,
    friends=3,
    friends_bring_friends=True,
    fields=FIELDS,
    segments=SEGMENTS,
    notes=NOTES,
    news_text=NEWS_TEXT,
    texts_text=TEXTS_TEXT,
    program=PROGRAM,
    rewards=(COFFEE, BEANS),
    welcome=0,
    earning=EARNING,
    referrals=REFERRALS,
    till=DemoTill(
        name="Counter, Midtown",
        pins=STAFF_PINS,
        staff_names=staff_names,
        currency="USD",
        cents_of_an_item=450,
        first_receipt=10_000,
        refund_cents=150,
        refund_note="Syrup was charged twice",
    ),
    passes=PASSES,
)
