"""Records of tables: what of a game may be given away. A finished game hides nothing.

Of a running game, everything is computed from what the asker's own seat may know.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import lutetia
from lutetia.core.i18n import N_, language
from lutetia.core.json_types import Json
from lutetia.core.record import dumps
from lutetia.server.errors import Refused
from lutetia.server.play import history
from lutetia.server.play.commit import TableService
from lutetia.server.play.moving import GAME_FORMAT, VIEW_FORMAT
from lutetia.server.play.names import player_names
from lutetia.server.play.table import Table

FindShare = Callable[[str], Awaitable[Json]]
"""What was shared under a token: `{"kind", "content", "step"}`. Raises Refused."""
TextKey = tuple[str | None, str | None, int | None, bool]
"""The viewer, the language, after how many steps, and whether all hands are open."""
NAMELESS: Json = {"names": None, "resigned": False}
"""What the texts of a shared record have to know: see `about_table`."""
TextQuestion = tuple[Json, str | None, int | None, bool, bool, dict[str, str], bool, bool]


def begun_game(table: Table) -> lutetia.Game:
    """Raises Refused."""
    if table.game is None:
        raise Refused(404, "not-begun", N_("The game has not started."))
    return table.game


def check_not_opened(opened: bool) -> None:
    """Raises Refused where all hands are wanted open, in a game that is not over."""
    if opened:
        raise Refused(403, "running", N_("All hands are open only when the game is over."))


def known_record(table: Table, person: str | None) -> tuple[Json, bool]:
    """The whole record of a finished game, or a person's view of a running one; and whether it is whole."""
    game = begun_game(table)
    if table.status == "over":
        return game.record(), True
    return game.view(table.viewer(table.seats_of(person))), False


def as_file(content: Json, whole: bool, note: str) -> str:
    """A record as JSON, or a view with a note that says what it is."""
    return dumps(content if whole else {"format": VIEW_FORMAT, "content": "view", "text": note, "view": content})


def exported(table: Table, now: int) -> Json:
    """A game with its players, as a file. It has everything that is hidden: only for whoever owns all of it."""
    seats = [
        {"seat": seat.seat, "kind": seat.kind, "bot": seat.bot, "name": seat.alias or seat.name}
        for seat in table.seats.values()
    ]
    record = table.game.record() if table.game is not None else None
    return {"format": GAME_FORMAT, "record": record, "seats": seats, "exported": now}


async def finished_record(table: Table) -> Json:
    """The record of a game that is over. Raises Refused."""
    async with table.lock:
        game = begun_game(table)
        if table.status != "over":
            raise Refused(409, "running", N_("This is possible only when the game is over."))
        return game.record()


def whole_record(shared: Json) -> Json:
    """The record that was shared. Raises Refused if it was only a view."""
    if shared["kind"] != "record":
        raise Refused(409, "running", N_("This needs a whole record; this is only one view of a game."))
    content: Json = shared["content"]
    return content


def shared_view(shared: Json, step: int) -> Json:
    """The one position of a shared view. Raises Refused for another one."""
    if step != shared["step"]:
        raise Refused(
            404, "no-step", N_("Only one position of this game has been shared: {step}."), step=shared["step"]
        )
    return {"view": shared["content"], "legal": [], "step": step, "steps": step}


async def own_record(table: Table, person: str | None, seat: str | None) -> tuple[Json, str | None]:
    """The record of a running game, and the seat with whose eyes the asker sees it. `seat`: another of their seats."""
    async with table.lock:
        game = begun_game(table)
        mine = table.seats_of(person)
        history.check_seat(game, seat)
        if seat is not None and seat not in mine:
            raise Refused(403, "not-yours", N_("While a game is in progress, you can see it only from your own seat."))
        return game.record(), seat or table.viewer(mine)


def about_table(table: Table) -> Json:
    """What the texts of a table's past positions have to know beside the record: see `positions.open_position`."""
    return {"names": player_names(table), "resigned": table.resigned}


def text_key(table: Table, person: str | None, at: int | None, seat: str | None, opened: bool) -> TextKey:
    """Which texts of a game's position, now or after `at` steps, a person gets. Raises Refused."""
    begun_game(table)
    mine, over = table.seats_of(person), table.status == "over"
    if not over:
        check_not_opened(opened)
    return seat if over or seat in mine else table.viewer(mine), language.get(), at, opened


def text_question(table: Table, key: TextKey) -> TextQuestion:
    """What `tasks.texts.game_text` needs for them."""
    viewer, _language, at, opened = key
    decides = table.status == "running" and viewer is not None and not table.seats[viewer].by_bot
    decides = decides and not table.requests.pause
    over, names = table.status == "over", player_names(table)
    return begun_game(table).record(), viewer, at, decides, over, names, table.resigned, opened


async def basis(wanted: Json, tables: TableService, find_share: FindShare, person: str | None) -> Json:
    """What a hypothetical position begins with; see `positions.play_on`. `names`: the players by seat, if known.

    `wanted` has exactly one of these: a game, the token of a share, a record, a view.
    """
    given = [name for name in ("game", "token", "record", "view") if wanted[name] is not None]
    if len(given) != 1:
        raise Refused(422, "what-of", N_("Name exactly one of: game, token, record, view."))
    if given == ["record"]:
        return {"record": wanted["record"], "foreign": True}
    if given == ["view"]:
        return {"view": wanted["view"]}
    if given == ["token"]:
        found = await find_share(wanted["token"])
        return {found["kind"]: found["content"]}
    table = await tables.get(wanted["game"])
    if table.status != "over":
        record, viewer = await own_record(table, person, wanted["seat"])
        return {"record": record, "viewer": viewer, "names": player_names(table)}
    async with table.lock:
        return {"record": begun_game(table).record(), "names": player_names(table)}


def check_open(basis: Json) -> Json:
    """The same basis, where everything may be known. Raises Refused in a game that is still being played."""
    if "record" not in basis or "viewer" in basis:
        raise Refused(403, "running", N_("This is possible only when the game is over."))
    return basis
