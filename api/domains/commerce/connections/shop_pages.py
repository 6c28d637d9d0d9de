"""Products of the connected shop in the form that pages use, with their pictures, which are fetched once and stored in
Waypost.
"""

from urllib.parse import urlsplit

from api.domains.content.media_library import pictures
from api.domains.content.media_library.pictures import EncodedPicture
from api.domains.content.shop_products.types import ProductNow
from api.integrations.ports.shop_sales import Product
from api.integrations.shop_sales import own_address
from api.kit.errors import ApiError
from runtime.outbound_http import Address, AddressRefused, OutboundHttp, Unreachable, is_public
from runtime.settings import Settings

SECONDS = 8.0
LONGEST_NAME = 500


def now_of(it: Product) -> ProductNow:
    """Convert a product of the shop to the form that pages use."""
    return ProductNow(
        product_id=it.number,
        name=it.title[:LONGEST_NAME],
        price_cents=it.price_cents,
        currency=it.currency,
        url=it.url,
        picture_source=it.picture_url,
        is_available=it.is_available,
    )


def picture_bytes(settings: Settings, vendor: str, url: str) -> bytes | None:
    """Fetch the picture at a URL; return None if it is not available, or if its address may not be fetched from."""
    there, own = urlsplit(url), urlsplit(own_address(settings, vendor))
    # An operator who runs the vendor inside their own network configured that address themselves.
    is_own = (there.scheme, there.netloc) == (own.scheme, own.netloc)
    if there.scheme != "https" and not is_own:
        return None

    def is_allowed(address: Address) -> bool:
        return is_own or is_public(address)

    try:
        answer = OutboundHttp(seconds=SECONDS, is_allowed=is_allowed).read(
            url, pictures.MAX_BYTES + 1
        )
    except (AddressRefused, Unreachable):
        return None
    return answer.body if answer.status == 200 else None


def encoded(data: bytes | None) -> EncodedPicture | None:
    """Return the picture re-encoded for storage; None if there is no valid picture."""
    if data is None:
        return None
    try:
        return pictures.re_encode(data)
    except ApiError:
        return None
