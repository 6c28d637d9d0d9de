"""How many pictures of the AI studio pass its gate, by the length of the code's content.

Each drawn style is generated once per length; the code's address has a long host name.
"""

import time

from api.domains.content.ai_studio import generation
from api.domains.content.ai_studio.art.styles import GENERATORS
from api.domains.content.ai_studio.composition import LAYOUTS, symbol_of
from benchmarks.report import Aim, Figure, show

LENGTHS = (20, 40, 60, 80, 100, 110)
LINK = "https://codes.a-company-with-a-long-name.example/code/"
SHORT = "https://go.example/"
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def content_of(length: int) -> str:
    """Return a link with this many characters."""
    link = LINK if length > len(LINK) else SHORT
    return link + (LETTERS * 4)[: length - len(link)]


def main() -> list[Figure]:
    """Generate one picture of each style and length."""
    figures = []
    for length in LENGTHS:
        content = content_of(length)
        side = symbol_of(content).side
        made = []
        begin = time.process_time()
        for style in GENERATORS:
            art = generation.built_in_art("Ocean at sunset", style, 7, side)
            made.append(generation.make(*art, content))
        seconds = (time.process_time() - begin) / len(made)
        offered = [one for one in made if one is not None]
        free = [one for one in offered if one.layout == LAYOUTS[0] and one.grip == 0]
        about = f"of {len(made)} pictures, {length} characters"
        figures += [
            Figure(f"offered {about}", len(offered), "pictures", aim=Aim.at_least(len(made))),
            Figure(f"held most freely {about}", len(free), "pictures"),
            Figure(f"a picture, {length} characters", seconds, "CPU s"),
        ]
    return figures


if __name__ == "__main__":
    show(main())
