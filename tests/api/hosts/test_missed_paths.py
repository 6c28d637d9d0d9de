"""The name or ID that a path without a response should have had."""

import pytest

from api.domains.hosts.not_found_log.paths import id_in, name_in, recordable_path


@pytest.mark.parametrize(
    ("path", "name", "code_id"),
    [
        ("/Spring-Menu", "spring-menu", None),
        ("/spring-menu/", "spring-menu", None),
        ("/code/spring-menu", "spring-menu", None),
        ("/2345678ABC", "2345678abc", "2345678ABC"),
        ("/a", None, None),
        ("/old/spring", None, None),
        ("/code/a/b", None, None),
        ("/menü", None, None),
        ("/admin", None, None),
        ("/coder", "coder", None),
    ],
)
def test_slug_or_code_id_is_extracted_from_a_missed_path(
    path: str, name: str | None, code_id: str | None
) -> None:
    assert (name_in(path), id_in(path)) == (name, code_id)
    assert recordable_path(path) == (None if path == "/admin" else path)
