"""The demonstration's tables match the parts of the product that would record the same facts."""

from pathlib import Path

import pytest

from api.domains.visits.visits.agents import identify
from api.domains.visits.visits.geo import GeoTables
from pipelines.demo import agents, harbor_traffic, northwind_traffic, places
from pipelines.demo.follow_ups import POLLS, SHOWN_FORMS
from runtime.demo import harbor_content, harbor_pages, northwind_pages
from runtime.demo.catalogue import ORGANIZATIONS
from runtime.settings import Settings


@pytest.mark.parametrize("agent", [*agents.PEOPLE, *agents.BOTS, *agents.PREVIEWS])
def test_user_agent_is_identified_as_by_the_api(agent: agents.DemoAgent) -> None:
    read = identify(agent.text)

    assert (read.device, read.system, read.browser) == (agent.device, agent.system, agent.browser)
    assert (read.bot_reason, read.preview_reason) == (agent.bot, agent.preview)


def test_addresses_match_the_places_of_the_offline_table() -> None:
    folder: Path = Settings().geo_folder
    if not folder.exists():
        pytest.skip("the offline IP tables are not installed (make setup)")
    tables = GeoTables(folder)

    for place in vars(places).values():
        if isinstance(place, places.Place):
            found = tables.locate(place.address)
            assert (found.country, found.region, found.city) == (
                place.country,
                place.region,
                place.city,
            )


def test_each_code_has_traffic_and_all_traffic_has_a_code() -> None:
    traffic = {entry.slug for entry in (*harbor_traffic.TRAFFIC, *northwind_traffic.TRAFFIC)}
    codes = {code.slug for organization in ORGANIZATIONS for code in organization.codes}

    assert traffic == codes
    assert (
        len({code.code_id for organization in ORGANIZATIONS for code in organization.codes}) == 32
    )


def test_demo_forms_are_those_that_visitors_see() -> None:
    pages = {it.code: it for it in (*harbor_pages.PAGES, *northwind_pages.PAGES) if it.code}
    for slug, (form_id, fields) in SHOWN_FORMS.items():
        form = next(it["props"] for it in pages[slug].content if it["type"] == "Form")
        asked = [it for it in form["fields"] if it["input_type"] != "page_divider"]

        assert (form_id, fields) == (form["form_id"], tuple(it["name"] for it in asked))
        assert all(it["required"] for it in asked)


def test_votes_are_for_the_poll_that_visitors_see() -> None:
    blocks = harbor_content.PUBLISHED_PAGE["content"]
    poll = next(block["props"] for block in blocks if block["type"] == "Vote")

    assert POLLS[harbor_content.PUBLISHED_CODE] == (
        poll["poll_id"],
        tuple(choice["id"] for choice in poll["choices"]),
    )
