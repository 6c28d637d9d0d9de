"""Scenes of places: a house, a tree of hearts, a bench, a coast, a harbour, a bookshop."""

from random import Random

from tests.support.visitor_scenes.shapes import (
    SCENES,
    H,
    W,
    at,
    circle,
    line,
    oval,
    path,
    rect,
    scene,
    sky,
)

__all__ = ["SCENES"]


@scene
def estate() -> str:
    def tree(x: float, y: float, s: float, fill: str) -> str:
        return at(x, y, rect(-10, -10, 20, 90, "#5b4434") + oval(0, -70, 70, 96, fill) + oval(24, -60, 46, 80, "#000", 'opacity=".1"'), f"scale({s:g})")  # fmt: skip

    house = (
        path("M-300 -40L0 -240L300 -40V-10H-300Z", "#3a3f58")
        + rect(-260, -40, 520, 280, "#f3e6d8")
        + rect(60, -40, 200, 280, "#e3d1be")
        + path("M-300 -40L0 -240L300 -40L270 -22L0 -200L-270 -22Z", "#2c3047")
        + rect(-60, 70, 110, 170, "#7b3f2d", 6) + circle(30, 160, 8, "#f2c46d")
        + "".join(rect(x, 0, 120, 120, "#ffd98a", 6) + line(f"M{x + 60} 0V120M{x} 60H{x + 120}", "#7b6a55", 7) for x in (-220, 110))
        + circle(0, -96, 40, "#ffd98a") + line("M0 -136V-56M-40 -96H40", "#7b6a55", 6)
        + rect(170, -226, 50, 110, "#2c3047")
        + rect(-90, 240, 170, 16, "#c8b49e") + rect(-110, 256, 210, 16, "#b9a48d")
    )  # fmt: skip
    return (
        sky("#2f3f78", "#f2a789")
        + circle(980, 250, 70, "#ffe3b0")
        + circle(980, 250, 130, "#ffe3b0", 'opacity=".25"')
        + path("M0 470Q320 350 640 450T1280 400V720H0Z", "#5a5f8c")
        + path("M0 540Q400 440 760 530T1280 500V720H0Z", "#3f6a5a")
        + tree(240, 540, 1.25, "#2f5a48") + tree(130, 580, 0.9, "#3f7359") + tree(1090, 540, 1.4, "#2f5a48") + tree(1200, 580, 1, "#3f7359")
        + path("M0 610Q640 540 1280 610V720H0Z", "#2f5a48")
        + path("M600 600H700L860 720H420Z", "#d9c4a5")
        + at(640, 360, house)
        + at(360, 560, rect(-6, 0, 12, 120, "#f6f1ea") + rect(-70, -60, 140, 76, "#e2502f", 8) + rect(-46, -40, 92, 12, "#fff", 6) + rect(-46, -16, 60, 12, "#fff", 6))
    )  # fmt: skip


@scene
def donation() -> str:
    random = Random(11)
    heart = "M0 12C-30 -26 -66 -4 -40 26L0 62L40 26C66 -4 30 -26 0 12Z"
    crown = ""
    spots = [(random.gauss(0, 150), random.gauss(-60, 74)) for _ in range(56)]
    for index, (x, y) in enumerate(sorted(spots, key=lambda it: it[1])):
        fill = ("#e5484d", "#f2777a", "#ffb199", "#d8334a", "#ff8f70")[index % 5]
        crown += f'<path d="{heart}" fill="{fill}" transform="translate({x:.0f} {y:.0f}) scale({random.uniform(0.7, 1.25):.2f}) rotate({random.randint(-30, 30)})"/>'

    def person(body: str, skin: str, hair: str) -> str:
        return circle(0, -96, 26, skin) + path("M-27 -100A27 27 0 0 1 27 -100Q0 -112 -27 -100Z", hair) + path("M-34 -62Q0 -80 34 -62L44 60H-44Z", body) + rect(-30, 56, 24, 70, "#33405a", 8) + rect(6, 56, 24, 70, "#33405a", 8)  # fmt: skip

    return (
        sky("#fff1e4", "#ffd9c9")
        + circle(1040, 160, 92, "#ffc46b")
        + path("M0 520Q360 410 720 500T1280 470V720H0Z", "#f6bfa4")
        + path("M0 600Q640 500 1280 600V720H0Z", "#7fa66f")
        + path("M0 650Q640 560 1280 650V720H0Z", "#6a935c")
        + at(640, 330, path("M-34 290C-10 180 -16 100 -70 20L-40 8Q-10 60 0 100Q14 40 56 -10L84 8C20 90 16 180 40 290Z", "#7a4a35") + crown, "scale(1.06)")
        + at(370, 560, person("#3d7ea6", "#8a5a3c", "#2b1b14") + line("M30 -46L96 -92", "#3d7ea6", 20) + at(110, -112, path(heart, "#e5484d"), "scale(.7)"))
        + at(880, 574, person("#f0a03c", "#f0c3a0", "#8a4a2b") + line("M-30 -46L-92 -100", "#f0a03c", 20))
        + at(990, 600, person("#8f6bb3", "#c98f6a", "#221813"), "scale(.78)")
    )  # fmt: skip


@scene
def lost() -> str:
    bag = (
        oval(0, 180, 190, 24, "#000", 'opacity=".18"')
        + line("M-60 -150C-60 -230 60 -230 60 -150", "#7a3f8f", 22)
        + path("M-150 60C-150 -110 -100 -160 0 -160S150 -110 150 60V140A40 40 0 0 1 110 180H-110A40 40 0 0 1 -150 140Z", "#9b59b6")
        + path("M40 -156C120 -140 150 -90 150 60V140A40 40 0 0 1 110 180H60C100 60 90 -80 40 -156Z", "#7f4698")
        + rect(-104, 20, 208, 130, "#b57bcc", 26) + line("M-104 60H104", "#8a4fa3", 8) + rect(-14, 50, 28, 40, "#ffd166", 8)
        + line("M-90 -80H90", "#7f4698", 8) + circle(0, -80, 12, "#ffd166")
    )  # fmt: skip
    umbrella = line("M0 -170V150C0 200 -60 200 -60 156", "#4a4e69", 14) + path("M-190 -10C-190 -130 -100 -190 0 -190S190 -130 190 -10Q158 -44 126 -10Q94 -44 62 -10Q30 -44 0 -10Q-32 -44 -64 -10Q-96 -44 -128 -10Q-160 -44 -190 -10Z", "#ef6f6c") + path("M0 -190C40 -140 60 -70 62 -10Q94 -44 126 -10Q158 -44 190 -10C190 -130 100 -190 0 -190Z", "#d9534f") + circle(0, -196, 9, "#4a4e69")  # fmt: skip
    key = f'<g fill="none" stroke="#f0b23e" stroke-width="18"><circle cx="0" cy="0" r="42"/><path d="M42 0H180V36M140 0V28"/></g>'  # noqa: F541
    tag = path("M-90 -46H60L104 0L60 46H-90Z", "#fffdf7") + circle(66, 0, 10, "#cbbfe8") + rect(-66, -18, 90, 10, "#cbbfe8", 5) + rect(-66, 8, 60, 10, "#cbbfe8", 5)  # fmt: skip
    bear = circle(-44, -52, 22, "#a9744f") + circle(44, -52, 22, "#a9744f") + circle(0, -20, 60, "#b98258") + oval(0, 90, 74, 70, "#b98258") + oval(0, 100, 44, 44, "#dcb48c") + oval(0, -4, 28, 22, "#dcb48c") + circle(-20, -30, 6, "#2b1b14") + circle(20, -30, 6, "#2b1b14") + circle(0, -10, 7, "#2b1b14") + oval(-64, 150, 34, 22, "#a9744f") + oval(64, 150, 34, 22, "#a9744f")  # fmt: skip
    return (
        sky("#efeaff", "#dcd3fb")
        + "".join(rect(x, 60, 220, 300, "#fff", 14, 'opacity=".55"') for x in (80, 530, 980))
        + circle(1160, 130, 60, "#ffe9a8")
        + rect(0, 560, W, 160, "#b7a6e6")
        + rect(90, 500, 1100, 40, "#8a6a4f", 10) + rect(90, 532, 1100, 14, "#6f5440")
        + rect(150, 540, 30, 130, "#5b4636") + rect(1100, 540, 30, 130, "#5b4636")
        + rect(90, 380, 1100, 34, "#9b7a5c", 10) + rect(90, 440, 1100, 34, "#9b7a5c", 10)
        + at(470, 330, bag)
        + at(840, 330, umbrella, "rotate(14)")
        + at(690, 390, bear, "scale(.72)")
        + at(990, 470, key, "rotate(12) scale(.8)")
        + at(330, 470, line("M0 0C-30 -60 40 -110 60 -140", "#6f5440", 5) + at(-50, 30, tag, "rotate(-14)"))
    )  # fmt: skip


@scene
def museum() -> str:
    tower = (
        path("M-46 -200H46L74 200H-74Z", "#fdf6ec") + path("M8 -200H46L74 200H20Z", "#e7dccb")
        + path("M-57 -40H57L63 60H-63ZM-70 140H70L74 200H-74Z", "#d9534f") + path("M14 -40H57L63 60H18Z", "#bb403d")
        + rect(-62, -226, 124, 26, "#33405a", 6) + rect(-38, -290, 76, 64, "#ffe08a") + line("M-12 -290V-226M14 -290V-226", "#33405a", 6)
        + path("M-52 -290Q0 -360 52 -290Z", "#d9534f") + circle(0, -338, 10, "#33405a") + rect(-18, 120, 36, 80, "#33405a", 18)
    )  # fmt: skip
    pin = path("M0 60C-60 -10 -70 -40 -70 -70A70 70 0 0 1 70 -70C70 -40 60 -10 0 60Z", "#d9b36a") + circle(0, -70, 30, "#17352b")  # fmt: skip
    return (
        sky("#8ec9c6", "#f7e3b5")
        + circle(500, 230, 88, "#fff3cf")
        + "".join(oval(x, y, rx, 22, "#fff", 'opacity=".7"') for x, y, rx in ((180, 120, 120), (260, 140, 90), (640, 90, 110), (1120, 180, 130)))
        + path("M770 84L1280 -20V200Z", "#fff3cf", 'opacity=".55"')
        + path("M0 430H1280V720H0Z", "#2f7f8a")
        + "".join(line(f"M{x} {y}h{w}", "#fff", 6, 'opacity=".4"') for x, y, w in ((60, 470, 120), (260, 500, 160), (120, 560, 90), (420, 470, 80), (1160, 470, 90)))
        + at(470, 446, path("M-70 0H70L46 36H-46Z", "#7b3f2d") + path("M-4 -8V-130L-64 -8Z", "#fdf6ec") + path("M6 -8V-150L74 -8Z", "#f0b7a4"))
        + path("M420 720C460 520 600 440 760 430C940 420 1180 470 1280 450V720Z", "#2a5a45")
        + path("M540 720C580 560 700 490 800 480C980 470 1180 540 1280 520V720Z", "#356e53")
        + line("M600 710C660 640 600 600 700 560S780 500 770 450", "#f7e3b5", 12, 'stroke-dasharray="2 30"')
        + at(770, 296, tower, "scale(.82)")
        + at(590, 650, pin, "scale(.9)")
    )  # fmt: skip


@scene
def harbor() -> str:
    def boat(hull: str, sail: str) -> str:
        return path("M-120 0H120L84 60H-84Z", hull) + line("M0 0V-190", "#6b4a36", 8) + path("M-8 -14V-180L-104 -14Z", sail) + path("M8 -14V-150L88 -14Z", "#fff", 'opacity=".9"')  # fmt: skip

    houses = "".join(
        rect(x, 400 - h, w, h, fill) + path(f"M{x - 8} {400 - h}L{x + w / 2} {340 - h}L{x + w + 8} {400 - h}Z", roof)
        + "".join(rect(x + w * px - 12, 400 - h + py, 24, 34, "#ffe6a8", 3) for px in (0.3, 0.7) for py in range(30, h - 30, 64))
        for x, w, h, fill, roof in ((60, 120, 170, "#c8553d", "#7f2f22"), (190, 110, 210, "#f2e2c6", "#38506b"), (310, 130, 150, "#4f7f8c", "#2a4750"), (880, 130, 180, "#e0a458", "#8a5a2b"), (1020, 110, 220, "#f2e2c6", "#7f2f22"), (1140, 120, 160, "#38506b", "#22344a"))
    )  # fmt: skip
    return (
        sky("#f9c58d", "#fbe3c0")
        + circle(640, 330, 120, "#fff1cf")
        + path("M0 380Q200 300 420 360T860 350T1280 330V420H0Z", "#c98f78", 'opacity=".7"')
        + houses
        + rect(0, 400, W, 24, "#6b4a36")
        + rect(0, 420, W, 300, "#1f4f6b")
        + path("M540 424H740L860 720H420Z", "#ffd9a0", 'opacity=".3"')
        + "".join(line(f"M{x} {y}h{w}", "#fff", 6, 'opacity=".35"') for x, y, w in ((80, 480, 140), (560, 470, 160), (980, 490, 150), (240, 640, 180), (700, 660, 220), (1050, 620, 120)))
        + at(516, 520, boat("#c8553d", "#fdf6ec"), "scale(.95)")
        + at(780, 548, boat("#fdf6ec", "#f0b23e"), "scale(1.05)")
        + line("M690 180q20 -18 40 0q20 -18 40 0M500 150q16 -14 32 0q16 -14 32 0", "#5b4636", 6)
    )  # fmt: skip


@scene
def books() -> str:
    random = Random(23)
    fills = ["#9a3b1f", "#2f5a48", "#d9a441", "#33405a", "#7b3f5f", "#4f7f8c", "#e9dcc3", "#b5542f"]
    shelves = ""
    for y in (210, 420, 630):
        x = 40
        while x < 1220:
            w, h = random.randint(26, 56), random.randint(110, 168)
            if random.random() < 0.09:
                x += 60
                continue
            fill = random.choice(fills)
            tilt = (
                f'transform="rotate({random.choice((6, -6))} {x} {y})"'
                if random.random() < 0.06
                else ""
            )
            shelves += rect(x, y - h, w, h, fill, 3, tilt) + rect(
                x + 6, y - h + 18, w - 12, 6, "#fff", 3, 'opacity=".45"'
            )
            x += w + 3
        shelves += rect(20, y, 1240, 22, "#6b4530") + rect(20, y + 18, 1240, 8, "#4d3021")
    lamp = line("M0 -360V-150", "#33261c", 6) + path("M-110 -60Q-90 -150 0 -150T110 -60Z", "#2f5a48") + oval(0, -60, 110, 16, "#ffe6a8")  # fmt: skip
    cat = path("M-90 20C-100 -60 -50 -90 0 -90S110 -60 100 20Z", "#33261c") + circle(-70, -80, 44, "#33261c") + path("M-108 -100L-104 -146L-74 -118ZM-66 -120L-38 -146L-32 -100Z", "#33261c") + line("M96 10C160 10 170 -40 140 -60", "#33261c", 18) + line("M-90 -78l10 4l10 -4M-66 -78l10 4l10 -4", "#ffd98a", 4)  # fmt: skip
    return (
        rect(0, 0, W, H, "#3a261a")
        + shelves
        + path("M560 300L240 720H1040L720 300Z", "#ffe6a8", 'opacity=".13"')
        + at(640, 360, lamp)
        + at(930, 400, cat)
        + rect(0, 0, W, 40, "#4d3021")
    )
