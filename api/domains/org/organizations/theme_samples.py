"""Sample pages in a theme that is being chosen: rendered like visitors' pages, with invented texts."""

from types import SimpleNamespace

from api.rendering.visitor_pages.brand import Brand
from api.rendering.visitor_pages.pages import Notice, VisitorPages

_CHOICES = (("a", "Flat white", 62, 31), ("b", "Filter", 26, 13), ("c", "Espresso", 12, 6))


def samples_in(pages: VisitorPages, brand: Brand) -> dict[str, str]:
    """Return a gate, a notice and a poll as complete documents, by name."""
    choices = [
        SimpleNamespace(id=name, label=label, picture_url=None, percent=percent, votes=votes)
        for name, label, percent, votes in _CHOICES
    ]
    poll = SimpleNamespace(
        poll_id="sample",
        question="What are you having?",
        choices=choices,
        my_choice="a",
        total=sum(choice.votes for choice in choices),
    )
    drawn = {
        "gate": pages.render(
            "password.html.jinja",
            200,
            brand,
            page="password",
            code_id=None,
            gate_of="",
            query="",
            problem="",
        ),
        "notice": pages.notice(Notice.NOT_YET, brand),
        "poll": pages.render(
            "poll.html.jinja",
            200,
            brand,
            page="poll",
            code_id=None,
            poll=poll,
            shares={name: place for place, (name, *_rest) in enumerate(_CHOICES)},
            is_fixed=False,
            words="{}",
            message="",
        ),
    }
    return {name: page.html.decode() for name, page in drawn.items()}
