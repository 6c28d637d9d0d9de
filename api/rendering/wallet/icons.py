"""The icon of a pass for lock screens and notifications: the organisation's initial on its colour."""

from api.rendering.initials import initial_icon

SIDES = {"icon.png": 29, "icon@2x.png": 58, "icon@3x.png": 87}
"""Side of each file in pixels; developer.apple.com/design/human-interface-guidelines/wallet."""


def icons(name: str, ground: str) -> dict[str, bytes]:
    """Return the icon in every size, as PNG by file name. `ground` is `#rrggbb`."""
    return {file: initial_icon(name, ground, side) for file, side in SIDES.items()}
