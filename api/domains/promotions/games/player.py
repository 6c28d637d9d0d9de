"""The visitor who plays, read from the request as for every visit."""

import hmac
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Annotated

from anyio import from_thread
from fastapi import Depends, Request
from limits import parse
from pydantic import ValidationError

from api.auth.member import AnswersDep
from api.db.session import SessionDep, enter_tenant
from api.db.visitor_pool import VisitorDatabase
from api.domains.codes.codes.errors import CodeNotFound, CodeNotOpen
from api.domains.codes.codes.types import ResolvedCode
from api.domains.codes.rules.decide import gate_of, refusal_of
from api.domains.codes.rules.types import Identity, Visit
from api.domains.promotions.games.errors import CustomerNeeded, GameNotFound, PhoneNeeded
from api.domains.promotions.games.models import Game
from api.domains.promotions.games.player_phones import PlayerPhones
from api.domains.promotions.games.public_schemas import Answers, GameRef
from api.domains.promotions.games.published import PUBLISHED
from api.domains.promotions.games.types import PlayerBy
from api.domains.promotions.games.visitor_repository import code_of_award, code_of_game
from api.domains.promotions.prizes.errors import ClaimNotFound
from api.domains.promotions.prizes.service import token_hash
from api.domains.visits.visits.scan_service import VisitorRequest
from api.domains.visits.visits.state import VisitsState
from api.kit.clock import NowDep
from api.kit.process_state import ProcessState

PER_ADDRESS = parse("1200 per minute")
PER_CODE = parse("30000 per minute")
READ_PER_ADDRESS = parse("3000 per minute")
CLAIM_PER_ADDRESS = parse("300 per minute")
TEXTS_PER_ADDRESS = parse("60 per hour")
TEXTS_PER_CODE = parse("600 per hour")


def addressed(**ids: str) -> GameRef:
    """Return the game that a path names by `game_id` or `code_id`, which may be any text.

    Raises:
        GameNotFound: the text is not an ID.
    """
    try:
        return GameRef.model_validate(ids)
    except ValidationError:
        raise GameNotFound from None


@dataclass(frozen=True, slots=True)
class Player:
    """The visitor of a request about a game. `code` is the game's code."""

    code: ResolvedCode
    game_id: str | None
    visit: Visit
    incoming: VisitorRequest
    is_cross_site: bool

    @property
    def org_id(self) -> str:
        """Return the organisation that owns the game."""
        return self.code.org_id

    @property
    def visitor_id(self) -> str | None:
        """Return the visitor's ID, if they have one."""
        return self.visit.identity.visitor_id


class PlayerFinder:
    """Finds the game that a request names, and its visitor. As with votes, new visitors get no cookie here, because a
    program that drops its cookies would be a new player with each play.
    """

    def __init__(self, request: Request) -> None:
        self._request = request
        self._limits = ProcessState.of(request).rate_limits
        self._now = ProcessState.of(request).clock
        self.scans = VisitsState.of(request).scans
        self.incoming: VisitorRequest = self.scans.read_request("POST", request.scope)

    async def reading(self, ref: GameRef) -> Player:
        """Find the game and visitor for calls that read a game.

        Raises:
            GameNotFound, CodeNotFound: there is no such game or code.
        """
        self._limits.hit(READ_PER_ADDRESS, "read-game", self.incoming.network)
        return await self._find(ref)

    async def playing(self, ref: GameRef) -> Player:
        """Find the game and visitor for plays; the code must be open to this visitor.

        Raises:
            GameNotFound, CodeNotFound: there is no such game or code.
            CodeNotOpen: the code is not open.
        """
        self._limits.hit(PER_ADDRESS, "play", self.incoming.network)
        player = await self._find(ref)
        self._limits.hit(PER_CODE, "play", player.code.code_id)
        self.refuse_shut(player)
        return player

    async def claiming(self, token: str) -> Player:
        """Find the game and visitor for claims of prizes.

        Raises:
            ClaimNotFound: there is no claim with this token.
        """
        self._limits.hit(CLAIM_PER_ADDRESS, "claim", self.incoming.network)
        pool = VisitorDatabase.of(self._request).pool
        code_id = await code_of_award(pool, token_hash(token))
        if code_id is None:
            raise ClaimNotFound
        return await self._find(GameRef(code_id=code_id))

    def limit_texts(self, player: Player) -> None:
        """Count a passcode against the limits, as phone verification does for browsers with JavaScript.

        Raises:
            TooMany: there were too many from this network, or for this code.
        """
        self._limits.hit(TEXTS_PER_ADDRESS, "verify-phone", self.incoming.network)
        self._limits.hit(TEXTS_PER_CODE, "verify-phone", player.code.code_id)

    def refuse_shut(self, player: Player) -> None:
        """Refuse visitors to whom the code is not open.

        Raises:
            CodeNotOpen: the code is not open to this visitor.
        """
        code, now = player.code, self._now()
        visit = self.scans.with_unlocks(player.visit, self.incoming, code, now)
        if refusal_of(code, now) is not None or gate_of(code, visit) is not None:
            raise CodeNotOpen

    async def _find(self, ref: GameRef) -> Player:
        code_id = ref.code_id
        if ref.game_id is not None:
            code_id = PUBLISHED.code_of(ref.game_id)
            if code_id is None:
                pool = VisitorDatabase.of(self._request).pool
                code_id = await code_of_game(pool, ref.game_id)
        if code_id is None:
            raise GameNotFound
        code = await self.scans.find_code(code_id)
        if code is None or code.deleted_at is not None:
            raise CodeNotFound
        policy = code.brand.consent
        visit = self.scans.visit(self.incoming, self._now(), policy, may_give_cookie=False)
        is_cross_site = self._request.headers.get("sec-fetch-site") == "cross-site"
        return Player(code, ref.game_id, visit, self.incoming, is_cross_site)


class PlayerRequest:
    """A visitor's request about a game, with a session in the game's organisation."""

    def __init__(
        self, request: Request, session: SessionDep, now: NowDep, answers: AnswersDep
    ) -> None:
        self._session = session
        self._now = now
        self._answers = answers
        self._finder = PlayerFinder(request)
        self.player: Player

    @property
    def org_id(self) -> str:
        """Return the organisation that owns the game."""
        return self.player.org_id

    @property
    def code(self) -> ResolvedCode:
        """Return the game's code."""
        return self.player.code

    @property
    def visit(self) -> Visit:
        """Return the visit of this request."""
        return self.player.visit

    @property
    def visitor_id(self) -> str | None:
        """Return the visitor's ID, if they have one."""
        return self.player.visitor_id

    @property
    def is_secure(self) -> bool:
        """Return whether the visitor uses HTTPS."""
        return self.player.incoming.is_secure

    def reading(self, ref: GameRef) -> "PlayerRequest":
        """Find the game to read; from here on, the session is in its organisation."""
        return self._enter(from_thread.run(self._finder.reading, ref))

    def playing(self, ref: GameRef) -> "PlayerRequest":
        """Find the game to play; its code must be open to this visitor.

        Raises:
            GameNotFound, CodeNotFound: there is no such game or code.
            CodeNotOpen: the code is not open.
        """
        self._enter(from_thread.run(self._finder.playing, ref))
        self._answers.keep(self.org_id, caller_of(self.player))
        return self

    def entering(self, ref: GameRef) -> "PlayerRequest":
        """Find the game whose page is opened; its code must be open to this visitor.

        Raises:
            GameNotFound, CodeNotFound: there is no such game or code.
            CodeNotOpen: the code is not open.
        """
        self.reading(ref)
        self._finder.refuse_shut(self.player)
        return self

    def claiming(self, token: str) -> "PlayerRequest":
        """Find the game that belongs to a claim token.

        Raises:
            ClaimNotFound: there is no claim with this token.
        """
        return self._enter(from_thread.run(self._finder.claiming, token))

    def limit_texts(self) -> None:
        """Count a passcode that is sent or checked against the limits.

        Raises:
            TooMany: there were too many from this network, or for this code.
        """
        self._finder.limit_texts(self.player)

    def greet(self) -> Identity:
        """Return the identity of the visitor of a game's page. There, unlike in API calls, a new visitor gets a
        cookie.
        """
        policy = self.code.brand.consent
        visit = self._finder.scans.visit(self._finder.incoming, self._now, policy)
        self.player = replace(self.player, visit=visit)
        return visit.identity

    def _enter(self, player: Player) -> "PlayerRequest":
        self.player = player
        enter_tenant(self._session, player.org_id)
        return self


def caller_of(player: Player) -> str:
    """Return the caller to whom a player's idempotency keys belong."""
    return f"visitor:{player.visitor_id}"


class PlayerKeys:
    """Pseudonymous keys of players, which differ between games."""

    def __init__(
        self,
        secret: bytes,
        customer_of: Callable[[str, str | None], str | None],
        phones: PlayerPhones,
    ) -> None:
        self._key = hmac.digest(secret, b"players of games", "sha256")
        self._customer_of = customer_of
        self._phones = phones

    def of(self, player: Player, game: Game, answers: Answers | None = None) -> str:
        """Return the key of a player. Without answers, as when only viewing, anybody gets one; to play, the visitor
        must be identified in the way in which the game counts.

        Raises:
            CustomerNeeded: the game is for customers, and this visitor is not one.
            PhoneNeeded: the game counts by phone number, and none was verified.
        """
        may_play = answers is not None
        by: PlayerBy = game.definition["limits"]["by"]
        network = f"network\n{player.incoming.network}"
        who = f"visitor\n{player.visitor_id}" if player.visitor_id else network
        if by == "network":
            who = network
        elif by == "customer":
            customer_id = self._customer_of(player.org_id, player.visitor_id)
            if customer_id is None and may_play:
                raise CustomerNeeded
            who = f"customer\n{customer_id}" if customer_id else who
        elif by == "phone" and answers is not None:
            phone = self._phones.verified(player.org_id, game.game_id, answers)
            if phone is None:
                raise PhoneNeeded
            who = f"phone\n{phone}"
        return hmac.digest(self._key, f"{game.game_id}\n{who}".encode(), "sha256")[:16].hex()


PlayerDep = Annotated[PlayerRequest, Depends(PlayerRequest)]
