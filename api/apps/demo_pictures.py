"""Logos and pictures of the demonstration, drawn in code so that the repository contains no binary files."""

from io import BytesIO

from PIL import Image, ImageDraw

_SHARP = 4
"""Pictures are drawn larger by this factor and then scaled down, because Pillow draws jagged edges."""
_LOGO = 320
_WALL = 600
_STRIP = 1125, 432
"""Size of a strip in pixels: three times its size in points on a phone."""

Point = tuple[float, float]


def harbor_logo() -> Image.Image:
    """Draw a cup whose coffee is the sea, on navy."""
    picture, draw = _field(_LOGO, (0, 0, 0, 0))
    draw.ellipse(_box(0, 0, 320, 320), fill="#1f3a5f")
    draw.arc(_box(206, 118, 276, 196), -90, 110, fill="#fbf3e6", width=16 * _SHARP)
    draw.pieslice(_box(70, 20, 234, 240), 0, 180, fill="#fbf3e6")
    draw.rectangle(_box(70, 104, 234, 132), fill="#fbf3e6")
    for left in (88, 132, 176):
        draw.arc(_box(left, 132, left + 44, 168), 0, 180, fill="#e07a3f", width=10 * _SHARP)
    draw.rounded_rectangle(_box(62, 248, 244, 264), 8 * _SHARP, fill="#fbf3e6")
    return _small(picture, _LOGO)


def northwind_logo() -> Image.Image:
    """Draw an open book below the north star, on green."""
    picture, draw = _field(_LOGO, (0, 0, 0, 0))
    draw.rounded_rectangle(_box(0, 0, 320, 320), 40 * _SHARP, fill="#14532d")
    draw.polygon(
        _points(
            (160, 40),
            (174, 96),
            (224, 110),
            (174, 124),
            (160, 180),
            (146, 124),
            (96, 110),
            (146, 96),
        ),
        fill="#f2c46d",
    )
    draw.polygon(_points((156, 210), (60, 186), (60, 256), (156, 280)), fill="#f4f0e4")
    draw.polygon(_points((164, 210), (260, 186), (260, 256), (164, 280)), fill="#e3dcc6")
    return _small(picture, _LOGO)


def latte(number: int) -> Image.Image:
    """Draw a cup from above with art in its foam: a heart, rings, a leaf or a tulip."""
    ground = ("#c98f5a", "#4f7f8c", "#7b5f8f", "#b5573f")[number % 4]
    picture, draw = _field(_WALL, ground)
    for edge in range(0, 600, 60):
        draw.line(_points((edge, 0), (edge, 600)), fill=_darker(ground), width=3 * _SHARP)
    draw.ellipse(_box(70, 80, 550, 560), fill=_darker(ground))
    draw.ellipse(_box(60, 60, 540, 540), fill="#f6f1e8")
    draw.ellipse(_box(110, 110, 490, 490), fill="#e4dccd")
    draw.ellipse(_box(122, 122, 478, 478), fill="#7a4526")
    foam = "#f3dfbf"
    if number % 4 == 0:
        draw.ellipse(_box(200, 200, 310, 310), fill=foam)
        draw.ellipse(_box(290, 200, 400, 310), fill=foam)
        draw.polygon(_points((207, 280), (393, 280), (300, 410)), fill=foam)
    elif number % 4 == 1:
        for radius in (150, 105, 60, 24):
            draw.ellipse(
                _box(300 - radius, 300 - radius, 300 + radius, 300 + radius),
                outline=foam,
                width=18 * _SHARP,
            )
    elif number % 4 == 2:
        for step in range(6):
            top, half = 180 + 36 * step, 40 + 18 * min(step, 3)
            draw.arc(
                _box(300 - half, top - 30, 300 + half, top + 50),
                20,
                160,
                fill=foam,
                width=16 * _SHARP,
            )
        draw.line(_points((300, 160), (300, 430)), fill="#7a4526", width=8 * _SHARP)
    else:
        for top, half in ((330, 110), (260, 90), (190, 64)):
            draw.pieslice(_box(300 - half, top - half, 300 + half, top + half), 0, 180, fill=foam)
    return _small(picture, _WALL)


def reading_place(number: int) -> Image.Image:
    """Draw an armchair, a window seat or a park bench with a book."""
    grounds = ("#2f5a48", "#33405a", "#d9a441")
    picture, draw = _field(_WALL, grounds[number % 3])
    draw.rectangle(_box(0, 440, 600, 600), fill=_darker(grounds[number % 3]))
    draw.ellipse(_box(380, 60, 520, 200), fill="#ffe6a8")
    draw.rounded_rectangle(_box(150, 210, 430, 420), 60 * _SHARP, fill="#b5542f")
    draw.rounded_rectangle(_box(110, 320, 470, 470), 40 * _SHARP, fill="#8f3f22")
    draw.rounded_rectangle(_box(160, 340, 420, 400), 26 * _SHARP, fill="#d9734a")
    draw.polygon(_points((290, 300), (200, 270), (200, 340), (290, 370)), fill="#fdf6ec")
    draw.polygon(_points((296, 300), (386, 270), (386, 340), (296, 370)), fill="#e7dccb")
    return _small(picture, _WALL)


def harbor_strip(name: str) -> Image.Image:
    """Draw the picture behind the front of a pass: cups in a row, a night with foam, or a cake, with the sea below."""
    ground = {"Latte art night": "#2a1710", "Free cake": "#8f3f22"}.get(name, "#1f3a5f")
    picture, draw = _wide(ground)
    for top, at in ((340, 0), (380, 60)):
        for left in range(-120 + at, _STRIP[0], 120):
            draw.pieslice(
                _box(left, top, left + 120, top + 120),
                180,
                360,
                fill=_darker(ground, 86 if top == 340 else 72),
            )
    if name == "Stamp card":
        for number in range(5):
            _cup(draw, 330 + 150 * number, 150, is_full=number < 4)
    elif name == "Latte art night":
        for number, (left, top) in enumerate(((560, 60), (700, 150), (860, 70), (1050, 130))):
            _star(draw, left, top, 16 + 6 * (number % 2))
        draw.ellipse(_box(770, 100, 990, 320), fill="#7a4526")
        draw.ellipse(_box(805, 140, 893, 228), fill="#f3dfbf")
        draw.ellipse(_box(867, 140, 955, 228), fill="#f3dfbf")
        draw.polygon(_points((812, 205), (948, 205), (880, 295)), fill="#f3dfbf")
    elif name == "Free cake":
        draw.polygon(_points((700, 300), (1000, 180), (1000, 300)), fill="#f6d9b0")
        draw.polygon(_points((700, 335), (1000, 330), (1000, 360), (700, 360)), fill="#e7b98a")
        draw.polygon(_points((700, 300), (1000, 300), (1000, 330), (700, 335)), fill="#fff3e0")
        draw.ellipse(_box(930, 140, 980, 190), fill="#d94f4f")
    return picture.resize(_STRIP, Image.Resampling.BOX)


def northwind_strip(name: str) -> Image.Image:
    """Draw the picture behind the front of a pass: a shelf of books, a lamp over a book by night, or a book as
    a gift.
    """
    ground = {"Author evening": "#431407", "Gift card": "#1e3a8a"}.get(name, "#14532d")
    picture, draw = _wide(ground)
    draw.rectangle(_box(0, 384, _STRIP[0], 400), fill="#c89b5a")
    draw.rectangle(_box(0, 400, _STRIP[0], _STRIP[1]), fill=_darker(ground, 60))
    if name == "Author evening":
        for number, (left, top) in enumerate(((520, 90), (640, 190), (1060, 80), (1010, 210))):
            _star(draw, left, top, 14 + 8 * (number % 2))
        draw.polygon(_points((790, 150), (930, 150), (1010, 384), (710, 384)), fill="#7a3a14")
        draw.polygon(_points((820, 60), (900, 60), (940, 150), (780, 150)), fill="#f2c46d")
        draw.rectangle(_box(854, 150, 866, 290), fill="#c89b5a")
        _open_book(draw, 860, 290)
    elif name == "Gift card":
        draw.rounded_rectangle(_box(760, 120, 1000, 384), 10 * _SHARP, fill="#b5542f")
        draw.rectangle(_box(760, 120, 790, 384), fill="#8f3f22")
        draw.rectangle(_box(880, 120, 908, 384), fill="#f2c46d")
        draw.rectangle(_box(760, 232, 1000, 260), fill="#f2c46d")
        draw.ellipse(_box(822, 196, 894, 246), outline="#f2c46d", width=14 * _SHARP)
        draw.ellipse(_box(894, 196, 966, 246), outline="#f2c46d", width=14 * _SHARP)
    else:
        left = 470
        for number in range(11):
            wide, tall = 38 + number * 7 % 23, 150 + number * 53 % 110
            spine = ("#b5542f", "#f4f0e4", "#33405a", "#d9a441", "#2f5a48")[number % 5]
            draw.rectangle(_box(left, 384 - tall, left + wide, 384), fill=spine)
            draw.rectangle(_box(left, 406 - tall, left + wide, 414 - tall), fill="#f2c46d")
            left += wide + 5
        _star(draw, 420, 90, 40)
    return picture.resize(_STRIP, Image.Resampling.BOX)


def _cup(draw: ImageDraw.ImageDraw, left: float, top: float, *, is_full: bool) -> None:
    ink = "#fbf3e6" if is_full else "#4d6486"
    draw.arc(_box(left + 70, top + 10, left + 118, top + 60), -90, 110, fill=ink, width=9 * _SHARP)
    draw.pieslice(_box(left, top - 60, left + 94, top + 90), 0, 180, fill=ink)
    draw.rectangle(_box(left, top, left + 94, top + 16), fill=ink)
    if is_full:
        draw.ellipse(_box(left + 34, top + 30, left + 60, top + 56), fill="#e07a3f")


def _open_book(draw: ImageDraw.ImageDraw, middle: float, top: float) -> None:
    """Draw both pages of an open book, seen from the front."""
    for side, paper in ((-1, "#f4f0e4"), (1, "#e3dcc6")):
        draw.polygon(
            _points(
                (middle + 4 * side, top + 24),
                (middle + 130 * side, top),
                (middle + 130 * side, top + 70),
                (middle + 4 * side, top + 94),
            ),
            fill=paper,
        )


def _star(draw: ImageDraw.ImageDraw, left: float, top: float, half: float) -> None:
    thin = half / 4
    draw.polygon(
        _points(
            (left, top - half),
            (left + thin, top - thin),
            (left + half, top),
            (left + thin, top + thin),
            (left, top + half),
            (left - thin, top + thin),
            (left - half, top),
            (left - thin, top - thin),
        ),
        fill="#f2c46d",
    )


def png_of(picture: Image.Image) -> bytes:
    """Return the picture as a PNG file."""
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def _field(
    side: int, fill: str | tuple[int, int, int, int]
) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    mode = "RGB" if isinstance(fill, str) else "RGBA"
    picture = Image.new(mode, (side * _SHARP, side * _SHARP), fill)
    return picture, ImageDraw.Draw(picture)


def _wide(fill: str) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    picture = Image.new("RGB", (_STRIP[0] * _SHARP, _STRIP[1] * _SHARP), fill)
    return picture, ImageDraw.Draw(picture)


def _small(picture: Image.Image, side: int) -> Image.Image:
    return picture.resize((side, side), Image.Resampling.BOX)


def _box(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
    return left * _SHARP, top * _SHARP, right * _SHARP, bottom * _SHARP


def _points(*points: Point) -> list[Point]:
    return [(x * _SHARP, y * _SHARP) for x, y in points]


def _darker(color: str, per_cent: int = 86) -> str:
    return "#" + "".join(
        f"{int(int(color[at : at + 2], 16) * per_cent / 100):02x}" for at in (1, 3, 5)
    )
