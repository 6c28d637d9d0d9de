"""Northwind Books: a bookshop in London."""

from runtime.demo.world import DemoCode, DemoOrganization, DemoPerson

_SITE = "https://northwind-books.example"

_CODES = (
    DemoCode(
        "shelf-talker",
        "Shelf talker: bookseller's choice",
        "page",
        320,
        title="Why we love this book",
        text="Three sentences from the bookseller who read it twice, and what to read after it.",
        button="Reserve a copy",
        destination=f"{_SITE}/reserve",
        color="#14532d",
    ),
    DemoCode(
        "bookmark",
        "Bookmark",
        "redirect",
        400,
        f"{_SITE}/next?utm_source=bookmark&utm_medium=print",
    ),
    DemoCode(
        "author-evening",
        "Author evenings",
        "page",
        74,
        title="Author evenings at Northwind",
        text="Readings on Thursdays at seven, tea included. Seats go quickly.",
        button="Reserve a seat",
        destination=f"{_SITE}/evenings",
        color="#7c2d12",
    ),
    DemoCode("window-display", "Window display", "redirect", 210, f"{_SITE}/window"),
    DemoCode(
        "book-club",
        "Book club",
        "page",
        160,
        title="This month in the book club",
        text="Vote for the next title and join us on the last Tuesday.",
        button="Join the club",
        destination=f"{_SITE}/club",
        color="#1e3a8a",
    ),
    DemoCode("gift-card", "Gift card balance", "redirect", 280, f"{_SITE}/gift-card"),
    DemoCode(
        "tube-poster",
        "Tube poster · Holborn",
        "redirect",
        40,
        f"{_SITE}/?utm_source=tube&utm_medium=poster&utm_campaign=autumn-reading",
    ),
    DemoCode(
        "childrens-trail",
        "Children's reading trail through the whole shop",
        "page",
        33,
        title="The reading trail",
        text="Find seven hidden foxes among the shelves. The last one gives you a sticker.",
        button="Where is the first fox?",
        destination=f"{_SITE}/foxes",
        color="#9a3412",
    ),
)


NORTHWIND_BOOKS = DemoOrganization(
    slug="northwind-books",
    name="Northwind Books",
    time_zone="Europe/London",
    locale="en-GB",
    week_start="monday",
    site=_SITE,
    people=(DemoPerson("owner@northwind-books.example", "Northwind Owner", "owner"),),
    codes=_CODES,
)
