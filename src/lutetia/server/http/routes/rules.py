"""Routes for the rules: the rule book of a game, its figures, the component data, and checks of custom editions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, Field

from lutetia.core.edition import LARGEST
from lutetia.core.i18n import N_
from lutetia.core.json_types import Json
from lutetia.games import manifest
from lutetia.server.errors import Refused
from lutetia.server.http.dependencies import (
    GameName,
    TheServices,
    WorkOwner,
    error_responses,
    json_response,
    known_game,
)
from lutetia.server.tasks import rules
from lutetia.strict_model import StrictModel
from lutetia.text import rulebook, rulebook_page
from lutetia.text.components import How, Kind

router = APIRouter(prefix="/api", tags=["rules"])


class FigureRef(BaseModel):
    name: str
    caption: str
    language: str


class RuleParagraph(BaseModel):
    """`key` names it in URLs; `ids` are the rules it contains."""

    key: str
    ids: list[str]
    language: str
    html: str
    figure: FigureRef | None


class RuleChapter(BaseModel):
    id: str
    heading: str
    language: str
    paragraphs: list[RuleParagraph]


class RulingSource(BaseModel):
    """What some rulebooks say in a section, in our words."""

    books: list[str]
    section: str
    says: str


class Ruling(BaseModel):
    """Where the rulebooks are silent or disagree: what they say, what we decided, and why.

    A paragraph marks it with a button whose `data-ruling` is `id`.
    """

    id: str
    rules: list[str]
    language: str
    question: str
    ruling: str
    why: str
    sources: list[RulingSource]


class RuleBook(BaseModel):
    """Each text says its language. `untranslated`: some texts have no translation and are in English."""

    untranslated: bool
    parts: list[RuleChapter]
    rulings: list[Ruling]


class RuleSearchResult(BaseModel):
    """Keys of paragraphs, the best match first."""

    keys: list[str]


class RuleFigure(BaseModel):
    """A position as a spectator sees it, its texts, and what to highlight. `draws`: which picture of the game's front
    end to show in place of the board."""

    view: Json
    told: Json
    marked: list[str]
    draws: str | None


class CardItem(BaseModel):
    """A line with a picture; `key` says what the picture shows."""

    key: str
    name: str
    text: str


class CardPart(BaseModel):
    """`picture` is one of the game's front end: it draws each item, or without items stands alone."""

    heading: str
    lines: list[str]
    picture: str
    items: list[CardItem]
    columns: int


class ReferenceCard(BaseModel):
    """The two sides of a card, and a position with its texts for the pictures."""

    title: str
    sides: list[list[CardPart]]
    view: Json
    told: Json


class ComponentDataText(BaseModel):
    html: str
    language: str


class ComponentDataPart(BaseModel):
    heading: str
    language: str
    texts: list[ComponentDataText]
    game: str | None


class ComponentDataPage(BaseModel):
    """`untranslated`: some texts have no translation and are in English."""

    untranslated: bool
    parts: list[ComponentDataPart]


class KnownText(BaseModel):
    """How well something about a component is known, as a name and as a word, and the source or the reason."""

    how: How
    word: str
    note: str


class ComponentField(BaseModel):
    """What can be corrected: `path` leads to it in the data; see `lutetia.text.components.Field`."""

    path: list[str | int]
    label: str
    kind: Kind
    choices: list[tuple[str, str]]
    value: int | None
    listed: bool


class ComponentText(BaseModel):
    """`count` are in the box. A fault whose English begins with one of `faults` concerns this component."""

    id: str
    name: str
    text: str
    known: list[KnownText]
    fields: list[ComponentField]
    count: int
    faults: list[str]


class ComponentSection(BaseModel):
    """`parts`: the parts of the edition file that these components come from."""

    id: str
    heading: str
    parts: list[str]
    components: list[ComponentText]


class ComponentGallery(BaseModel):
    """An edition, and its components in the asker's language."""

    edition: Json
    sections: list[ComponentSection]


class EditionText(StrictModel):
    text: Annotated[str, Field(max_length=LARGEST, description="A TOML file")]


class EditionCheck(BaseModel):
    """All faults; if there are none, the data in the form that a new game takes, and its components.

    `english`: the same faults in English, to find the component that each concerns (`ComponentText.faults`).
    """

    faults: list[str]
    english: list[str]
    edition: Json | None
    sections: list[ComponentSection]


@router.get("/rules/{game}/book", responses=error_responses(404))
async def book(game: GameName) -> RuleBook:
    """All rules of a game, in the asker's language."""
    return RuleBook(**rulebook_page.book(_with_rulebook(game)))


@router.get("/rules/{game}/find", responses=error_responses(404))
async def find(game: GameName, words: Annotated[str, Query(max_length=100)]) -> RuleSearchResult:
    """Search the rules; accents, capitals and word endings do not matter."""
    return RuleSearchResult(keys=rulebook_page.found(_with_rulebook(game), words))


@router.get("/rules/{game}/card", response_model=ReferenceCard, responses=error_responses(404))
async def card(game: GameName, services: TheServices, owner: WorkOwner) -> Response:
    """What stands on the game's printable reference card, in the asker's language."""
    found = await services.jobs.compute(owner, rules.reference_card, known_game(game))
    if found is None:
        raise Refused(404, "no-card", N_("There is nothing at this address."))
    return json_response(found)


@router.get("/rules/figures/{name}", response_model=RuleFigure, responses=error_responses(404))
async def figure(
    name: Annotated[str, Path(pattern=r"^[a-z0-9-]{1,60}$")], services: TheServices, owner: WorkOwner
) -> Response:
    """A position that illustrates the rules."""
    if name not in rulebook.figures():
        raise Refused(404, "no-figure", N_("There is nothing at this address."))
    return json_response(await services.jobs.compute(owner, rules.figure, name))


@router.get("/component-data", responses=error_responses())
async def data() -> ComponentDataPage:
    """Which component data are certain, which are reconstructed, and how to correct them."""
    return ComponentDataPage(**rulebook_page.data())


@router.get("/editions/{game}", responses=error_responses(404))
async def edition(game: GameName) -> Response:
    """The component data of a game, as a file that can be corrected."""
    headers = {"content-disposition": f'attachment; filename="{known_game(game)}.toml"'}
    content = manifest(game).edition_file.read_bytes()
    return Response(content, media_type="application/toml", headers=headers)


@router.get("/editions/{game}/components", response_model=ComponentGallery, responses=error_responses(404))
async def components(game: GameName, services: TheServices, owner: WorkOwner) -> Response:
    """All components of the built-in edition, with how well each is known and what an owner can correct."""
    return json_response(await services.jobs.compute(owner, rules.components, known_game(game)))


@router.post("/editions/{game}/check", response_model=EditionCheck, responses=error_responses(404))
async def check(game: GameName, wanted: EditionText, services: TheServices, owner: WorkOwner) -> Response:
    """Check whether a game can be played with a custom edition."""
    return json_response(await services.jobs.compute(owner, rules.check_edition, known_game(game), wanted.text))


def _with_rulebook(game: str) -> str:
    """The name of a game that has a text of its rules. Raises Refused."""
    if known_game(game) not in rulebook.names():
        raise Refused(404, "no-rules", N_("There are no rules texts for this game."))
    return game
