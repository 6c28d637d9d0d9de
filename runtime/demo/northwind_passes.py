"""Northwind Books' pass templates, the holders of their passes, and the changes made to the passes."""

from typing import Any

from runtime.demo.loyalty import DemoPasses

_LOOK = {"organization": "Northwind Books", "title": "Northwind Books"}
_PICK: dict[str, Any] = {
    "key": "pick",
    "zone": "auxiliary",
    "label": "Novel of the month",
    "value": "Small Streets",
    "change_message": "New in our window: %@",
    "translations": {
        "fr": {"label": "Roman du mois", "change_message": "Dans notre vitrine : %@"},
        "de": {"label": "Roman des Monats", "change_message": "Neu im Schaufenster: %@"},
    },
}

READER: dict[str, Any] = {
    **_LOOK,
    "style": "store_card",
    "description": "Reader’s card of {{customer.first_name|a guest}}",
    "background": "#14532d",
    "foreground": "#f4f0e4",
    "label_color": "#f2c46d",
    "barcode": {
        "format": "code128",
        "message": "{{serial}}",
        "text": "{{customer.number|Guest}}",
    },
    "fields": [
        {
            "key": "tier",
            "zone": "header",
            "label": "Level",
            "value": "{{tier|Reader}}",
            "translations": {"fr": {"label": "Niveau"}, "de": {"label": "Stufe"}},
        },
        {
            "key": "points",
            "zone": "secondary",
            "label": "Points",
            "format": "number",
            "value": "{{points}}",
            "change_message": "You now have %@ points",
            "translations": {
                "fr": {"label": "Points", "change_message": "Vous avez maintenant %@ points"},
                "de": {"label": "Punkte", "change_message": "Sie haben jetzt %@ Punkte"},
            },
        },
        {
            "key": "stamps",
            "zone": "secondary",
            "label": "Stamps of {{stamps_goal}}",
            "format": "number",
            "value": "{{stamps}}",
            "change_message": "You now have %@ stamps",
            "translations": {
                "fr": {
                    "label": "Tampons sur {{stamps_goal}}",
                    "change_message": "Vous avez maintenant %@ tampons",
                },
                "de": {
                    "label": "Stempel von {{stamps_goal}}",
                    "change_message": "Sie haben jetzt %@ Stempel",
                },
            },
        },
        _PICK,
        {
            "key": "terms",
            "zone": "back",
            "label": "How it works",
            "value": "Two points for each pound, and a stamp for each purchase. Six stamps are a paperback of your choice.",
            "translations": {
                "fr": {
                    "label": "Comment ça marche",
                    "value": "Deux points par livre sterling et un tampon par achat. Pour six tampons, un livre de poche vous est offert.",
                },
                "de": {
                    "label": "So funktioniert es",
                    "value": "Zwei Punkte je Pfund und ein Stempel je Einkauf. Für sechs Stempel gibt es ein Taschenbuch.",
                },
            },
        },
    ],
    "places": [
        {"latitude": 51.5222, "longitude": -0.1187, "text": "The fox is in. So is the kettle."}
    ],
}
EVENING: dict[str, Any] = {
    **_LOOK,
    "style": "event_ticket",
    "description": "Seat at the author evening",
    "background": "#7c2d12",
    "foreground": "#ffffff",
    "label_color": "#fcd9b6",
    "barcode": {"format": "pdf417", "message": "{{code}}", "text": "{{code}}"},
    "event": {
        "name": "Author evening: The Lighthouse Year",
        "venue": "Northwind Books",
        "address": "14 Lamb’s Conduit Street, London WC1N",
        "room": "Reading room",
        "kind": "social_gathering",
        "starts_at": "2027-03-25T19:00:00+00:00",
        "ends_at": "2027-03-25T21:00:00+00:00",
    },
    "fields": [
        {
            "key": "seat",
            "zone": "secondary",
            "label": "Seat",
            "value": "{{row.seat|Any}}",
            "translations": {"fr": {"label": "Place"}, "de": {"label": "Platz"}},
        },
        {
            "key": "kettle",
            "zone": "secondary",
            "label": "Tea from",
            "value": "6.30 pm",
            "change_message": "Tea is now from %@",
            "translations": {
                "fr": {"label": "Thé dès", "value": "18 h 30"},
                "de": {"label": "Tee ab", "value": "18.30 Uhr"},
            },
        },
        {
            "key": "name",
            "zone": "auxiliary",
            "label": "Guest",
            "value": "{{customer.name|Guest}}",
            "translations": {"fr": {"label": "Nom"}, "de": {"label": "Gast"}},
        },
    ],
}
VOUCHER: dict[str, Any] = {
    **_LOOK,
    "style": "store_card",
    "description": "Gift card for books",
    "background": "#1e3a8a",
    "foreground": "#ffffff",
    "label_color": "#dbe6ff",
    "barcode": {"message": "{{code}}", "text": "{{code}}"},
    "fields": [
        {
            "key": "balance",
            "zone": "header",
            "label": "Balance",
            "format": "currency",
            "currency": "GBP",
            "value": "{{row.balance|20}}",
            "change_message": "Your gift card has %@ left",
            "translations": {
                "fr": {"label": "Solde", "change_message": "Il reste %@ sur votre carte cadeau"},
                "de": {"label": "Guthaben", "change_message": "Ihre Geschenkkarte hat noch %@"},
            },
        },
        {
            "key": "for",
            "zone": "secondary",
            "label": "For",
            "value": "{{customer.name|a reader}}",
            "translations": {"fr": {"label": "Pour"}, "de": {"label": "Für"}},
        },
        _PICK,
    ],
}
PASSES = DemoPasses(
    templates={"Reader’s card": READER, "Author evening": EVENING, "Gift card": VOUCHER},
    holders={"Reader’s card": 9, "Author evening": 5, "Gift card": 3},
    rows=(
        {"seat": "A 3", "balance": "35"},
        {"seat": "A 4", "balance": "12.50"},
        {"seat": "C 7", "balance": "50"},
        {"seat": "F 2", "balance": "20"},
    ),
    without_phone=3,
    removed=4,
    changed_field="pick",
    new_value="Lighthouse Year",
    message="Author evening on Thursday: the kettle goes on at half past six.",
)
