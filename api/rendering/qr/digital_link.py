"""GS1 Digital Link (URI syntax 1.4): the canonical address of a product.

The key comes first, followed by its qualifiers in the order of the standard (batch, serial) and then other data as a
query: `https://id.gs1.org/01/09506000134352/10/ABC/21/123?17=271231`.
"""

import re
from datetime import date
from urllib.parse import quote

from stdnum import ean
from stdnum.exceptions import ValidationError

GTIN, BATCH, SERIAL, EXPIRY = "01", "10", "21", "17"
_LENGTHS = (8, 12, 13, 14)
_CSET_82 = re.compile(r"[!\"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}\Z")
"""The characters that GS1 allows in a batch or a serial (its set 82)."""


def gtin_14(text: str) -> str:
    """Validate a GTIN of 8, 12, 13 or 14 digits, and return it with the 14 digits of a Digital Link."""
    digits = re.sub(r"[\s-]", "", text)
    if not digits.isascii() or not digits.isdigit() or len(digits) not in _LENGTHS:
        raise ValueError("must have 8, 12, 13 or 14 digits")
    expected = ean.calc_check_digit(digits[:-1])
    if expected != digits[-1]:
        raise ValueError(f"has a wrong check digit: the last digit should be {expected}")
    try:
        ean.validate(digits.zfill(14))
    except ValidationError:
        raise ValueError("is not a GTIN") from None
    return digits.zfill(14)


def digital_link(
    domain: str, gtin: str, batch: str = "", serial: str = "", expires_on: date | None = None
) -> str:
    """Return the canonical address of a product. Raises ValueError for a part that GS1 does not allow, which the
    message names.
    """
    for name, value in (("batch", batch), ("serial", serial)):
        if value and not _CSET_82.match(value):
            raise ValueError(f"{name} has characters that GS1 does not allow")
    path = f"/{GTIN}/{gtin}"
    if batch:
        path += f"/{BATCH}/{quote(batch, safe='')}"
    if serial:
        path += f"/{SERIAL}/{quote(serial, safe='')}"
    query = f"?{EXPIRY}={expires_on:%y%m%d}" if expires_on is not None else ""
    return f"https://{domain}{path}{query}"
