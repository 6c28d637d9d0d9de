"""Passes are created from templates, which are drafted, checked, published and rolled back."""

from typing import Any

from runtime.settings import Settings
from tests.api.wallet.template_world import Templates
from tests.support.jobs import run_jobs
from tests.support.pass_template_calls import drawn_template


def shown(made: dict[str, Any]) -> dict[str, Any]:
    """Return the values that a pass shows, by the key of their field."""
    return {field["key"]: field["value"] for field in made["content"]["fields"]}


def test_template_is_saved_published_and_creates_a_pass_for_a_customer(
    templates: Templates,
) -> None:
    draft = templates.save()
    assert (draft["published_version"], draft["has_changes"]) == (None, True)
    templates.make(draft["template_id"], 409)
    assert templates.publish(draft["template_id"])["published_version"] == 1

    ana = templates.customer()
    made = templates.make(draft["template_id"], customer_id=ana, values={"seat": "12"})

    assert made["content"]["description"] == "Harbor card of Ana Silva"
    assert shown(made) == {"points": "0", "seat": "12"}
    assert made["content"]["barcode"]["message"] == made["serialNumber"]
    assert (made["template_id"], made["template_version"]) == (draft["template_id"], 1)
    nobody = templates.make(draft["template_id"])
    assert nobody["content"]["description"] == "Harbor card of a guest"
    assert shown(nobody)["seat"] == "Any"


def test_customer_has_one_pass_per_template_unless_another_is_requested(
    templates: Templates,
) -> None:
    template_id, ana = templates.published(), templates.customer()
    first = templates.make(template_id, customer_id=ana, values={"seat": "1"})

    again = templates.make(template_id, customer_id=ana, values={"seat": "2"})
    other = templates.make(template_id, customer_id=ana, another=True)

    assert again["pass_id"] == first["pass_id"]
    assert shown(again)["seat"] == "2"
    assert other["pass_id"] != first["pass_id"]


def test_published_version_reaches_passes_once_and_void_passes_stay_void(
    templates: Templates, settings: Settings
) -> None:
    template_id, ana = templates.published(), templates.customer()
    made = templates.make(template_id, customer_id=ana, values={"seat": "7"})
    templates.void(templates.make(template_id))
    content = drawn_template("Winter")
    templates.save(template_id=template_id, content=content)
    assert templates.read(made["pass_id"])["content"]["description"] == "Harbor card of Ana Silva"

    job = templates.publish(template_id)["job_id"]
    run_jobs(settings)

    assert templates.call("get-job", job_id=job)["result"] == {"changed": 2, "left_out": 0}
    after = templates.read(made["pass_id"])
    assert after["content"]["description"] == "Winter card of Ana Silva"
    assert (after["template_version"], shown(after)["seat"]) == (2, "7")
    assert after["updated_at"] > made["updated_at"]
    again = templates.publish(template_id)
    assert (again["job_id"], again["published_version"]) == (None, 2)


def test_version_is_rolled_back_as_a_draft_or_at_once(
    templates: Templates, settings: Settings
) -> None:
    template_id = templates.published()
    made = templates.make(template_id)
    templates.save(template_id=template_id, content=drawn_template("Winter"))
    templates.publish(template_id)
    run_jobs(settings)

    drafted = templates.call("restore-pass-template", template_id=template_id, version=1)
    assert (drafted["published_version"], drafted["has_changes"]) == (2, True)
    assert drafted["content"]["organization"] == "Harbor company"
    back = templates.call("restore-pass-template", template_id=template_id, version=1, publish=True)
    run_jobs(settings)

    assert (back["published_version"], back["has_changes"]) == (3, False)
    assert templates.read(made["pass_id"])["content"]["organization"] == "Harbor company"
    versions = templates.call("list-pass-template-versions", template_id=template_id)
    assert [(it["version"], it["is_published"]) for it in versions["items"]] == [
        (3, True),
        (2, False),
        (1, False),
    ]
    templates.call("restore-pass-template", 404, template_id=template_id, version=9)


def test_concurrent_editors_do_not_overwrite_each_other(templates: Templates) -> None:
    first = templates.save()
    mine = {"template_id": first["template_id"], "revision": first["revision"]}
    templates.save(**mine, content=drawn_template("Theirs"))

    problem = templates.save(status=409, **mine, content=drawn_template("Mine"))
    stale = templates.publish(first["template_id"], 409, revision=first["revision"])

    assert problem["code"] == stale["code"] == "pass_template_changed"
    taken = templates.save("card", 422)
    assert taken["errors"][0]["field"] == "name"


def test_draft_is_checked_without_being_saved(templates: Templates) -> None:
    content = drawn_template("Harbor", label_color="#eeeeee", description="{{customer.name}}")
    content["fields"][1]["value"] = "{{customer.shoe_size}}"

    checked = templates.call("check-pass-template", content=content, sample={"points": "77"})

    rules = {(it["rule"], it["field"]) for it in checked["findings"]}
    assert {
        ("unknown_placeholder", "fields.seat"),
        ("no_default", "description"),
        ("low_contrast", "label_color"),
    } <= rules
    assert checked["content"]["fields"][0]["value"] == "77"
    assert checked["content"]["description"] == "Ana Silva"
    assert {it["wallet"] for it in checked["losses"]} == {"google"}
    assert templates.call("list-pass-templates")["total"] == 0


def test_template_that_makes_no_valid_pass_cannot_be_published(templates: Templates) -> None:
    content = drawn_template("Harbor")
    content["fields"][0]["value"] = "many"
    template_id = templates.save(content=content)["template_id"]

    checked = templates.call("check-pass-template", content=content)
    problem = templates.publish(template_id, 422)

    assert checked["content"] is None
    assert checked["findings"][0]["field"] == "fields.points"
    assert problem["errors"][0]["field"] == "content.fields.points"


def test_values_that_make_no_valid_pass_are_refused_by_field(templates: Templates) -> None:
    content = drawn_template("Harbor")
    content["fields"][1] |= {"format": "date", "value": "{{row.day|2026-12-01T08:00:00Z}}"}
    template_id = templates.published(content=content)

    problem = templates.make(template_id, 422, values={"day": "soon"})

    assert problem["errors"][0]["field"] == "content.fields.seat"
    templates.make(template_id, 422, customer_id="cus_nobody")


def test_pass_is_refreshed_when_the_balance_changes(templates: Templates) -> None:
    template_id, ana = templates.published(), templates.customer()
    made = templates.make(template_id, customer_id=ana)
    templates.call(
        "rewards/post-swapt-card",
        customer_id=ana,
        action="add",
        unit="points",
        amount=5,
        idempotency_key="a",
    )

    fresh = templates.call("refresh-pass", pass_id=made["pass_id"])

    assert shown(fresh)["points"] == "5"
    assert (
        templates.call("refresh-pass", pass_id=made["pass_id"])["updated_at"] == fresh["updated_at"]
    )


def test_passes_of_a_deleted_template_remain(templates: Templates) -> None:
    template_id = templates.published()
    made = templates.make(template_id)

    templates.call("delete-pass-template", template_id=template_id)

    assert templates.read(made["pass_id"])["template_id"] is None
    templates.call("get-pass-template", 404, template_id=template_id)
    templates.call("refresh-pass", 409, pass_id=made["pass_id"])


def test_last_message_stays_on_a_pass_updated_to_a_new_version(
    templates: Templates, settings: Settings
) -> None:
    template_id = templates.published()
    made = templates.make(template_id)
    news = {"key": "latest_news", "zone": "back", "label": "News", "value": "We bake again."}
    changed = {**made["content"], "fields": [*made["content"]["fields"], news]}
    templates.put(made, changed)
    content = {**drawn_template("Harbor"), "description": "Another card"}
    templates.save(content=content, template_id=template_id)
    templates.publish(template_id)
    run_jobs(settings)

    shown = templates.read(made["pass_id"])["content"]
    assert shown["description"] == "Another card"
    assert [it["value"] for it in shown["fields"] if it["key"] == "latest_news"] == [news["value"]]
