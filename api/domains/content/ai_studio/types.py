"""What pictures of the studio are made of."""

from enum import StrEnum


class Style(StrEnum):
    """How a picture is drawn."""

    AUTO = "auto"
    WAVES = "waves"
    MOSAIC = "mosaic"
    FLOW = "flow"
    TERRAZZO = "terrazzo"
    NIGHT_SKY = "night_sky"
    BOTANICAL = "botanical"
    HALFTONE = "halftone"
    PHOTO = "photo"
