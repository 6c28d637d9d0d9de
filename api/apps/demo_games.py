"""Creates the demonstration's games, scans and plays them as visitors over the last days, and claims the prizes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from sqlalchemy.orm import Session

from api.apps.demo_moments import DemoMoments
from api.auth.member import Member, viewer_of
from api.auth.roles import Role
from api.auth.tenants import organization_of
from api.db.session import enter_tenant
from api.domains.codes.codes.reading import find_code
from api.domains.codes.codes.service import CodeService
from api.domains.codes.codes.types import CodeKind, ResolvedCode
from api.domains.codes.rules.types import (
    Agent,
    Identity,
    Place,
    Verdict,
    Visit,
    VisitContext,
)
from api.domains.promotions.games.dependencies import claims_of, games_of, library_of, plays_of
from api.domains.promotions.games.player import Player, PlayerRequest
from api.domains.promotions.games.public_schemas import (
    ClaimPrize,
    Input,
    PlayAnswer,
    PlayGame,
)
from api.domains.promotions.games.schemas import SaveGame
from api.domains.promotions.games.types import GameRow
from api.domains.promotions.loyalty.dependencies import ledger_of
from api.domains.visits.visits.events import visit_fields
from api.domains.visits.visits.scan_service import VisitorRequest
from api.kit.ids import new_code_id
from api.kit.pagination import Paging
from ingest.contracts.scan import ScanDataV3, ScanRecordedV3
from ingest.outbox import record
from runtime.demo import games as data
from runtime.demo import harbor_people, northwind_people
from runtime.demo.harbor_coffee import HARBOR_COFFEE
from runtime.demo.northwind_books import NORTHWIND_BOOKS
from runtime.demo.world import DemoOrganization, demo_id
from runtime.settings import Settings

WHEEL_PLAYS, QUIZ_ROUNDS, SCRATCH_PLAYS = 90, 18, 60
LATEST = timedelta(minutes=4)
"""Age of the most recent play."""
_PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15"
    " (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1"
)


class DemoPlayer(PlayerRequest):
    """A visitor in the past. Values that normally come from a request are given."""

    def __init__(self, game: GameRow, number: int, cities: Sequence[tuple[str, str]]) -> None:
        country, city = cities[number % len(cities)]
        visitor = demo_id("visitor", f"{game.name}/{number}", 22)
        visit = Visit(
            identity=Identity(visitor, "cookie"),
            agent=Agent(_PHONE, "phone", "iOS", "Safari", None, None),
            place=Place(country=country, city=city),
            context=VisitContext(language="en"),
            verdict=Verdict(),
            method="POST",
        )
        code = ResolvedCode(game.code_id, game.org_id, CodeKind.GAME)
        incoming = VisitorRequest("POST", "127.0.0.1", is_secure=True, headers={}, query="")
        self.player = Player(code, game.game_id, visit, incoming, is_cross_site=False)


@dataclass(frozen=True, slots=True)
class _Maker:
    """Creates games of one organisation as its owner."""

    session: Session
    settings: Settings
    me: Member
    now: datetime
    cities: Sequence[tuple[str, str]]
    emails: Sequence[str]
    """Email addresses of players who claim prizes that are sent to them."""

    def make(self, draft: Mapping[str, Any], begins: datetime, days: int) -> GameRow:
        """Create a draft of a game that begins at the given time and lasts this many days."""
        times = {"starts_at": begins, "ends_at": begins + timedelta(days=days)}
        body = SaveGame.model_validate({**draft, **times})
        at = min(begins, self.now)
        return games_of(self.session, self.settings, at).save(self.me, self._codes(at), body)

    def publish(self, game: GameRow) -> GameRow:
        """Publish a game at its start time."""
        games = games_of(self.session, self.settings, game.starts_at)
        return games.publish(self.me, self._codes(game.starts_at), game.game_id)

    def end(self, game: GameRow) -> None:
        """End a game at its end time."""
        games_of(self.session, self.settings, game.ends_at).end(game.org_id, game.game_id)

    def play(self, game: GameRow, plays: int, until: datetime, *, people: int) -> None:
        """Play a game of chance this many times, by this many people, none of whom plays twice on a day. Most prizes
        are claimed.
        """
        for number in range(plays):
            at = game.starts_at + (until - game.starts_at) * (number + 1) / plays
            who = DemoPlayer(game, number % people, self.cities)
            body = PlayGame(game_id=game.game_id, play_id=_play_id(game, number))
            self._scan(game, who, number, at)
            answer = plays_of(self.session, self.settings, at).play(who, body)
            if number % 4:
                self.claim(who, answer, number, at + timedelta(minutes=9))

    def answer_quiz(self, game: GameRow, rounds: int, until: datetime) -> None:
        """Play rounds of a quiz. Every fourth answer is wrong, and one player is faster than is humanly possible."""
        questions = data.QUIZ["round"]["questions"]
        for number in range(rounds):
            at = game.starts_at + (until - game.starts_at) * (number + 1) / rounds
            who = DemoPlayer(game, number, self.cities)
            start = PlayGame(
                game_id=game.game_id, play_id=_play_id(game, number), name=data.NICKS[number]
            )
            self._scan(game, who, number, at)
            begun = plays_of(self.session, self.settings, at).play(who, start)
            is_machine = number == rounds - 2
            step = 90 if is_machine else 2500 + 700 * (number % 7)
            inputs = [
                Input(
                    at_ms=step * (place + 1),
                    question=it["id"],
                    choice="c" if (number + place) % 4 == 3 and not is_machine else it["correct"],
                )
                for place, it in enumerate(questions)
            ]
            done = start.model_copy(update={"token": begun.token, "inputs": inputs, "done": True})
            later = at + timedelta(milliseconds=step * len(questions) + 400)
            answer = plays_of(self.session, self.settings, later).play(who, done)
            if number % 3:
                self.claim(who, answer, number, later + timedelta(minutes=4))

    def claim(self, who: DemoPlayer, answer: PlayAnswer, number: int, at: datetime) -> None:
        """Claim the prize of a play, if it won one and the time of the claim has come."""
        if answer.outcome is None or answer.outcome.claim is None or at > self.now:
            return
        email = self.emails[number % len(self.emails)]
        contact = {"email": email} if answer.outcome.claim.kind == "form" else {}
        body = ClaimPrize.model_validate({"token": answer.outcome.claim.token, **contact})
        moments = DemoMoments(self.session, self.settings, self.me, self.now)
        claims_of(
            self.session,
            self.settings,
            moments.customers(at),
            moments.rewards(at),
            ledger_of(self.session, at),
            None,
            at,
        ).claim(who, body)

    def _scan(self, game: GameRow, who: DemoPlayer, number: int, played_at: datetime) -> None:
        """Scan the game's code, as every player does before a play."""
        at = played_at - timedelta(seconds=20 + number % 30)
        record(
            self.session,
            ScanRecordedV3(
                event_id=uuid5(NAMESPACE_URL, f"{game.game_id}/scan/{number}"),
                org_id=game.org_id,
                code_id=game.code_id,
                occurred_at=at,
                received_at=at,
                data=ScanDataV3(outcome="page"),
                **visit_fields(who.player.visit),
            ),
        )

    def _codes(self, at: datetime) -> CodeService:
        return CodeService(
            self.session,
            base_url=self.settings.base_url,
            may_be_private=self.settings.environment == "development",
            new_code_id=new_code_id,
            now=at,
        )


def make_games(session: Session, settings: Settings, now: datetime, one_in: int = 1) -> bool:
    """Create the games of both organisations and one in `one_in` plays. Return False if both already have games."""
    made = False
    regulars = [it.email for it in harbor_people.customers()[: harbor_people.CUSTOMERS]]
    harbor = _maker(session, settings, now, HARBOR_COFFEE, data.CITIES, regulars)
    if harbor is not None:
        wheel = harbor.publish(harbor.make(data.WHEEL, now - timedelta(days=6), 14))
        plays = WHEEL_PLAYS // one_in
        harbor.play(wheel, plays, now - LATEST, people=plays * 5 // 6)
        quiz = harbor.publish(harbor.make(data.QUIZ, now - timedelta(days=3), 14))
        harbor.answer_quiz(quiz, QUIZ_ROUNDS, now - LATEST)
        harbor.make(data.HAPPY_HOUR, now + timedelta(days=3), 7)
        made = True
    readers = [it.email for it in northwind_people.readers()[: northwind_people.READERS]]
    northwind = _maker(session, settings, now, NORTHWIND_BOOKS, data.BRITISH_CITIES, readers)
    if northwind is not None:
        scratch = northwind.publish(northwind.make(data.SCRATCH, now - timedelta(days=16), 7))
        last = scratch.ends_at - timedelta(hours=2)
        plays = SCRATCH_PLAYS // one_in
        northwind.play(scratch, plays, last, people=plays)
        northwind.end(scratch)
        northwind.make(data.MEMORY, now + timedelta(days=10), 4)
        made = True
    return made


def _maker(
    session: Session,
    settings: Settings,
    now: datetime,
    demo: DemoOrganization,
    cities: Sequence[tuple[str, str]],
    emails: Sequence[str],
) -> _Maker | None:
    """Return the maker of an organisation's games, or None if it already has games or its codes were deleted."""
    org_id = demo.org_id
    enter_tenant(session, org_id)
    library = library_of(session, settings, now)
    if any(library.list_games(org_id, None, Paging(), is_archived=it)[1] for it in (False, True)):
        return None
    code = find_code(session, org_id, demo.codes[0].code_id)
    if code is None:
        return None
    me = replace(
        viewer_of(organization_of(session, org_id)), role=Role.OWNER, user_id=code.created_by
    )
    return _Maker(session, settings, me, now, cities, emails)


def _play_id(game: GameRow, number: int) -> Any:
    return uuid5(NAMESPACE_URL, f"{game.game_id}/{number}")
