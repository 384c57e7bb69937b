"""Names: no stacked accents, nothing invisible, no reserved words, and none that looks like a member's."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from lutetia.bots import NAMES
from lutetia.bots.levels import LEVELS
from lutetia.core import catalogue
from lutetia.core.i18n import _, language
from lutetia.server.people.accounts import GUESTS
from lutetia.server.people.name_rules import RESERVED_NAMES, RESERVED_WORDS, checked_name, is_reserved, skeleton
from lutetia.server.store import schema

from server.conftest import error, new_game
from server.people.helpers import become_guest, me, register, rows, services


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ada"),
        ("Ada", "\N{CYRILLIC CAPITAL LETTER A}da"),
        ("Ada", "\N{FULLWIDTH LATIN CAPITAL LETTER A}da"),
        ("Ada", "A d a."),
        ("Gustave E", "Gustave-\N{GREEK CAPITAL LETTER EPSILON}"),
        ("Ilse", "llse"),
        ("Ilse", "1lse"),
        ("Emil", "Ernil"),
        ("Wanda", "VVanda"),
        ("Olga", "0lga"),
        ("Zoë", "Zoe\N{COMBINING DIAERESIS}"),
        ("🎈", "🎈\N{VARIATION SELECTOR-16}"),
    ],
)
def test_names_that_look_alike_have_the_same_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_different_names_have_different_skeletons() -> None:
    names = ["Zoe", "Zoë", "Ana", "Anna", "Jiří", "Jiři", "Łukasz", "Paweł", "Пётр", "Петр", "Νίκος", "Ada 1", "Ada 2"]
    names += ["🎈", "🚋", "大輔", "大介"]
    assert len({skeleton(name) for name in names}) == len(names)


@pytest.mark.parametrize("name", [*RESERVED_WORDS, *RESERVED_NAMES])
def test_reserved_names_are_recognised_in_disguise(name: str) -> None:
    for disguise in (name, name.upper(), f" {name} 42", ".".join(name), name.replace("o", "0").replace("i", "1")):
        assert is_reserved(disguise), disguise


def test_bots_are_not_imitated_in_any_language() -> None:
    assert all(is_reserved(name) for name in NAMES)
    for tag in catalogue.languages():
        language.set(tag)
        for level in LEVELS:
            assert all(is_reserved(_(character.name)) for character in level.characters)
    language.set(None)


def test_ordinary_names_and_those_of_new_guests_are_allowed() -> None:
    for tag in catalogue.languages():
        language.set(tag)
        assert [name for name in GUESTS if is_reserved(f"{_(name)} 417")] == []
    language.set(None)
    for name in ("Armand", "Louis Petit", "Madame Curie", "Robot", "Abbott", "Modesta", "Elihu Root", "Việt", "नमस्ते"):
        assert checked_name(name) == name
    assert checked_name("  Ada   Lovelace ") == "Ada Lovelace"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("admin", "reserved-name"),
        ("\N{CYRILLIC SMALL LETTER A}dmin", "reserved-name"),
        ("Moderátor Jan", "reserved-name"),
        ("Lutetia Support", "reserved-name"),
        ("Z\N{COMBINING GRAVE ACCENT BELOW}\N{COMBINING RING ABOVE}\N{COMBINING TILDE}", "many-accents"),
        ("Ada\N{COMBINING ENCLOSING CIRCLE}", "many-accents"),
        ("\N{COMBINING TILDE}Ada", "many-accents"),
        ("Ada\N{HANGUL FILLER}", "unprintable"),
        ("\N{BRAILLE PATTERN BLANK}", "unprintable"),
        ("Ada\N{ZERO WIDTH SPACE}", "unprintable"),
        ("\N{VARIATION SELECTOR-16}", "unprintable"),
    ],
)
def test_names_that_deceive_are_refused(client, another, name, code):
    """ "admin", look-alikes and stacked accents were taken as names, by guests, members and at shared devices."""
    become_guest(client)
    answers = [
        client.patch("/api/me", json={"name": name}),
        register(another(), name=name),
        another().post("/api/games", json={"game": "lumiere", "seats": ["human", "human"], "names": [name]}),
    ]
    assert [(answer.status_code, error(answer)) for answer in answers] == [(422, code)] * 3


def test_nobody_takes_a_name_that_looks_like_a_members(client, another):
    """Two members could have the same name."""
    assert register(client, name="Ada").status_code == 200
    member, guest = another(), another()
    twin = "\N{CYRILLIC CAPITAL LETTER A}da"
    refused = register(member, login="other", name=twin)
    assert (refused.status_code, error(refused)) == (409, "name-taken")
    assert register(member, login="other", name="Ana").status_code == 200
    become_guest(guest)
    for client_ in (member, guest):
        assert error(client_.patch("/api/me", json={"name": twin})) == "name-taken"
    assert client.patch("/api/me", json={"name": "ADA"}).status_code == 200, "one's own name may change a little"
    assert client.patch("/api/me", json={"name": "Berthe"}).status_code == 200
    assert member.patch("/api/me", json={"name": "Ada"}).status_code == 200, "the name is free again"
    member.delete("/api/me")
    assert guest.patch("/api/me", json={"name": "Ada"}).status_code == 200, "and after an account is deleted"


def test_a_guest_who_registers_keeps_the_name_or_gets_a_number_behind_it(client, another):
    one, other = another(), another()
    for guest in (one, other):  # guests may have the same name
        become_guest(guest)
        assert guest.patch("/api/me", json={"name": "Zoë"}).status_code == 200
    register(one, login="one")
    register(other, login="other")
    assert me(one)["name"] == "Zoë"
    assert me(other)["name"].startswith("Zoë ")
    assert me(other)["name"].split()[1].isdecimal()


def test_names_from_before_stay_and_are_protected(client, another):
    register(client, name="Ada")
    older = another()
    register(older, login="older", name="Other")
    database = services(client).database
    with database.engine.begin() as connection:
        connection.execute(sa.update(schema.person).values(name="Ada", skeleton=None))
    client.portal.call(lambda: services(client).close())
    from starlette.testclient import TestClient

    from lutetia.server.http.app import make_app

    from server.conftest import HERE

    with TestClient(make_app(services(client).settings), base_url=HERE) as again:
        assert [row["name"] for row in rows(again, schema.person)] == ["Ada", "Ada"]
        assert error(register(again, login="third", name="ada")) == "name-taken"
        assert new_game(again, "human", "human")["seats"][0]["kind"] == "human"
