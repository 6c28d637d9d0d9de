"""What every event may be counted by: the columns that models carry along from the events to the marts."""

from collections.abc import Mapping

DIMENSIONS: Mapping[str, str] = {
    "code_id": "code that was opened",
    "page_id": "page that was seen",
    "campaign_id": "campaign that led here",
    "country": "ISO 3166-1 alpha-2",
    "region": "region of the country",
    "city": "city",
    "device": "phone, tablet, desktop, tv, other",
    "system": "operating system",
    "browser": "browser",
    "language": "BCP 47",
    "referrer": "host name of the page before",
    "utm_source": "UTM source",
    "utm_medium": "UTM medium",
    "utm_campaign": "UTM campaign",
    "utm_term": "UTM term",
    "utm_content": "UTM content",
}
"""Each with its description. Models say `every dimension` for all of them, in this order."""
