"""What tests have worker processes do. Imports little, as each worker imports it."""

import os
import time
from pathlib import Path

from api.domains.codes.qr_images.service import GeneratedPicture, generate
from api.rendering.qr.schemas import GenerateQr


def hold(path: str) -> None:
    """Keep a worker until the file is there; says beside it which process that is."""
    Path(f"{path}.pid").write_text(str(os.getpid()))
    end = time.monotonic() + 60
    while not Path(path).exists() and time.monotonic() < end:
        time.sleep(0.02)


def generate_when_let(wanted: GenerateQr) -> GeneratedPicture:
    """Draw once the file is there whose path the code holds."""
    assert isinstance(wanted.content, str)
    hold(wanted.content)
    return generate(wanted)
