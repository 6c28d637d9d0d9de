"""Tasks that tests run in worker processes. It imports little, since each worker imports it."""

import os
import time
from pathlib import Path

from api.domains.codes.qr_images.service import GeneratedPicture, generate
from api.rendering.qr.schemas import GenerateQr


def hold(path: str) -> None:
    """Occupy a worker until the file exists; the worker's process ID is written to a file beside it."""
    Path(f"{path}.pid").write_text(str(os.getpid()))
    end = time.monotonic() + 60
    while not Path(path).exists() and time.monotonic() < end:
        time.sleep(0.02)


def generate_when_let(wanted: GenerateQr) -> GeneratedPicture:
    """Draw once the file exists whose path is the content of the code."""
    assert isinstance(wanted.content, str)
    hold(wanted.content)
    return generate(wanted)
