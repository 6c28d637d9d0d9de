"""Harbor Coffee's pass templates, the holders of their passes, and the changes made to the passes."""

from typing import Any

from runtime.demo.loyalty import DemoPasses

_LOOK = {"organization": "Harbor Coffee", "title": "Harbor Coffee"}

STAMPS: dict[str, Any] = {
    **_LOOK,
    "style": "store_card",
    "description": "Harbor Coffee stamp card of {{customer.first_name|a guest}}",
    "background": "#1f3a5f",
    "foreground": "#fbf3e6",
    "label_color": "#f4c9a6",
    "barcode": {"message": "{{serial}}", "text": "{{customer.number|Guest}}"},
    "fields": [
        {"key": "tier", "zone": "header", "label": "Tier", "value": "{{tier|Member}}"},
        {
            "key": "stamps",
            "zone": "secondary",
            "label": "Stamps of {{stamps_goal}}",
            "format": "number",
            "value": "{{stamps}}",
            "change_message": "You now have %@ stamps",
            "translations": {
                "de": {"label": "Stempel", "change_message": "Sie haben jetzt %@ Stempel"}
            },
        },
        {
            "key": "name",
            "zone": "secondary",
            "label": "Name",
            "value": "{{customer.name|Guest}}",
            "translations": {"de": {"label": "Name"}},
        },
        {
            "key": "offer",
            "zone": "auxiliary",
            "label": "This week",
            "value": "Free oat milk",
            "change_message": "This week: %@",
            "translations": {"de": {"label": "Diese Woche", "change_message": "Diese Woche: %@"}},
        },
        {
            "key": "terms",
            "zone": "back",
            "label": "How it works",
            "value": "One stamp for each drink. Ten stamps are a coffee of your choice.",
        },
    ],
    "places": [{"latitude": 47.6097, "longitude": -122.3425, "text": "Your stamp card is ready"}],
}
NIGHT: dict[str, Any] = {
    **_LOOK,
    "style": "event_ticket",
    "description": "Ticket for the latte art night",
    "background": "#4a2c1a",
    "foreground": "#ffffff",
    "label_color": "#f3d9b8",
    "barcode": {"format": "aztec", "message": "{{code}}", "text": "{{code}}"},
    "event": {
        "name": "Latte art night",
        "venue": "Harbor Coffee, Pier 7",
        "starts_at": "2027-05-14T18:00:00-07:00",
    },
    "fields": [
        {"key": "seat", "zone": "secondary", "label": "Table", "value": "{{row.table|Any}}"},
        {
            "key": "doors",
            "zone": "secondary",
            "label": "Doors",
            "value": "6 pm",
            "change_message": "Doors now open at %@",
        },
        {
            "key": "name",
            "zone": "auxiliary",
            "label": "Guest",
            "value": "{{customer.name|Guest}}",
        },
    ],
}
COUPON: dict[str, Any] = {
    **_LOOK,
    "style": "coupon",
    "description": "A slice of cake with your coffee",
    "background": "#8f3f22",
    "foreground": "#ffffff",
    "label_color": "#ffe0c7",
    "barcode": {"message": "{{code}}", "text": "{{code}}"},
    "fields": [
        {
            "key": "offer",
            "zone": "header",
            "label": "With any coffee",
            "value": "Free cake",
            "change_message": "Your coupon is now %@",
        },
        {
            "key": "name",
            "zone": "secondary",
            "label": "For",
            "value": "{{customer.first_name|You}}",
        },
        {"key": "terms", "zone": "back", "label": "Terms", "value": "One slice per person."},
    ],
}
PASSES = DemoPasses(
    templates={"Stamp card": STAMPS, "Latte art night": NIGHT, "Free cake": COUPON},
    holders={"Stamp card": 14, "Latte art night": 6, "Free cake": 8},
    rows=tuple({"table": str(number)} for number in range(1, 5)),
    without_phone=4,
    removed=7,
    changed_field="offer",
    new_value="A second cup for a friend",
    message="Latte art night: two places are left. Show this pass at the counter.",
)
