"""Doors for the rules: the book of a game, its figures, what is known of the components, an edition of one's own."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from fastapi import Path as InPath
from pydantic import BaseModel, Field

import lutetia
from lutetia.core.edition import LARGEST, parse
from lutetia.core.errors import EditionError
from lutetia.core.i18n import N_, language
from lutetia.games import manifest, names
from lutetia.server import past
from lutetia.server.api.doors import Strict, refusals
from lutetia.server.errors import Refused
from lutetia.text import rulebook as texts
from lutetia.text import rulebook_page
from lutetia.text.position import position_text

router = APIRouter(prefix="/api", tags=["rules"])
Game = Annotated[str, InPath(max_length=40)]


class FigureTold(BaseModel):
    name: str
    caption: str


class ParagraphTold(BaseModel):
    """`key` names it in addresses; `ids` are the rules it tells."""

    key: str
    ids: list[str]
    html: str
    figure: FigureTold | None


class BookPart(BaseModel):
    id: str
    heading: str
    paragraphs: list[ParagraphTold]


class Book(BaseModel):
    """`language` is that of the texts: English where the rules are not told in the reader's."""

    language: str
    parts: list[BookPart]


class RulesFound(BaseModel):
    """Keys of paragraphs, the best first."""

    keys: list[str]


class FigureShown(BaseModel):
    """A position as everybody sees it, its words, and what to point at."""

    view: dict[str, Any]
    told: dict[str, Any]
    marked: list[str]


class DataRow(BaseModel):
    """A part of a game's data: how well it is known, and the edition's own note, in English."""

    part: str
    known: list[str]
    note: str


class DataPart(BaseModel):
    heading: str
    html: str
    game: str | None
    rows: list[DataRow]


class DataPage(BaseModel):
    language: str
    parts: list[DataPart]


class EditionText(Strict):
    text: Annotated[str, Field(max_length=LARGEST, description="A TOML file")]


class EditionChecked(BaseModel):
    """Every fault in words; without any, the data as a new game takes them."""

    faults: list[str]
    edition: dict[str, Any] | None


@router.get("/rules/{game}/book", responses=refusals(404))
async def book(game: Game) -> Book:
    """All rules of a game, in the asker's language."""
    return Book(**rulebook_page.book(_known(game)))


@router.get("/rules/{game}/find", responses=refusals(404))
async def find(game: Game, words: Annotated[str, Query(max_length=100)]) -> RulesFound:
    """Where words occur; accents, capitals and endings do not matter."""
    return RulesFound(keys=rulebook_page.found(_known(game), words))


@router.get("/rules/figures/{name}", responses=refusals(404))
async def figure(name: Annotated[str, InPath(pattern=r"^[a-z0-9-]{1,60}$")]) -> FigureShown:
    """A position that illustrates the rules."""
    if name not in texts.figures():
        raise Refused(404, "no-figure", N_("There is nothing at this address."))
    return await asyncio.to_thread(_drawn, name, language.get())


@router.get("/component-data", responses=refusals())
async def data() -> DataPage:
    """What is stated of the components, what is reconstructed, and how to correct it."""
    return DataPage(**rulebook_page.data())


@router.get("/editions/{game}", responses=refusals(404))
async def edition(game: Game) -> Response:
    """Our component data of a game, as a file to be corrected."""
    named = {"content-disposition": f'attachment; filename="{_known(game)}.toml"'}
    return Response(manifest(game).edition_file.read_bytes(), media_type="application/toml", headers=named)


@router.post("/editions/{game}/check", responses=refusals(404))
async def check(game: Game, wanted: EditionText) -> EditionChecked:
    """Whether a game can be played with component data of one's own."""
    return await asyncio.to_thread(_checked, _known(game), wanted.text)


def _known(game: str) -> str:
    if game not in names():
        raise Refused(404, "no-game", N_("There is no such game here."))
    return game


def _checked(game: str, text: str) -> EditionChecked:
    try:
        data = parse(text, f"{game}.toml")
        lutetia.ruleset(game, edition=data)
    except EditionError as error:
        return EditionChecked(faults=list(error.faults), edition=None)
    return EditionChecked(faults=[], edition=data)


@cache
def _drawn(name: str, _language: str | None) -> FigureShown:
    found = texts.Figure(name, "").position
    game = past.after(found.record, found.at)
    return FigureShown(view=game.view(None), told=position_text(game, None, []), marked=list(found.marked))
