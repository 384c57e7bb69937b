"""What pages need besides games: the games and bots there are, the person's preferences, who made the games."""

from __future__ import annotations

import re

from lutetia.core.i18n import N_, current_language
from lutetia.core.json_types import Json
from lutetia.server.errors import Refused
from lutetia.server.local import inputs
from lutetia.server.local.device import PREFERENCES, Device, Site
from lutetia.server.local.requests import Answer, Asked, ok, route
from lutetia.server.tasks import house

SETTING = re.compile(r"[a-z][a-z0-9_.-]{0,39}")
LONGEST_SETTING = 200
MOST_SETTINGS = 50


def house_of(site: Site) -> Json:
    """What a server says about itself, in the current language, where nobody else can come in."""
    about = {
        "build": site.build,
        "language": current_language(),
        "languages": list(site.languages),
        "links": [],
        "can_open": False,
        "owner_can_open": False,
        "registration": "closed",
        "guests": True,
        "mail": False,
    }
    return house.games_and_bots() | about


async def server_info(device: Device, asked: Asked) -> Answer:
    return ok(house_of(device.site))


async def about(device: Device, asked: Asked) -> Answer:
    return ok(house.about())


async def me(device: Device, asked: Asked) -> Answer:
    return ok(await _me(device))


async def change_me(device: Device, asked: Asked) -> Answer:
    """Only the given keys change; a setting that is null is removed."""
    wanted = inputs.checked(asked.body, inputs.PREFERENCES)
    given = set(asked.body) if isinstance(asked.body, dict) else set()
    codes = [language["code"] for language in device.site.languages]
    if wanted["language"] is not None and codes and wanted["language"] not in codes:
        listed = ", ".join(codes)
        raise Refused(422, "no-language", N_("Unknown language; available: {known}"), known=listed)
    name = inputs.own_name(wanted["name"])
    new = ({"language": wanted["language"]} if "language" in given else {}) | ({"name": name} if name else {})
    more = _settings(wanted["settings"])

    def changed(stored: Json | None) -> Json:
        known = device.new_preferences() | (stored or {})
        settings = {key: value for key, value in (known["settings"] | more).items() if value is not None}
        return known | new | {"settings": settings}

    await device.documents.change(PREFERENCES, changed)
    if name:
        device.call(name)
    return ok(await _me(device))


def _settings(given: Json) -> Json:
    """Raises Refused for what the server would not store."""
    for name, value in given.items():
        if not SETTING.fullmatch(name):
            raise inputs.invalid("settings", f"this is no name of a setting: {name[:40]}")
        if not isinstance(value, bool | int | str | None) or (isinstance(value, str) and len(value) > LONGEST_SETTING):
            raise inputs.invalid(f"settings.{name}", "a switch, a whole number or a short text is needed")
    if len(given) > MOST_SETTINGS:
        raise inputs.invalid("settings", f"at most {MOST_SETTINGS} are allowed")
    return given


async def _me(device: Device) -> Json:
    known = await device.preferences()
    person = {
        "id": device.player.id,
        "name": device.player.name,
        "member": device.player.member,
        "moderator": False,
        "login": None,
        "language": known["language"],
        "settings": known["settings"],
        "created": known["created"],
        "second_factor": None,
        "ratings": {},
    }
    codes = [language["code"] for language in device.site.languages]
    return {"person": person, "language": known["language"] or current_language(), "languages": codes}


ROUTES = [
    route("GET", "/api/house", server_info),
    route("GET", "/api/about", about),
    route("GET", "/api/me", me),
    route("POST", "/api/me/guest", me),
    route("PATCH", "/api/me", change_me),
]
