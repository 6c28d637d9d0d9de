"""Decision records follow one template, and their index lists each of them once."""

import re
from datetime import date
from pathlib import Path

import pytest

from runtime.settings import ROOT

DECISIONS = ROOT / "docs" / "decisions"
HEADINGS = ["Context", "Decision", "Consequences", "Alternatives"]
_HEAD = re.compile(
    r"# (?P<number>\d{4}) (?P<title>\S.*)\n\n"
    r"- Status: (?:proposed|accepted|superseded by \d{4})\n"
    r"- Date: (?P<date>\d{4}-\d{2}-\d{2})\n\n"
)
_LINK = re.compile(r"\]\(([^)#\s]*\.md)?(?:#([^)\s]+))?\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def decisions() -> list[Path]:
    return sorted(DECISIONS.glob("[0-9]*.md"))


@pytest.mark.parametrize("path", decisions(), ids=lambda path: path.stem[:4])
def test_decision_follows_the_template(path: Path) -> None:
    text = path.read_text()

    head = _HEAD.match(text)

    assert head, (
        f"{path.name}: begin with `# NNNN Title`, Status and Date as in docs/decisions/README.md"
    )
    assert path.name.startswith(f"{head['number']}-"), f"{path.name} is titled {head['number']}"
    assert date.fromisoformat(head["date"])
    parts = re.split(r"^## (.+)$", text[head.end() :], flags=re.MULTILINE)
    assert parts[1::2] == HEADINGS, (
        f"{path.name}: the headings are {', '.join(HEADINGS)}, in this order"
    )
    empty = [
        name for name, message in zip(parts[1::2], parts[2::2], strict=True) if not message.strip()
    ]
    assert not empty, f"{path.name}: nothing stands under {', '.join(empty)}"


def test_index_lists_each_decision_once_by_its_title() -> None:
    titles = {
        path.name: path.read_text().split("\n", 1)[0].removeprefix("# ") for path in decisions()
    }

    listed = re.findall(
        r"^- \[(.+)\]\((.+\.md)\)$", (DECISIONS / "README.md").read_text(), flags=re.MULTILINE
    )

    assert sorted(listed) == sorted((title, name) for name, title in titles.items())


def test_decision_numbers_are_unique() -> None:
    numbers = [path.name[:4] for path in decisions()]

    assert len(numbers) == len(set(numbers))


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub generates them."""
    plain = (
        re.sub(r"[^\w\- ]", "", heading.lower()) for heading in _HEADING.findall(page.read_text())
    )
    return {heading.replace(" ", "-") for heading in plain}


def test_links_between_pages_resolve() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]

    broken = []
    for page in pages:
        for link, anchor in _LINK.findall(page.read_text()):
            target = page.parent / link if link else page
            if "://" in link or not (link or anchor):
                continue
            if not target.is_file() or (anchor and anchor not in anchors(target)):
                broken.append(f"{page.relative_to(ROOT)}: {link}#{anchor}")

    assert not broken, broken
