"""Answers of the demonstration's visitors: submitted forms and poll votes, the same in every run."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from runtime.demo import harbor_content, harbor_people, northwind_people
from runtime.demo.loyalty import NAMES, DemoCustomer

Fields = dict[str, str]

_AGENTS = (
    (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 "
        "Mobile/15E148 Safari/604.1"
    ),
    (
        "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile "
        "Safari/537.36"
    ),
    (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 "
        "Mobile/15E148 Safari/604.1"
    ),
    (
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 "
        "Safari/537.36"
    ),
)
VOTER = _AGENTS[0]


@dataclass(frozen=True, slots=True)
class DemoAnswer:
    """A form as it was submitted: how many days ago, and at which minute of the day."""

    page: str
    """Name of the page that contains the form."""
    form_id: str
    fields: Fields
    days_ago: int
    minute: int
    browser: str
    """The visitor's browser. The same person always has the same one."""
    agent: str
    is_read: bool
    agrees: bool = False


@dataclass(frozen=True, slots=True)
class DemoVotes:
    """Votes in a poll of a code: the number for each choice, over the last `days` days."""

    code: str
    poll_id: str
    given: dict[str, int]
    days: int


@dataclass(frozen=True, slots=True)
class Answers:
    """All answers that one organisation received."""

    forms: tuple[DemoAnswer, ...]
    votes: tuple[DemoVotes, ...]


_FEEDBACK: tuple[tuple[str, str], ...] = (
    ("5 – wonderful", "The flat white in Brooklyn is the best of the week. Every week."),
    ("4 – good", "Great coffee, but there was nowhere to sit at nine."),
    ("5 – wonderful", ""),
    ("2 – not great", "Waited twelve minutes for a filter. Midtown, Tuesday, half past eight."),
    ("5 – wonderful", "Please thank the barista who drew the swan."),
    ("3 – all right", "Could the oat milk be without an extra charge?"),
    ("5 – wonderful", "The new cups keep the coffee warm much longer."),
    ("4 – good", "Please bring back the almond croissant."),
    ("5 – wonderful", ""),
    ("4 – good", "Music a little loud for a Sunday."),
    (
        "1 – bad",
        "My mobile order was given to somebody else. Nobody was rude, but I had no coffee.",
    ),
    ("5 – wonderful", "Your barista in Back Bay remembered my name after one visit."),
    ("4 – good", "The Wi-Fi dropped twice while I worked."),
    ("5 – wonderful", "The cinnamon bun. That is all."),
)
_CUPS = (
    ("Under the bench at the pier, next to the ferry. It is the blue one.", True),
    ("At the lost and found of the Bedford Av station.", False),
    ("On the shelf behind reception, 200 Water Street. Ask for Dana.", True),
    ("A dog has it. We are negotiating.", True),
)
_SUNDAYS = ("The first of the month", "The third of the month")
_SHOPS = {
    "Midtown": "Midtown",
    "Brooklyn": "Brooklyn",
    "Back Bay": "Boston",
    "Philadelphia": "Philadelphia",
}


def harbor_answers() -> Answers:
    """Return the answers for Harbor Coffee. All visitors who give their address are customers."""
    customers = harbor_people.customers()[: harbor_people.CUSTOMERS]
    without_card = [it for it in customers if not it.visits]

    def known(
        page: str,
        form_id: str,
        people: Sequence[DemoCustomer],
        **ask: Callable[[DemoCustomer], str],
    ) -> list[DemoAnswer]:
        asked = [
            (
                it.email,
                {"first_name": it.first_name, "email": it.email}
                | {name: answer(it) for name, answer in ask.items()},
            )
            for it in people
        ]
        return list(_spread(page, form_id, asked, agrees=form_id == "tasting"))

    guests = _first_names("en_US", len(_FEEDBACK))
    feedback = [
        (
            customers[number * 3].email if number % 2 else f"guest-{number}",
            {"stars": stars, "why": why}
            | _signed(customers[number * 3].first_name if number % 2 else guest, number),
        )
        for number, ((stars, why), guest) in enumerate(zip(_FEEDBACK, guests, strict=True))
    ]
    finders = [customers[number * 5 + 1] for number in range(len(_CUPS))]
    cups = [
        (
            finder.email,
            {"where": where, "first_name": finder.first_name}
            | ({"email": finder.email} if tells else {}),
        )
        for finder, (where, tells) in zip(finders, _CUPS, strict=True)
    ]
    sundays = cycle(_SUNDAYS)
    return Answers(
        forms=(
            *known(harbor_content.PUBLISHED_NAME, "tasting", customers[::4]),
            *known("Maple latte launch", "maple", customers[1::5]),
            *known("Latte art class", "class", customers[2::7], day=lambda _: next(sundays)),
            *known(
                "Harbor card",
                "card",
                without_card[::2],
                shop=lambda it: _SHOPS[it.fields["home_store"]],
            ),
            *_spread("How was it?", "feedback", feedback),
            *_spread("Found a keep-cup?", "cup", cups),
        ),
        votes=(
            DemoVotes(
                "roast-vote", "guest-roast", {"guji": 23, "antigua": 16, "mandheling": 8}, 19
            ),
            DemoVotes("table-menu-brooklyn", "brunch", {"eggs": 12, "waffles": 17, "soup": 4}, 9),
        ),
    )


_FOUND_IT = (
    ("Yes", "More travel writing by women, please."),
    ("Another one", "Came for a cookbook, left with a novel about bees."),
    ("Yes", ""),
    ("No", "The second volume of the Winter trilogy. You only had one and three."),
    ("Yes", "Poetry could use a better light."),
    ("Another one", ""),
    ("Yes", "Thank you for the chair by the window."),
    ("Yes", "Large print editions of new titles."),
    ("No", "A field guide to mosses. Really."),
)
_BAGS = (
    ("On the 8.14 to Brighton, coach B. I handed it to the guard.", True),
    ("In the café across the street, behind the till.", False),
    ("On a bench in Coram’s Fields. The book is dry.", True),
)


def northwind_answers() -> Answers:
    """Return the answers for Northwind Books. All visitors who give their address are customers, and the names of the
    others are made up by Faker.
    """
    readers = [(it.first_name, it.email) for it in northwind_people.readers()][
        : northwind_people.READERS
    ]
    seats = cycle(("1", "2", "1", "3", "2"))

    def asked(people: Sequence[tuple[str, str]]) -> list[tuple[str, Fields]]:
        return [(email, {"first_name": name, "email": email}) for name, email in people]

    seated = [(who, fields | {"seats": next(seats)}) for who, fields in asked(readers[:13])]
    guests = _first_names("en_GB", len(_FOUND_IT) + len(_BAGS))
    found_it = [
        (f"reader-{number}", {"found": found, "why": why} | _signed(guests[number], number))
        for number, (found, why) in enumerate(_FOUND_IT)
    ]
    bags = [
        (
            f"finder-{number}",
            {"where": where, "first_name": guests[-1 - number]}
            | ({"phone": f"+4420794600{number + 10}"} if tells else {}),
        )
        for number, (where, tells) in enumerate(_BAGS)
    ]
    return Answers(
        forms=(
            *_spread("Author evenings", "seat", seated),
            *_spread("Novel of the season", "first", asked(readers[13:22])),
            *_spread("Reading letter", "letter", asked(readers[2::2])),
            *_spread("How did we do?", "found-it", found_it),
            *_spread("Found a tote bag?", "found", bags),
        ),
        votes=(DemoVotes("book-club", "next-title", {"sea": 19, "city": 11, "garden": 14}, 13),),
    )


UNREAD_DAYS = 3
"""Submissions of this many recent days are unread."""


def _spread(
    page: str, form_id: str, asked: Sequence[tuple[str, Fields]], *, agrees: bool = False
) -> Iterator[DemoAnswer]:
    """Yield these answers spread over the last weeks, with more of them recently. Each item of `asked` is a browser and
    its answers.
    """
    agents = islice(cycle(_AGENTS), len(form_id) % len(_AGENTS), None)
    for number, ((browser, fields), agent) in enumerate(zip(asked, agents, strict=False)):
        days_ago = 1 + number * (number + len(form_id)) // 6
        yield DemoAnswer(
            page=page,
            form_id=form_id,
            fields={name: value for name, value in fields.items() if value},
            days_ago=days_ago,
            minute=7 * 60 + (number * 157 + len(page) * 31) % (11 * 60),
            browser=browser,
            agent=agent,
            is_read=days_ago > UNREAD_DAYS,
            agrees=agrees,
        )


def _signed(name: str, number: int) -> Fields:
    """Return the name under an answer. One person in five gives none."""
    return {} if number % 5 == 4 else {"first_name": name}


def _first_names(locale: str, count: int) -> list[str]:
    """Return distinct first names."""
    # Imported only here, because it loads word lists that no process of the product needs.
    from faker import Faker

    faker = Faker(locale, NAMES)
    faker.seed_instance(harbor_people.SEED)
    return [faker.unique.first_name() for _ in range(count)]
