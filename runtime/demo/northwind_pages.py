"""Northwind Books' visual design, its published pages, terms, note and wall."""

from typing import Any

from runtime.demo.northwind_books import NORTHWIND_BOOKS
from runtime.demo.page_parts import (
    EMAIL,
    NAME,
    NAME_IF_LIKED,
    DemoPage,
    button,
    coupon,
    featured,
    field,
    form,
    heading,
    place,
    product,
    row,
    social,
    text,
    vote,
    wifi,
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
        scene="reading",
        code="author-evening",
    ),
    DemoPage(
        "Book club",
        "This month in the book club",
        "Vote for the next title.",
        (
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
        scene="books",
        code="book-club",
    ),
    DemoPage(
        "Reading trail",
        "The reading trail",
        "Seven hidden foxes among the shelves.",
        (
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
                scene="forest",
            ),
        ),
        scene="museum",
        code="childrens-trail",
    ),
    DemoPage(
        "Books for every school",
        "A book for every child",
        "Six pounds puts a book on a school’s shelf.",
        (
            heading("A book for every child"),
            text(
                "<p>One primary school in seven has no library. Six pounds puts a book on its shelf.</p>",
                "center",
            ),
            button("Give 6 pounds", f"{_SITE}/give/6"),
            button("Give 30 pounds", f"{_SITE}/give/30", style="outline"),
        ),
        scene="donation",
        vanity_name="northwind-school-books",
    ),
    DemoPage(
        "Found a tote bag?",
        "You found a Northwind bag",
        "Tell us where it is.",
        (
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
                    NAME_IF_LIKED,
                    field("phone", "Your phone number", "phone", required=False),
                ),
                "Send message",
                "Thank you! We pass it on today.",
            ),
        ),
        scene="lost",
        vanity_name="northwind-found",
    ),
    DemoPage(
        "Tea room menu",
        "The tea room",
        "Tea, cake and a table by the window.",
        (
            heading("The tea room"),
            text("<p>Upstairs, open until six. Books may come along.</p>", "center"),
            product("Pot of tea", "Assam, Darjeeling or mint", 380, "GBP"),
            product("Scone", "With clotted cream and jam", 420, "GBP"),
            product("Lemon drizzle", "Baked this morning", 350, "GBP"),
            place("The tea room", "14 Lamb’s Conduit Street\nLondon WC1N", 51.5222, -0.1187),
        ),
        scene="restaurant",
        vanity_name="northwind-tea",
    ),
    DemoPage(
        "Novel of the season",
        "The Lighthouse Year is here",
        "Our novel of the season, signed.",
        (
            heading("The Lighthouse Year is here"),
            text(
                "<p>One keeper, four seasons, no post. Our novel of the season, signed while they last.</p>",
                "center",
            ),
            button("Reserve a signed copy", f"{_SITE}/lighthouse"),
            form(
                "first",
                "Read the first chapter",
                (NAME, EMAIL),
                "Send it to me",
                "It is on its way. Do not read it before bed.",
            ),
        ),
        scene="museum",
        vanity_name="northwind-lighthouse",
    ),
    DemoPage(
        "Bookmark coupon",
        "Ten percent for readers",
        "For your next paperback.",
        (
            heading("Ten percent for readers"),
            text("<p>Show this at the till with your next paperback.</p>", "center"),
            coupon("10% off a paperback", "FOXED10", "One book each, this season.", reveal=True),
        ),
        scene="coupon",
        vanity_name="northwind-coupon",
    ),
    DemoPage(
        "How did we do?",
        "How did we do?",
        "Two questions, half a minute.",
        (
            heading("Did you find your book?"),
            form(
                "found-it",
                "Two questions",
                (
                    field("found", "Did you?", "radio", "Yes", "Another one", "No"),
                    field("why", "What should we have in stock?", "textarea", required=False),
                    NAME_IF_LIKED,
                ),
                "Send",
                "Thank you. A bookseller reads every answer.",
            ),
        ),
        scene="books",
        vanity_name="northwind-feedback",
    ),
    DemoPage(
        "Reading letter",
        "A letter for readers",
        "Three books a month, by post.",
        (
            heading("A letter for readers"),
            text("<p>Three books a month, and why. No discounts, no rush.</p>", "center"),
            form(
                "letter",
                "Read along",
                (NAME, EMAIL),
                "Send me the letter",
                "Welcome! The next letter leaves on the first of the month.",
            ),
        ),
        scene="newsletter",
        vanity_name="northwind-letter",
    ),
    DemoPage(
        "Reading room Wi-Fi",
        "Online among the books",
        "Network and password of the reading room.",
        (
            heading("Online among the books"),
            text(
                "<p>Good until we close at six. Please keep the books dry.</p>",
                "center",
            ),
            wifi("Northwind Readers", "quiet-please-7"),
        ),
        scene="wifi",
        vanity_name="northwind-wifi",
    ),
    DemoPage(
        "All links",
        "Northwind Books",
        "Everywhere you find us.",
        (
            heading("Northwind Books"),
            text("<p>One bookshop, three floors, a fox on each.</p>", "center"),
            featured(
                "Author evenings",
                f"{_SITE}/evenings",
                "Thursdays at seven, tea included",
                "reading",
            ),
            row("The book club", f"{_SITE}/club", "Vote for the next title", scene="books"),
            row("A book for every child", f"{_SITE}/give", "Six pounds each", scene="donation"),
            row("The shop by night", "https://www.tiktok.com/", "Foxes included", icon="tiktok"),
            social(
                ("instagram", "https://instagram.com/"),
                ("email", "mailto:hello@northwind-books.example"),
            ),
        ),
        vanity_name="northwind-links",
    ),
)

TERMS_TITLE = "Terms of the book club"
TERMS_BODY = """
<h2>Taking part</h2><p>Everybody who likes to read. You may leave at any time.</p>
<h2>Your data</h2><p>We keep your name and email address to run the club, and delete both when you leave.</p>
"""
NOTE_CODE = "shelf-talker"
NOTE_TITLE = "How to write a shelf talker"
NOTE_BODY = "<p>Three sentences, by hand: what happens, why it stays with you, and what to read after it.</p>"
WALL_NAME = "Where I read"
WALL_INTRO = "Show us your favourite place to read."
SLIP_NAME = "Bookmark with a coupon"
SLIP_OFFER = "Ten percent off\nyour next paperback"
SLIP_CODE = "bookmark"
LOCKED_CODE = "gift-card"
LOCK_MESSAGE = "Your code is on the gift card"
PROMO_NAME = "Gift cards, first print run"
PROMO_PREFIX = "GIFT"
PROMO_AMOUNT = 20
TICKET_CODE = "author-evening"
TICKET_BATCH = "Author evening in December, front rows"
TICKET_AMOUNT = 24
