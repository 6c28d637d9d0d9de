"""The dimensions by which every number can be grouped and filtered, one line each.

This is the only list. The columns that models carry from the events to the marts follow from it, as do the names that
questions accept.
"""

from collections.abc import Mapping
from enum import StrEnum


class Dimension(StrEnum):
    """A dimension under the name that callers use. `column` is the lake's column, and `description` is empty if it has
    none.
    """

    _value_: str
    column: str
    description: str

    def __new__(cls, name: str, description: str = "", column: str = "") -> "Dimension":
        found = str.__new__(cls, name)
        found._value_ = name
        found.column = column or name
        found.description = description
        return found

    CODE = "code", "code that was opened", "code_id"
    PAGE = "page", "page that was viewed", "page_id"
    CAMPAIGN = "campaign", "campaign that led to the event", "campaign_id"
    COUNTRY = "country", "ISO 3166-1 alpha-2"
    REGION = "region", "region of the country"
    CITY = "city", "city"
    DEVICE = "device", "phone, tablet, desktop, tv, other"
    SYSTEM = "system", "operating system"
    BROWSER = "browser", "browser"
    LANGUAGE = "language", "BCP 47"
    REFERRER = "referrer", "host name of the referring page"
    UTM_SOURCE = "utm_source", "UTM source"
    UTM_MEDIUM = "utm_medium", "UTM medium"
    UTM_CAMPAIGN = "utm_campaign", "UTM campaign"
    UTM_TERM = "utm_term", "UTM term"
    UTM_CONTENT = "utm_content", "UTM content"
    FOLDER = "folder", "", "code_id"
    PLACEMENT = "placement", "", "code_id"
    BASE_CODE = "base_code", "", "code_id"
    HOUR_BY_WEEKDAY = "hour_by_weekday"

    @property
    def is_of_codes(self) -> bool:
        """Whether it describes a code: its folder, its placement or its base code."""
        return self in GROUPS_OF_CODES


GROUPS_OF_CODES = (Dimension.FOLDER, Dimension.PLACEMENT, Dimension.BASE_CODE)
"""Dimensions that describe a code: its folder, its placement, and its base code. The base code of a code that is not a
child is the code itself.
"""

DIMENSIONS: Mapping[str, str] = {
    one.column: one.description for one in Dimension if one.description
}
"""Dimensions that are columns of the lake, each with its description. In models, `every dimension` stands for all of
them, in this order.
"""
