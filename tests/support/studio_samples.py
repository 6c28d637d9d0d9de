"""The sample pictures of the studio's patterns, generated as in the studio: `python -m
tests.support.studio_samples`.
"""

from pathlib import Path

from PIL import Image

from api.domains.content.ai_studio import generation
from api.domains.content.ai_studio.composition import symbol_of
from api.domains.content.ai_studio.types import Style

FOLDER = Path(__file__).parents[2] / "web" / "public" / "samples"
CONTENT = "https://waypost.example/art"
SIDE = 480
PROMPTS = {
    Style.WAVES: "sunset",
    Style.MOSAIC: "tropical",
    Style.FLOW: "berry",
    Style.TERRAZZO: "coffee",
    Style.NIGHT_SKY: "night",
    Style.BOTANICAL: "forest",
    Style.HALFTONE: "ocean",
}


def main() -> None:
    """Write one file for each pattern."""
    for style, prompt in PROMPTS.items():
        art = generation.built_in_art(prompt, style, 3, symbol_of(CONTENT).side)
        made = generation.make(*art, CONTENT)
        assert made is not None, style
        small = made.picture.resize((SIDE, SIDE), Image.Resampling.LANCZOS)
        small.save(FOLDER / f"ai-{style.value}.webp", quality=82, method=6)


if __name__ == "__main__":
    main()
