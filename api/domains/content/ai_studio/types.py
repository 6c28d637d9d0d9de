"""Types of the studio's pictures."""

from enum import StrEnum


class Style(StrEnum):
    """The styles in which pictures are drawn."""

    AUTO = "auto"
    WAVES = "waves"
    MOSAIC = "mosaic"
    FLOW = "flow"
    TERRAZZO = "terrazzo"
    NIGHT_SKY = "night_sky"
    BOTANICAL = "botanical"
    HALFTONE = "halftone"
    PHOTO = "photo"
