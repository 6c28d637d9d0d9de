"""Scenes of rooms and their contents: a reading, a network, a hotel, a stage, a prize, and a wood with a fox."""

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


def _heads(color: str) -> str:
    places = ((120, 40), (330, 52), (530, 38), (760, 48), (960, 40), (1160, 54))
    return "".join(
        circle(x, H - 40 - lift, 46, color)
        + path(f"M{x - 86} {H + 20}Q{x} {H - 70 - lift} {x + 86} {H + 20}Z", color)
        for x, lift in places
    )


@scene
def reading() -> str:
    chair = (
        oval(0, 214, 220, 26, "#000", 'opacity=".22"')
        + rect(-150, -120, 300, 280, "#b5542f", 70)
        + rect(-118, -92, 236, 210, "#c8653c", 54)
        + rect(-186, 20, 92, 170, "#9c4526", 40)
        + rect(94, 20, 92, 170, "#9c4526", 40)
        + rect(-120, 70, 240, 92, "#d9734a", 34)
        + rect(-130, 182, 22, 40, "#4a2a1c", 6)
        + rect(108, 182, 22, 40, "#4a2a1c", 6)
    )
    book = (
        path("M0 0Q-46 -26 -92 -12V62Q-46 48 0 72Z", "#fdf6ec")
        + path("M0 0Q46 -26 92 -12V62Q46 48 0 72Z", "#e9dcc3")
        + line("M-72 10Q-44 2 -20 14M-72 30Q-44 22 -20 34M20 14Q44 2 72 10M20 34Q44 22 72 30", "#b9a48d", 4)
    )  # fmt: skip
    lamp = (
        line("M0 0V330", "#e7c27d", 12)
        + oval(0, 336, 62, 12, "#c99f55")
        + path("M-70 10L-44 -86H44L70 10Z", "#ffd98a")
    )
    table = (
        oval(0, 0, 96, 18, "#7b4a2f")
        + line("M0 4V120M-50 128L0 112L50 128", "#5f3822", 12)
        + at(0, -36, cup("#fdf6ec", "#e1d3bd", "#8a4f2d", "#e9c79a"), "scale(.24)")
    )
    shelf = "".join(
        rect(40 + 34 * step, 86 - 10 * (step % 3), 26, 94 + 10 * (step % 3), color, 3)
        for step, color in enumerate(("#d9a441", "#7b3f5f", "#e9dcc3", "#4f7f8c", "#b5542f", "#2f5a48", "#e9dcc3", "#d9a441"))
    )  # fmt: skip
    return (
        sky("#24463a", "#1b352c")
        + path("M810 170L1120 720H500Z", "#ffe6a8", 'opacity=".1"')
        + shelf + rect(26, 180, 300, 14, "#7b4a2f", 4)
        + at(940, 0, shelf) + rect(966, 180, 300, 14, "#7b4a2f", 4)
        + oval(640, 590, 430, 60, "#c99f55", 'opacity=".35"')
        + at(810, 236, lamp) + at(640, 380, chair) + at(640, 400, book)
        + at(446, 470, table)
        + _heads("#10231c")
    )  # fmt: skip


@scene
def forest() -> str:
    def fir(x: float, y: float, size: float, fill: str) -> str:
        crown = "".join(
            path(f"M0 {top}L{half} {top + 150}H{-half}Z", fill)
            for top, half in ((-300, 80), (-220, 110), (-130, 140))
        )
        return at(x, y, rect(-14, 0, 28, 60, "#4a3325") + crown, f"scale({size:g})")

    fox = (
        oval(10, 108, 150, 20, "#000", 'opacity=".2"')
        + path("M96 70C190 80 210 -20 170 -70C190 10 140 30 80 40Z", "#e2742f")
        + path("M170 -70C176 -40 170 -22 160 -8C190 -20 196 -46 170 -70Z", "#fff4e4")
        + path("M-70 104Q-80 -20 10 -30Q110 -20 110 104Z", "#e2742f")
        + path("M-40 104Q-46 30 -10 20Q26 30 24 104Z", "#fff4e4")
        + path("M-104 -120L-78 -60L-40 -84ZM84 -120L58 -60L20 -84Z", "#c75d1f")
        + path("M-10 10C-90 0 -110 -70 -66 -90Q-10 -112 46 -90C90 -70 70 0 -10 10Z", "#e2742f")
        + path("M-10 12C-62 6 -86 -30 -78 -44Q-40 -40 -10 -10Q20 -40 58 -44C66 -30 42 6 -10 12Z", "#fff4e4")
        + circle(-44, -50, 9, "#2b1b14") + circle(24, -50, 9, "#2b1b14") + oval(-10, 4, 13, 9, "#2b1b14")
    )  # fmt: skip
    return (
        sky("#bfe3d0", "#f6ecc9")
        + circle(860, 170, 84, "#fff6da")
        + "".join(fir(90 + 160 * step, 470 - 24 * (step % 2), 0.9, "#8fbf9f") for step in range(8))
        + path("M0 500Q640 420 1280 500V720H0Z", "#7fae84")
        + fir(170, 600, 1.3, "#3f7a5c") + fir(1120, 610, 1.4, "#2f6a50") + fir(980, 560, 1, "#3f7a5c")
        + fir(330, 560, 1, "#2f6a50")
        + path("M0 610Q640 520 1280 610V720H0Z", "#4f8f63")
        + at(640, 520, fox)
        + at(470, 640, line("M0 0Q-10 -40 -30 -60M0 0Q4 -50 0 -76M0 0Q14 -36 34 -54", "#2f6a50", 9))
        + at(840, 660, rect(-7, -30, 14, 40, "#fff4e4", 6) + path("M-40 -26Q0 -80 40 -26Z", "#d8433b") + circle(-12, -40, 5, "#fff") + circle(14, -36, 5, "#fff"))
    )  # fmt: skip


@scene
def wifi() -> str:
    waves = "".join(
        line(f"M{640 - r} {250 - r * 0.32:g}Q640 {250 - r * 1.16:g} {640 + r} {250 - r * 0.32:g}", color, 26)
        for r, color in ((70, "#0b6477"), (140, "#2b8a97"), (210, "#6fb9bd"))
    )  # fmt: skip
    laptop = (
        oval(0, 152, 250, 22, "#000", 'opacity=".16"')
        + rect(-170, -110, 340, 220, "#23323a", 18)
        + rect(-152, -94, 304, 188, "#e9f6f4", 8)
        + rect(-126, -66, 130, 20, "#0b6477", 10)
        + rect(-126, -28, 220, 12, "#b9d8d6", 6) + rect(-126, -4, 180, 12, "#b9d8d6", 6) + rect(-126, 20, 200, 12, "#b9d8d6", 6)
        + circle(104, -46, 30, "#f2a65a")
        + path("M-220 110H220L250 140Q250 150 236 150H-236Q-250 150 -250 140Z", "#9fb4b8")
    )  # fmt: skip
    return (
        sky("#d8f1f2", "#a9dcdd")
        + circle(190, 150, 120, "#fff", 'opacity=".5"') + circle(1090, 200, 170, "#fff", 'opacity=".35"')
        + waves + circle(640, 286, 22, "#0b6477")
        + rect(0, 560, W, 160, "#8a5a3c") + rect(0, 560, W, 22, "#a9744f")
        + at(640, 430, laptop)
        + at(960, 560, cup("#fdf6ec", "#e1d3bd", "#7a4526", "#f3dfbf"), "scale(.5)")
        + at(300, 566, rect(-34, -60, 68, 90, "#c8653c", 12) + leaf(0, -54, -60, 120, "#3f7a5c") + leaf(0, -54, -120, 120, "#2f6a50") + leaf(0, -54, -90, 150, "#4f8f63"))
    )  # fmt: skip


@scene
def newsletter() -> str:
    def letter(x: float, y: float, angle: float, seal: str) -> str:
        paper = (
            rect(-70, -46, 140, 92, "#fffaf0", 8)
            + line("M-66 -40L0 8L66 -40", "#d8c9ea", 7)
            + circle(0, 8, 15, seal)
        )
        return at(x, y, paper, f"rotate({angle:g})")

    box = (
        oval(0, 300, 150, 18, "#000", 'opacity=".18"')
        + rect(-16, 70, 32, 230, "#5b4434", 6)
        + path("M-150 90V-20A90 90 0 0 1 -60 -110H100A90 90 0 0 1 190 -20V90Z", "#5b3fd0")
        + path("M-150 90V-20A90 90 0 0 1 30 -20V90Z", "#2a1a70")
        + path("M-126 90V-16A66 66 0 0 1 6 -16V90Z", "#1b104d")
        + rect(130, -70, 16, 90, "#e8425a", 4) + rect(130, -74, 74, 40, "#e8425a", 6)
    )  # fmt: skip
    return (
        sky("#ded3fb", "#fbe3ee")
        + circle(980, 150, 80, "#fff4d6")
        + path("M0 520Q300 420 700 500T1280 470V720H0Z", "#b9c7a0")
        + path("M0 610Q640 520 1280 610V720H0Z", "#8fae7c")
        + at(640, 360, box)
        + letter(470, 300, -14, "#e8425a") + letter(360, 190, -24, "#5b3fd0") + letter(520, 120, 8, "#f2a65a") + letter(740, 130, 18, "#e8425a")
        + line("M250 260Q300 240 310 210M420 400Q440 370 452 350", "#fff", 6, 'opacity=".7"')
    )  # fmt: skip


@scene
def hotel() -> str:
    bed = (
        oval(0, 196, 330, 26, "#000", 'opacity=".2"')
        + rect(-260, -170, 520, 220, "#7b4a2f", 34) + rect(-230, -140, 460, 170, "#8f5a3a", 24)
        + rect(-300, 20, 600, 150, "#fbf6ee", 30)
        + rect(-226, -44, 200, 96, "#fff", 34) + rect(26, -44, 200, 96, "#fff", 34)
        + path("M-300 100Q0 60 300 100V150Q300 180 270 180H-270Q-300 180 -300 150Z", "#0f7c8c")
        + path("M-300 100Q0 60 300 100V122Q0 82 -300 122Z", "#e9b44c")
        + rect(-280, 170, 26, 34, "#5f3822", 6) + rect(254, 170, 26, 34, "#5f3822", 6)
    )  # fmt: skip
    lamp = (
        path("M-46 0L-28 -66H28L46 0Z", "#ffe0a0")
        + line("M0 0V44", "#c99f55", 8)
        + oval(0, 50, 32, 8, "#c99f55")
    )
    return (
        sky("#1f5f6b", "#2f7f86")
        + rect(420, 50, 440, 210, "#0e2f48", 18)
        + circle(760, 116, 34, "#fff3cf")
        + path("M420 230Q540 170 660 220T860 200V242Q860 260 842 260H438Q420 260 420 242Z", "#1d5a63")
        + line("M640 50V260", "#e7d7bf", 10) + rect(404, 252, 472, 18, "#e7d7bf", 6)
        + rect(0, 610, W, 110, "#c8a27a") + rect(0, 610, W, 14, "#b58d64")
        + "".join(rect(x, 470, 150, 150, "#6b3f28", 10) + circle(x + 75, 530, 7, "#e9b44c") + at(x + 75, 416, lamp) for x in (150, 980))
        + at(640, 450, bed)
        + at(300, 660, rect(-50, -90, 100, 110, "#e8625a", 14) + rect(-22, -116, 44, 30, "none", 8, 'stroke="#4a2a1c" stroke-width="8"') + rect(-50, -50, 100, 10, "#c94a43"))
    )  # fmt: skip


@scene
def conference() -> str:
    speaker = (
        circle(0, -136, 34, "#c98f6a") + path("M-36 -142A36 36 0 0 1 36 -142Q0 -160 -36 -142Z", "#2b1b14")
        + path("M-50 -94Q0 -116 50 -94L58 60H-58Z", "#e8625a") + line("M44 -70L112 -120", "#e8625a", 24) + circle(116, -124, 14, "#c98f6a")
        + path("M-84 0H84L66 190H-66Z", "#8f5a3a") + rect(-96, -14, 192, 24, "#a9744f", 8)
        + line("M-30 -14Q-26 -50 -8 -64", "#1a2238", 7) + oval(-4, -68, 11, 8, "#1a2238")
    )  # fmt: skip
    bars = "".join(
        rect(420 + 66 * step, 300 - height, 44, height, color, 6)
        for step, (height, color) in enumerate(
            ((70, "#57b0ff"), (110, "#57b0ff"), (90, "#57b0ff"), (160, "#ffd166"))
        )
    )
    return (
        sky("#16264d", "#0d1b3d")
        + path("M640 0L1000 620H280Z", "#57b0ff", 'opacity=".14"')
        + rect(360, 90, 560, 250, "#f3f7ff", 16) + bars
        + line("M720 150H880M720 190H860M720 230H880", "#b9c9e8", 14)
        + rect(0, 570, W, 150, "#24366b") + rect(0, 570, W, 14, "#3a52a0")
        + at(640, 420, speaker)
        + _heads("#070f26")
    )  # fmt: skip


@scene
def raffle() -> str:
    trophy = (
        oval(0, 246, 190, 24, "#000", 'opacity=".2"')
        + line("M-120 -120C-210 -120 -190 10 -84 10M120 -120C210 -120 190 10 84 10", "#e9a93a", 26)
        + path("M-130 -160H130C130 20 70 90 0 90S-130 20 -130 -160Z", "#ffc94d")
        + path("M40 -160H130C130 20 70 90 0 90C60 60 60 -60 40 -160Z", "#f2ac2e")
        + oval(0, -160, 130, 26, "#ffe29a")
        + rect(-20, 84, 40, 70, "#e9a93a") + rect(-90, 150, 180, 34, "#e9a93a", 10) + rect(-120, 182, 240, 60, "#6b2146", 12)
        + path("M0 -96L17 -58L58 -54L27 -27L36 14L0 -8L-36 14L-27 -27L-58 -54L-17 -58Z", "#fff6da")
    )  # fmt: skip
    ticket = (
        rect(-110, -60, 220, 120, "#fffaf0", 14)
        + circle(-110, 0, 20, "#a51f5a") + circle(110, 0, 20, "#a51f5a")
        + line("M44 -46V46", "#e8b9cd", 6, 'stroke-dasharray="2 16"')
        + rect(-78, -28, 92, 16, "#e2325f", 8) + rect(-78, 4, 64, 14, "#f3c0cf", 7)
    )  # fmt: skip
    return (
        sky("#d6336c", "#7a1646")
        + "".join(path(f"M640 330L{640 + x - 90} -300L{640 + x + 90} -300Z", "#fff", 'opacity=".07"') for x in (-900, -540, -180, 180, 540, 900))
        + circle(640, 330, 290, "#ffb347", 'opacity=".25"')
        + confetti(Random(5), ["#ffc94d", "#fff", "#7ce0c3", "#ff8fb1"], 60)
        + at(330, 470, ticket, "rotate(-16)") + at(960, 470, ticket, "rotate(14)")
        + at(640, 370, trophy)
    )  # fmt: skip
