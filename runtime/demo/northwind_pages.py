"""Northwind Books' look, its published pages, terms, note and wall."""

from typing import Any

from runtime.demo.northwind_books import NORTHWIND_BOOKS
from runtime.demo.page_parts import (
    EMAIL,
    NAME,
    DemoPage,
    button,
    field,
    form,
    heading,
    picture,
    place,
    row,
    text,
    vote,
)

_SITE = NORTHWIND_BOOKS.site
MADE_UP = "Northwind Books is made up: this page shows what a page can be."

THEME: dict[str, Any] = {
    "name": "",
    "heading_font": "playfair-display",
    "body_font": "inter",
    "accent": "#14532d",
    "background": "color",
    "color": "#f4f0e4",
    "cover": "/visitor/assets/art/books.svg",
    "buttons": "square",
    "cards": "outlined",
}

PAGES: tuple[DemoPage, ...] = (
    DemoPage(
        "Author evenings",
        "Author evenings at Northwind",
        "Readings on Thursdays at seven, tea included.",
        (
            picture("event"),
            heading("Author evenings"),
            text(
                "<p>Readings on Thursdays at seven, tea included. Seats go quickly.</p>", "center"
            ),
            form(
                "seat",
                "Reserve a seat",
                (NAME, EMAIL, field("seats", "How many seats?", "select", "1", "2", "3")),
                "Reserve",
                "Your seat is reserved. The kettle goes on at half past six.",
            ),
            place("Northwind Books", "14 Lamb’s Conduit Street\nLondon WC1N", 51.5222, -0.1187),
        ),
        code="author-evening",
    ),
    DemoPage(
        "Book club",
        "This month in the book club",
        "Vote for the next title.",
        (
            picture("books"),
            heading("What shall we read next?"),
            text(
                "<p>Vote for the next title and join us on the last Tuesday of the month.</p>",
                "center",
            ),
            vote(
                "next-title",
                "Your choice",
                sea="The Lighthouse Year",
                city="A Map of Small Streets",
                garden="Notes from a Winter Garden",
            ),
            button("Join the club", f"{_SITE}/club"),
        ),
        code="book-club",
    ),
    DemoPage(
        "Reading trail",
        "The reading trail",
        "Seven hidden foxes among the shelves.",
        (
            picture("museum"),
            heading("Stop one: the sea"),
            text(
                "<p>The first fox sails. Look for it where the lighthouse stands, on the shelf at the height of your nose.</p>",
                "center",
            ),
            heading("While you look", 2),
            text(
                "<p>Which book here has the most boats on its cover? Tell the bookseller: there may be a sticker.</p>"
            ),
            row(
                "Stop two: the forest",
                f"{_SITE}/foxes/2",
                "Past the stairs, on the left",
                scene="estate",
            ),
        ),
        code="childrens-trail",
    ),
    DemoPage(
        "Books for every school",
        "A book for every child",
        "Six pounds puts a book on a school’s shelf.",
        (
            picture("donation"),
            heading("A book for every child"),
            text(
                "<p>One primary school in seven has no library. Six pounds puts a book on its shelf.</p>",
                "center",
            ),
            button("Give 6 pounds", f"{_SITE}/give/6"),
            button("Give 30 pounds", f"{_SITE}/give/30", style="outline"),
        ),
        vanity_name="northwind-school-books",
    ),
    DemoPage(
        "Found a tote bag?",
        "You found a Northwind bag",
        "Tell us where it is.",
        (
            picture("lost"),
            heading("You found one of our bags!"),
            text(
                "<p>Somebody is missing it, and the book in it. There is a cup of tea in it for you.</p>",
                "center",
            ),
            form(
                "found",
                "Where is it?",
                (
                    field("where", "Where is it now?", "textarea"),
                    field("phone", "Your phone number", "phone", required=False),
                ),
                "Send message",
                "Thank you! We pass it on today.",
            ),
        ),
        vanity_name="northwind-found",
    ),
)

TERMS_TITLE = "Terms of the book club"
TERMS_BODY = """
<h2>Taking part</h2><p>Everybody who likes to read. You may leave at any time.</p>
<h2>Your data</h2><p>We keep your name and e-mail address to run the club, and delete both when you leave.</p>
"""
NOTE_CODE = "shelf-talker"
NOTE_TITLE = "How to write a shelf talker"
NOTE_BODY = "<p>Three sentences, by hand: what happens, why it stays with you, and what to read after it.</p>"
WALL_NAME = "Where I read"
WALL_INTRO = "Show us your favourite place to read."
