"""Further screenshots: screens of single items, pages of the demo organisations, right-to-left pages."""

import re
from collections.abc import Mapping
from typing import Any

import httpx2

from api.domains.content.pages.starters import page_of
from tests.support.pass_template_calls import drawn_template
from tests.support.waiting import eventually

RIGHT_TO_LEFT = ("ar", "he")
_TEXTS: Mapping[str, Mapping[str, str]] = {
    "ar": {
        "title": "احجز طاولة",
        "intro": "نفتح كل يوم من السابعة صباحًا حتى السادسة مساءً. هل لديك سؤال؟ اتصل بنا!",
        "name": "الاسم",
        "guests": "كم عددكم؟",
        "wishes": "هل ترغب في شيء آخر؟",
        "send": "احجز",
        "question": "هل نضع طاولات أكثر في الخارج؟",
        "yes": "نعم، من فضلكم!",
        "no": "لا، هكذا أفضل.",
        "note": "واي فاي للضيوف",
        "note_text": "الشبكة: Harbor Guests. اطلب منا كلمة المرور، والاتصال مجاني لمدة ساعتين.",
        "terms": "شروط القسيمة",
        "terms_text": "قسيمة واحدة لكل ضيف في اليوم، ولا تُصرف نقدًا.",
        "wall": "حفلة الصيف",
        "wall_text": "شاركونا صور أمسيتكم!",
        "agree": "التقطت هذه الصورة بنفسي، وأوافق على عرضها على هذا الجدار.",
    },
    "he": {
        "title": "הזמנת שולחן",
        "intro": "פתוח כל יום מ־7:00 עד 18:00. יש שאלה? התקשרו אלינו!",
        "name": "שם",
        "guests": "כמה אתם?",
        "wishes": "עוד משהו שכדאי שנדע?",
        "send": "הזמנה",
        "question": "שנוסיף שולחנות בחוץ?",
        "yes": "כן, בבקשה!",
        "no": "לא, טוב ככה.",
        "note": "Wi-Fi לאורחים",
        "note_text": "הרשת: Harbor Guests. בקשו מאיתנו את הסיסמה; הגלישה חינם לשעתיים.",
        "terms": "תנאי הקופון",
        "terms_text": "קופון אחד לאורח ליום, ללא החזר במזומן.",
        "wall": "מסיבת קיץ",
        "wall_text": "שתפו אותנו בתמונות מהערב!",
        "agree": "צילמתי את התמונה בעצמי, ואפשר להציג אותה על הקיר הזה.",
    },
}


def screens_of_things(client: httpx2.Client) -> dict[str, str]:
    """Return the screens of one folder, page, slip, customer, segment and form of the demo data, by name."""
    folders = _call(client, "folders/get-folders")["items"]
    pages = _call(client, "get-all-pages")["items"]
    codes = _call(client, "get-all-qr-codes")["items"]
    slips = _call(client, "slip", action="get_all_slips")["items"]
    person = _call(client, "fetch-all-users")["items"][-1]
    guest = {"email": "guest@harbor-coffee.example", "role": "editor"}
    link = _call(client, "add-to-org", **guest)["link"]
    form = next(iter(_call(client, "list-forms")["items"]))
    customer = _customer(client)
    rules = {"kind": "all", "conditions": [{"kind": "contact", "value": "email"}]}
    segments = _call(client, "list-segments")["items"]
    segment = (
        segments[0] if segments else _call(client, "save-segment", name="Regulars", rules=rules)
    )
    drawn = {"name": "Stamp card", "content": drawn_template("Harbor")}
    designs = _call(client, "list-pass-templates")["items"]
    design = designs[0] if designs else _call(client, "save-pass-template", **drawn)
    if not slips:
        new = {"name": "Table slip", "kind": "slip", "code_id": codes[0]["code_id"]}
        slips = [_call(client, "slip", action="create_slip", updated_data=new)]
    return {
        "folder": f"/admin/folder/{folders[0]['folder_id']}",
        "page-editor": f"/admin/update-page/{pages[0]['page_id']}",
        "edit-success": f"/admin/my-codes/edit/{codes[0]['code_id']}/success",
        "pass-designer": f"/admin/pass-templates/{design['template_id']}",
        "slip-designer": f"/admin/slip/{slips[0]['slip_id']}",
        "slip-print": f"/admin/create-slip-success?slip={slips[0]['slip_id']}",
        "form-answers": f"/admin/forms/answers?page={form['page_id']}&form={form['form_id']}",
        "customer": f"/admin/customers/{customer}",
        "segment": f"/admin/segments/{segment['segment_id']}",
        "segment-edit": f"/admin/segments/{segment['segment_id']}/edit",
        "delete-user": f"/deleteAlert/{person['user_id']}",
        "invitation": f"/invitation#{link.partition('#')[2]}",
    }


def demo_pages(client: httpx2.Client, organization: str) -> dict[str, str]:
    """Return the paths of this organisation's published pages, by name."""
    pages = _call(client, "get-all-pages", pageSize=100)["items"]
    return {
        "-".join(
            (organization, *re.findall(r"[a-z]+", page["name"].lower()))
        ): f"/page/{page['page_id']}"
        for page in pages
        if page["is_published"]
        and page["vanity_name"] != "harbor-coffee"
        and page["name"].isascii()
    }


def cards_and_choices(client: httpx2.Client) -> dict[str, str]:
    """Return a customer's card, its code for the staff, and the page of contact preferences."""
    customer = _customer(client)
    draft = {"unit": "stamps", "hold_to_redeem": True}
    if not _call(client, "register-reward")["items"]:
        rewards = [{"name": "A flat white", "price": 2}, {"name": "A bag of beans", "price": 9}]
        listed = [{**draft, **reward} for reward in rewards]
        _call(client, "register-reward", action="create", reward_list=listed)
    given = {"customer_id": customer, "action": "add", "unit": "stamps", "amount": 3}
    card = f"/card/{_call(client, 'rewards/post-swapt-card', **given)['card']['swapt_card_id']}"
    choices = _call(client, "get-customer-consents", customer_id=customer)["preference_url"]
    found = {"reward-card": card, "reward-card-code": f"{card}?show=code", "preferences": choices}
    return found | {f"reward-card-{it}": f"{card}?lang={it}" for it in (*RIGHT_TO_LEFT, "de", "ja")}


def one_time_tickets(client: httpx2.Client, code_id: str) -> dict[str, str]:
    """Return the ticket of a one-time code of this code, in three languages."""
    _call(client, "qr/create_one_time_codes", base_code_id=code_id, amount=2)
    url = ""

    def issued() -> bool:
        nonlocal url
        items = _call(client, "get-one-time-codes", id=code_id, state="issued")["items"]
        url = items[0]["url"] if items else ""
        return url != ""

    eventually(issued)
    return {"one-time-ticket": url} | {
        f"one-time-ticket-{it}": f"{url}?lang={it}" for it in RIGHT_TO_LEFT
    }


def right_to_left(client: httpx2.Client, met: Mapping[str, str]) -> dict[str, str]:
    """Return notes, polls, walls, terms, gates and forms in right-to-left languages."""
    found = {}
    for language in RIGHT_TO_LEFT:
        written = _written_in(client, language) | {"gate-promo": met["gate-promo"]}
        for kind, path in written.items():
            joined = "&" if "?" in path else "?"
            found[f"{kind}-{language}"] = f"{path}{joined}lang={language}"
        found[f"form-{language}"] = f"/page/{_page_in(client, language)}"
    return found


def _written_in(client: httpx2.Client, language: str) -> dict[str, str]:
    """Return the organisation's own content in this language: a note, terms, a poll and a wall."""
    say = _TEXTS[language]
    code = _call(client, "qr/create-code", name=say["note"], type="page")["code_id"]
    body = f"<p>{say['note_text']}</p>"
    noted = {"code_id": code, "title": say["note"], "body": body, "is_public": True}
    note = _call(client, "add_qr_note", **noted)
    terms = {"code_id": code, "title": say["terms"], "based_on": 0}
    _call(client, "update-terms", **terms, body=f"<p>{say['terms_text']}</p>")
    agreed = _call(client, "get-terms", code_id=code)["items"][0]["public_url"]
    choices = [{"label": say[it]} for it in ("yes", "no")]
    poll = {"code_id": code, "poll_id": f"tables-{language}", "question": say["question"]}
    _call(client, "create-poll", **poll, choices=choices)
    wall = {"name": say["wall"], "intro": say["wall_text"], "consent_text": say["agree"]}
    shown = _call(client, "selfiewall/create-selfiewall", **wall, moderation="before")
    return {
        "note": f"/code/note/{note['note_id']}",
        "terms-to-accept": f"{agreed}?accept=1",
        "poll": f"/code/{code}/poll/tables-{language}",
        "wall": shown["url"],
    }


def _customer(client: httpx2.Client) -> str:
    contact = {"email": "ana@guests.example", "first_name": "Ana", "last_name": "Costa"}
    there = _call(client, "get-customers", filter=contact["email"])["items"]
    found = there[0] if there else _call(client, "save-customer", **contact)
    return str(found["customer_id"])


def _page_in(client: httpx2.Client, language: str) -> str:
    """Publish a page with a heading, a text, a form and a vote in this language."""
    say = _TEXTS[language]
    screen = {"name": "page_divider", "input_display_name": "", "input_type": "page_divider"}
    fields = [
        {**screen, "required": False, "deletable": False},
        _field("first_name", say["name"], "text", is_required=True),
        _field("guests", say["guests"], "number"),
        _field("wishes", say["wishes"], "textarea"),
    ]
    choices = [{"id": it, "label": say[it]} for it in ("yes", "no")]
    page = page_of(
        say["title"],
        "",
        [
            _block("Heading", "title", text=say["title"], level=1),
            _block("Text", "intro", html=f"<p>{say['intro']}</p>"),
            _block(
                "Form",
                "form",
                form_id="table",
                title=say["title"],
                fields=fields,
                submit_label=say["send"],
                success_text=say["yes"],
            ),
        ],
    )
    page["root"]["props"]["language"] = language
    code = _call(client, "qr/create-code", name=say["title"], type="page")["code_id"]
    vote = _block("Vote", "vote", poll_id="tables", question=say["question"], choices=choices)
    page["content"].append(vote)
    made = _call(client, "gen-page", name=say["title"], code_id=code, blocks=page)
    _call(client, "update-page", page_id=made["page_id"], action="publish")
    return str(made["page_id"])


def _block(kind: str, block_id: str, **props: Any) -> dict[str, Any]:
    return {"type": kind, "props": {"id": block_id, **props}}


def _field(
    name: str, label: str, kind: str, is_required: bool = False, **more: Any
) -> dict[str, Any]:
    found = {"name": name, "input_display_name": label, "input_type": kind}
    return {**found, "required": is_required, **more}


def _call(client: httpx2.Client, path: str, **body: Any) -> dict[str, Any]:
    answer = client.post(path, json=body)
    assert answer.is_success, answer.text
    made: dict[str, Any] = answer.json()
    return made
