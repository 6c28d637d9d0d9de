"""Published pages as files: pictures beside them, forms left out."""

from api.domains.data_rights.portability.documents import document

OWN = "/media/org/org_1/pictures/pic_1/full.webp"


def archived(html: str) -> str:
    rendered = {"html": html, "title": "Menu", "description": "", "css": ""}
    return document(
        rendered,
        "en",
        "page_1",
        "org_1",
        "https://go.example",
        lambda key: key.replace("/", "-"),
    )


def test_picture_in_many_sizes_is_archived_as_one_file() -> None:
    page = archived(
        f'<main><picture class="wp-photo"><source type="image/avif" srcset="{OWN} 640w" sizes="90vw"/>'
        f'<img srcset="{OWN} 640w" sizes="90vw" src="https://go.example{OWN}" alt="a &amp; b"/>'
        "</picture></main>"
    )

    assert '<img src="org-org_1-pictures-pic_1-full.webp" alt="a &amp; b"/>' in page
    assert "srcset" not in page
    assert "/media/" not in page


def test_links_to_files_of_others_are_left_unchanged() -> None:
    foreign = OWN.replace("org_1", "org_2")
    kept = (
        f'<a href="{foreign}">a</a><img src="https://other.example{OWN}"/><a href="/x">/media/</a>'
    )

    assert kept in archived(f"<main>{kept}</main>")


def test_built_in_illustrations_are_loaded_from_this_host() -> None:
    page = archived('<main><img src="/visitor/assets/art/cafe.svg"/></main>')

    assert '<img src="https://go.example/visitor/assets/art/cafe.svg"/>' in page


def test_form_is_replaced_by_a_sentence() -> None:
    page = archived(
        '<main><form id="form-f"><input name="a"/><img src="/x.png"/></form><p>b</p></main>'
    )

    assert "<form" not in page
    assert "/x.png" not in page
    assert "This form does not work in the archived page.</p><p>b</p>" in page
