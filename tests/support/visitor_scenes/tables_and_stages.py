"""Scenes indoors: a café, a concert, a product, a table, a record, a coupon."""

from random import Random

from tests.support.visitor_scenes.shapes import (
    SCENES,
    H,
    W,
    at,
    circle,
    confetti,
    cup,
    leaf,
    line,
    oval,
    path,
    rect,
    scene,
    sky,
)

__all__ = ["SCENES"]


@scene
def cafe() -> str:
    window = "".join(
        rect(x, 70, 190, 330, "#ffe9c4", 10) + rect(x, 70, 190, 330, "url(#w)", 10)
        for x in (90, 300, 790, 1000)
    )
    steam = "".join(
        line(f"M{x} 330C{x - 40} 270 {x + 40} 230 {x} 170", "#fff", 12, 'opacity=".5"')
        for x in (560, 640, 720)
    )
    croissant = (
        oval(0, 44, 190, 34, "#000", 'opacity=".14"')
        + oval(0, 34, 190, 34, "#f8f1e6")
        + path("M-140 20C-130 -70 -60 -100 0 -100S130 -70 140 20C110 0 80 -8 60 10C30 -12 -30 -12 -60 10C-80 -8 -110 0 -140 20Z", "#c9772c")
        + path("M-60 -86C-84 -50 -80 -16 -60 10C-30 -12 30 -12 60 10C80 -16 84 -50 60 -86C20 -104 -20 -104 -60 -86Z", "#e2954a")
        + line("M-24 -98C-36 -60 -34 -30 -26 -4M24 -98C36 -60 34 -30 26 -4", "#b8651f", 7)
    )  # fmt: skip
    plant = "".join(leaf(0, 0, angle, 170, fill) for angle, fill in (
        (-160, "#3f6b4a"), (-130, "#5a8a5c"), (-105, "#3f6b4a"), (-75, "#6a9c66"), (-45, "#4c7a52"), (-20, "#5a8a5c"))
    ) + path("M-62 0H62L46 120H-46Z", "#b35a3c") + path("M10 0H62L46 120H16Z", "#96462c")  # fmt: skip
    return (
        sky("#f6d9b0", "#eec38c")
        + '<linearGradient id="w" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".9"/><stop offset="1" stop-color="#f2a65a" stop-opacity=".55"/></linearGradient>'
        + window
        + line("M185 70V400M395 70V400M885 70V400M1095 70V400M90 220H280M300 220H490M790 220H980M1000 220H1190", "#d9a066", 8)
        + path("M90 70L700 720H330Z", "#fff", 'opacity=".13"')
        + path("M1000 70L1180 70L900 720H620Z", "#fff", 'opacity=".1"')
        + rect(0, 500, W, 220, "#8a4f2d")
        + rect(0, 500, W, 26, "#a9663c")
        + line("M0 590H1280M0 660H1280", "#7a4326", 4)
        + at(1120, 420, plant)
        + steam
        + at(640, 430, cup("#ffffff", "#e3d6c6", "#5b3219", "#f0d9b5"), "scale(1.12)")
        + at(270, 560, croissant)
    )  # fmt: skip


@scene
def event() -> str:
    random = Random(7)
    beams = "".join(
        path(f"M{x} 0L{x + a} 640H{x + b}Z", color, 'opacity=".28"')
        for x, a, b, color in ((220, 60, 420, "#ff6ad5"), (440, -160, 180, "#7c9bff"), (840, -180, 160, "#ffd166"), (1060, -420, -60, "#8affe0"))
    )  # fmt: skip
    heads = "".join(
        circle(x, 640 + dy, 44, "#0a0718") + rect(x - 70, 680 + dy, 140, 90, "#0a0718", 50)
        for x, dy in ((60, 20), (190, -6), (330, 24), (470, 6), (610, 26), (750, 0), (890, 22), (1030, -4), (1170, 18))
    )  # fmt: skip
    arms = line("M250 690L220 560M395 700L430 540M690 690L660 550M955 690L985 545M1100 690L1085 570", "#0a0718", 26)  # fmt: skip
    lamps = "".join(circle(x, 54 + abs(640 - x) * 0.05, 8, "#ffe6a8") for x in range(40, 1280, 60))
    singer = (
        circle(0, -150, 34, "#150c33")
        + path("M-46 -110Q0 -126 46 -110L60 60H-60Z", "#150c33")
        + path("M-44 50H-4L-14 210H-52ZM4 50H44L52 210H14Z", "#150c33")
        + line("M40 -90L86 -30L30 -120", "#150c33", 22)
        + line("M-40 -90L-88 -150", "#150c33", 22)
        + circle(26, -128, 12, "#ffd166")
    )
    return (
        sky("#1b0f44", "#5b1f73")
        + circle(640, 360, 330, "#ff8a5c", 'opacity=".35"')
        + circle(640, 360, 220, "#ffb36b", 'opacity=".6"')
        + beams
        + line("M0 84Q640 10 1280 84", "#0e0824", 5)
        + lamps
        + rect(140, 250, 120, 290, "#150c33", 12)
        + rect(1020, 250, 120, 290, "#150c33", 12)
        + "".join(circle(x, y, r, "#2d1c5c") for x in (200, 1080) for y, r in ((310, 34), (400, 44), (492, 34)))
        + path("M120 540H1160L1280 640H0Z", "#2a1350")
        + at(640, 340, singer, "scale(1.05)")
        + confetti(random, ["#ffd166", "#ff6ad5", "#8affe0", "#fff"], 34, 90, 500)
        + arms
        + heads
    )  # fmt: skip


@scene
def launch() -> str:
    speaker = (
        oval(0, 232, 150, 22, "#000", 'opacity=".2"')
        + rect(-130, -220, 260, 450, "#23242b", 60)
        + path("M20 -220H70A60 60 0 0 1 130 -160V170A60 60 0 0 1 70 230H20Z", "#17181d")
        + circle(0, 90, 92, "#3a3c46")
        + circle(0, 90, 70, "#17181d")
        + circle(0, 90, 30, "#4b4e5a")
        + circle(0, -100, 50, "#3a3c46")
        + circle(0, -100, 32, "#17181d")
        + circle(78, -180, 7, "#ffb36b")
        + line("M-96 -150V150", "#fff", 6, 'opacity=".16"')
    )
    return (
        sky("#f7efe6", "#f0ded0")
        + path("M0 540H1280V720H0Z", "#e7cdb9")
        + path("M330 600V330A310 310 0 0 1 950 330V600Z", "#e9785a")
        + path("M410 600V340A230 230 0 0 1 870 340V600Z", "#f4a07f")
        + circle(985, 170, 86, "#ffd7a8")
        + oval(640, 640, 420, 56, "#000", 'opacity=".08"')
        + path("M250 600H1030V640Q640 690 250 640Z", "#d9b79f")
        + oval(640, 600, 390, 46, "#fbf1e8")
        + at(640, 380, speaker)
        + at(360, 590, oval(0, 4, 90, 14, "#000", 'opacity=".12"') + circle(0, -76, 78, "#2f6f73") + path("M0 -154A78 78 0 0 1 0 2A120 120 0 0 0 0 -154Z", "#1f5257"))
        + at(930, 590, path("M-76 0L0 -190L76 0Z", "#f0b23e") + path("M0 -190L76 0H16Z", "#d59622"))
        + at(150, 600, "".join(leaf(0, 0, t, 210, f) for t, f in ((-115, "#6f8f6b"), (-90, "#8bab82"), (-62, "#5c7d5a"))))
    )  # fmt: skip


@scene
def restaurant() -> str:
    fork = rect(-9, -40, 18, 230, "#d9dfe2", 9) + "".join(rect(x, -150, 9, 100, "#d9dfe2", 4) for x in (-32, -14, 5, 23)) + path("M-32 -70H32Q34 -14 0 -14T-32 -70Z", "#d9dfe2")  # fmt: skip
    knife = rect(-9, 30, 18, 170, "#d9dfe2", 9) + path("M-9 40V-150Q34 -120 28 40Z", "#d9dfe2")
    star = "M0 -26L8 -8L27 -6L13 7L17 26L0 16L-17 26L-13 7L-27 -6L-8 -8Z"
    salad = "".join(
        leaf(0, 0, angle, size, fill)
        for angle, size, fill in ((10, 130, "#4f9a4c"), (70, 120, "#79bd62"), (130, 130, "#3f8444"), (190, 120, "#79bd62"), (250, 128, "#4f9a4c"), (310, 118, "#93cf74"), (340, 90, "#3f8444"))
    ) + "".join(circle(x, y, 26, "#e5533d") + circle(x - 7, y - 8, 7, "#fff", 'opacity=".5"') for x, y in ((-46, -34), (52, 12), (-14, 58))) + circle(34, -52, 34, "#fff6e3") + circle(34, -52, 16, "#f7b538")  # fmt: skip
    glass = circle(0, 0, 92, "#fff", 'opacity=".22"') + circle(0, 0, 76, "#9fd3e0") + circle(0, 0, 76, "#fff", 'opacity=".25"') + circle(-18, -10, 34, "#f6d860") + circle(-18, -10, 24, "#fae897")  # fmt: skip
    return (
        rect(0, 0, W, H, "#1f5b5e")
        + "".join(rect(x, 0, 60, H, "#fff", 0, 'opacity=".045"') for x in range(0, W, 120))
        + "".join(rect(0, y, W, 60, "#fff", 0, 'opacity=".045"') for y in range(0, H, 120))
        + circle(620, 372, 262, "#000", 'opacity=".18"')
        + circle(610, 360, 260, "#fdfaf4")
        + circle(610, 360, 190, "#f1ebdf")
        + circle(610, 360, 178, "#fdfaf4")
        + at(610, 360, salad, "scale(1.15)")
        + at(276, 360, fork, "scale(1.15)")
        + at(940, 350, knife, "scale(1.15)")
        + at(1110, 180, glass)
        + at(1120, 560, rect(-130, -86, 260, 172, "#ffffff", 16, 'transform="rotate(-8)"') + f'<g transform="rotate(-8)">{"".join(at(x, -20, path(star, "#f5a524")) for x in (-68, 0, 68))}{rect(-80, 30, 160, 12, "#dfe5e6", 6)}{rect(-80, 54, 100, 12, "#dfe5e6", 6)}</g>')
    )  # fmt: skip


@scene
def music() -> str:
    grooves = "".join(
        f'<circle cx="0" cy="0" r="{r}" fill="none" stroke="#3b2230" stroke-width="3"/>'
        for r in range(120, 250, 16)
    )
    record = (
        circle(8, 14, 268, "#000", 'opacity=".3"')
        + circle(0, 0, 264, "#1a0d15")
        + grooves
        + path("M0 0L-150 -217A264 264 0 0 1 -40 -261Z", "#fff", 'opacity=".1"')
        + path("M0 0L150 217A264 264 0 0 1 40 261Z", "#fff", 'opacity=".1"')
        + circle(0, 0, 94, "#f0b7a4")
        + path("M-94 0A94 94 0 0 1 94 0Z", "#d96c5b")
        + circle(0, 0, 12, "#1a0d15")
    )
    bars = "".join(
        rect(x, 600 - h, 22, h, "#f0b7a4", 11, f'opacity="{0.35 + 0.5 * (h / 260):.2f}"')
        for x, h in zip(range(60, 560, 38), (60, 130, 90, 200, 150, 250, 180, 220, 120, 170, 80, 140, 50), strict=False)
    )  # fmt: skip
    return (
        sky("#5a1635", "#22081a")
        + circle(1080, 130, 420, "#d96c5b", 'opacity=".35"')
        + circle(160, 640, 380, "#8a2750", 'opacity=".45"')
        + bars
        + at(840, 370, record)
        + line("M1180 110L1150 360L1020 480", "#e9e0dc", 16)
        + circle(1180, 110, 44, "#e9e0dc")
        + circle(1180, 110, 24, "#b9a9a3")
        + at(1010, 490, rect(-34, -18, 68, 40, "#e9e0dc", 8), "rotate(42)")
    )


@scene
def coupon() -> str:
    ticket = (
        path("M-330 -150H330V-50A50 50 0 0 0 330 50V150H-330V50A50 50 0 0 0 -330 -50Z", "#000", 'opacity=".16" transform="translate(10 16)"')
        + path("M-330 -150H330V-50A50 50 0 0 0 330 50V150H-330V50A50 50 0 0 0 -330 -50Z", "#fffdf5")
        + line("M130 -120V120", "#2438e0", 6, 'stroke-dasharray="2 20"')
        + circle(-240, -58, 40, "#2438e0") + circle(-240, -58, 18, "#fffdf5")
        + circle(-120, 62, 40, "#2438e0") + circle(-120, 62, 18, "#fffdf5")
        + line("M-120 -100L-240 104", "#2438e0", 22)
        + rect(-50, -66, 140, 26, "#ff6b4a", 13) + rect(-50, -16, 110, 26, "#ffd0c4", 13) + rect(-50, 34, 130, 26, "#ffd0c4", 13)
        + "".join(rect(170 + i * 22, -90, 8 if i % 2 else 14, 180, "#1d2140") for i in range(6))
    )  # fmt: skip
    gift = (
        oval(0, 130, 190, 24, "#000", 'opacity=".15"')
        + rect(-150, -60, 300, 190, "#ff6b4a", 12) + rect(50, -60, 100, 190, "#e2502f", 12)
        + rect(-170, -110, 340, 66, "#ff8465", 12) + rect(-26, -110, 52, 240, "#fff2a8")
        + path("M0 -110C-120 -230 -170 -130 0 -110C120 -230 170 -130 0 -110Z", "#fff2a8")
        + circle(0, -116, 26, "#ffe066")
    )  # fmt: skip
    return (
        rect(0, 0, W, H, "#ffd84d")
        + "".join(
            path(f"M640 400L{640 + 1200 * dx} {400 + 1200 * dy}L{640 + 1200 * ex} {400 + 1200 * ey}Z", "#ffe27d")
            for dx, dy, ex, ey in ((-1, -0.9, -0.7, -1), (-0.3, -1, 0, -1), (0.4, -1, 0.75, -1), (1, -0.7, 1, -0.3), (1, 0.1, 1, 0.5), (0.8, 1, 0.4, 1), (0, 1, -0.4, 1), (-0.9, 1, -1, 0.6), (-1, 0.1, -1, -0.35))
        )
        + confetti(Random(3), ["#2438e0", "#ff6b4a", "#fff", "#18b37e"], 52)
        + at(560, 300, ticket, "rotate(-8)")
        + at(1010, 520, gift)
    )  # fmt: skip
