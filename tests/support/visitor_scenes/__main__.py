"""Writes the files of all scenes."""

from tests.support.visitor_scenes import ART, files

if __name__ == "__main__":
    for name, content in files().items():
        (ART / name).write_text(content)
