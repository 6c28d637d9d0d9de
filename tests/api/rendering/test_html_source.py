"""HTML is edited with a parser: the intended parts change, and the rest stays exactly as written."""

import pytest

from api.rendering.html_source import SourceEditor
from api.rendering.rich_text.sanitizing import plain_text, sanitised


class _Shouting(SourceEditor):
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img":
            self.replace_tag(tag, {**dict(attrs), "alt": '"A" & b'})


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "<p>one\n two</p>\n{}<br>&amp;&#39; < 3",
        "<!-- <img src='no'> -->{}",
        "<script>'<img src=no>'</script>{}",
        "<div data-x='<img>' hidden>{}</div>",
    ],
)
def test_only_the_selected_tag_changes(around: str) -> None:
    edited = _Shouting(around.format('<IMG src="/a?b=1&amp;c=2"/>')).edited()

    changed = '<img src="/a?b=1&amp;c=2" alt="&quot;A&quot; &amp; b"/>'
    assert edited == around.format(changed)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("<p>a</p><p></p>", "<p>a</p>"),
        ("<p>a</p><p> <br>&nbsp;</p>\n<p></p>\n", "<p>a</p>"),
        ("<p>a</p><p></p><p>b</p>", "<p>a</p><p></p><p>b</p>"),
        ("<p>a</p><hr><p></p>", "<p>a</p><hr>"),
        ("<p>a</p><p>&amp;</p>", "<p>a</p><p>&amp;</p>"),
        ("<blockquote><p></p></blockquote>", "<blockquote><p></p></blockquote>"),
        ("<p></p>", ""),
    ],
)
def test_empty_trailing_paragraphs_are_dropped(written: str, kept: str) -> None:
    assert sanitised(written) == kept


def test_plain_text_has_a_line_for_each_block() -> None:
    html = "<h2>Title</h2><p>One &lt;b&gt; &amp;<br>two</p><ul><li>a</li><li><em>b</em>c</li></ul>"

    assert plain_text(html) == "Title\nOne <b> &\ntwo\na\nbc"
