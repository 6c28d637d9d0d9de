"""Base class of vendor settings. Each vendor's class is in api/integrations/<vendor>/config.py and is found through
an entry point.
"""

from collections.abc import Iterable
from functools import lru_cache
from importlib.metadata import entry_points
from typing import ClassVar, TypeVar

from runtime.environment import EnvironmentSettings

GROUP = "waypost.vendor_settings"


class VendorSettings(EnvironmentSettings):
    """Base of one vendor's settings.

    Each class sets `env_prefix`, since fields are also read by their own names and `USER` or `PORT` is not ours.
    """

    vendor: ClassVar[str]
    without: ClassVar[str]
    """Consequence of not configuring the vendor, for `waypost doctor`."""

    @property
    def is_set(self) -> bool:
        """Return whether this installation has its own account. False for vendors where only organisations have
        accounts.
        """
        return False


Vendor = TypeVar("Vendor", bound=VendorSettings)


@lru_cache
def read_vendor_settings(kind: type[Vendor]) -> Vendor:
    """Return one vendor's settings of this process, which are read once. Raises pydantic.ValidationError."""
    return kind()


def contributed_vendor_settings() -> list[type[VendorSettings]]:
    """Return the classes of all vendors, as the packages above declare them."""
    found: list[type[VendorSettings]] = []
    for point in entry_points(group=GROUP):
        contributed: Iterable[type[VendorSettings]] = point.load()
        found.extend(contributed)
    return found
