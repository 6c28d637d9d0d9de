"""The visitor who plays, read from the request like every visit."""

import hashlib
import hmac
from typing import Annotated

from anyio import from_thread
from fastapi import Depends, Request
from limits import parse
from pydantic import ValidationError

from api.auth.member import AnswersDep
from api.db.session import SessionDep
from api.db.visitor_pool import VisitorDatabase
from api.domains.codes.codes.errors import CodeNotFound, CodeNotOpen
from api.domains.codes.codes.types import ResolvedCode
from api.domains.codes.rules.decide import gate_of, refusal_of
from api.domains.codes.rules.types import Identity, Visit
from api.domains.people.customers.dependencies import CustomerServiceDep
from api.domains.promotions.games.errors import CustomerNeeded, GameNotFound
from api.domains.promotions.games.models import Game
from api.domains.promotions.games.public_schemas import GameRef
from api.domains.promotions.games.types import PlayerBy
from api.domains.promotions.games.visitor_repository import code_of_award, code_of_game
from api.domains.promotions.prizes.errors import ClaimNotFound
from api.domains.promotions.prizes.service import token_hash
from api.domains.visits.visits.code_tenant import enter_tenant_of_code
from api.domains.visits.visits.scan_service import VisitorRequest
from api.domains.visits.visits.state import VisitsState
from api.kit.clock import NowDep
from api.kit.process_state import ProcessState

PER_ADDRESS = parse("1200 per minute")
PER_CODE = parse("30000 per minute")
READ_PER_ADDRESS = parse("3000 per minute")
CLAIM_PER_ADDRESS = parse("300 per minute")


def addressed(**ids: str) -> GameRef:
    """The game that a path names by `game_id` or `code_id`, which may be any text.

    Raises:
        GameNotFound: the text is no ID.
    """
    try:
        return GameRef.model_validate(ids)
    except ValidationError:
        raise GameNotFound from None


class PlayerRequest:
    """One request of a visitor about a game. Newcomers get no cookie here, as with votes: a program that drops its
    cookies would be a new player with each play.
    """

    def __init__(
        self,
        request: Request,
        session: SessionDep,
        now: NowDep,
        answers: AnswersDep,
        customers: CustomerServiceDep,
    ) -> None:
        self._request = request
        self._session = session
        self._now = now
        self._answers = answers
        self._customers = customers
        self._state = ProcessState.of(request)
        self.scans = VisitsState.of(request).scans
        self._incoming: VisitorRequest = self.scans.read_request("POST", request.scope)
        self.visit: Visit
        self.code: ResolvedCode
        self.org_id = ""
        self.game_id: str | None = None
        self.code_id: str | None = None

    @property
    def visitor_id(self) -> str | None:
        """The visitor's id, if they have one."""
        return self.visit.identity.visitor_id

    @property
    def is_cross_site(self) -> bool:
        """Whether another site made the visitor's browser send this."""
        return self._request.headers.get("sec-fetch-site") == "cross-site"

    def reading(self, ref: GameRef) -> "PlayerRequest":
        """Find the game that is looked at; the session is in its organisation from here on."""
        self._state.rate_limits.hit(READ_PER_ADDRESS, "read-game", self._incoming.network)
        return self._enter(ref)

    def playing(self, ref: GameRef) -> "PlayerRequest":
        """Find the game that is played; its code must be open to this visitor.

        Raises:
            GameNotFound, CodeNotFound: there is none.
            CodeNotOpen: the code is not open.
        """
        self._state.rate_limits.hit(PER_ADDRESS, "play", self._incoming.network)
        self._enter(ref)
        self._state.rate_limits.hit(PER_CODE, "play", self.code.code_id)
        self._refuse_shut()
        self._answers.keep(self.org_id, f"visitor:{self.visitor_id}")
        return self

    @property
    def is_secure(self) -> bool:
        """Whether the visitor came by https."""
        return self._incoming.is_secure

    def entering(self, ref: GameRef) -> "PlayerRequest":
        """Find the game whose page is opened; its code must be open to this visitor.

        Raises:
            GameNotFound, CodeNotFound: there is none.
            CodeNotOpen: the code is not open.
        """
        self.reading(ref)
        self._refuse_shut()
        return self

    def greet(self) -> Identity:
        """Who looks at a game's page: there, unlike in the calls, a newcomer gets a cookie."""
        self.visit = self.scans.visit(self._incoming, self._now, self.code.brand.consent)
        return self.visit.identity

    def claiming(self, token: str) -> "PlayerRequest":
        """Find the game of a claim token.

        Raises:
            ClaimNotFound: there is none.
        """
        self._state.rate_limits.hit(CLAIM_PER_ADDRESS, "claim", self._incoming.network)
        pool = VisitorDatabase.of(self._request).pool
        code_id = from_thread.run(code_of_award, pool, token_hash(token))
        if code_id is None:
            raise ClaimNotFound
        return self._enter(GameRef(code_id=code_id))

    def key(self, game: Game, by: PlayerBy | None) -> str:
        """What a game knows this player by: it names nobody, and differs between games.

        Raises:
            CustomerNeeded: the game is for customers, and this visitor is none.
        """
        network = f"network\n{self._incoming.network}"
        who = f"visitor\n{self.visitor_id}" if self.visitor_id else network
        if (by or game.definition["limits"]["by"]) == "network":
            who = network
        elif (by or game.definition["limits"]["by"]) == "customer":
            known = self._customers.find_by_visitor(self.org_id, self.visitor_id)
            if known is None and by is not None:
                raise CustomerNeeded
            who = f"customer\n{known[0]}" if known else who
        key = hmac.digest(self._state.settings.secret_key, b"players of games", "sha256")
        text = f"{game.game_id}\n{who}".encode()
        return hmac.digest(key, text, hashlib.sha256)[:16].hex()

    def _refuse_shut(self) -> None:
        visit = self.scans.with_unlocks(self.visit, self._incoming, self.code, self._now)
        if refusal_of(self.code, self._now) is not None or gate_of(self.code, visit) is not None:
            raise CodeNotOpen

    def _enter(self, ref: GameRef) -> "PlayerRequest":
        code_id = ref.code_id
        if ref.game_id is not None:
            pool = VisitorDatabase.of(self._request).pool
            code_id = from_thread.run(code_of_game, pool, ref.game_id)
        if code_id is None:
            raise GameNotFound
        code = enter_tenant_of_code(self.scans, self._session, code_id)
        if code is None or code.deleted_at is not None:
            raise CodeNotFound
        self.code, self.org_id = code, code.org_id
        self.game_id, self.code_id = ref.game_id, code_id
        policy = code.brand.consent
        self.visit = self.scans.visit(self._incoming, self._now, policy, may_give_cookie=False)
        return self


PlayerDep = Annotated[PlayerRequest, Depends(PlayerRequest)]
