"""Rules, tutorials, the component data, the companion of the box and the opening explorer, on this device."""

from __future__ import annotations

from lutetia import companion, tutorial
from lutetia.core.edition import LARGEST
from lutetia.core.i18n import N_, _
from lutetia.games import manifest
from lutetia.server.errors import Refused
from lutetia.server.local import inputs, library
from lutetia.server.local.device import Device
from lutetia.server.local.requests import Answer, Asked, ok, route
from lutetia.server.play import history
from lutetia.server.tasks import companion as companions
from lutetia.server.tasks import tutorials
from lutetia.text import position

# ---- rules -------------------------------------------------------------------------------------------------------


async def rules_in_short(device: Device, asked: Asked) -> Answer:
    return ok(position.rules(asked.game_name))


async def book(device: Device, asked: Asked) -> Answer:
    await library.load()
    from lutetia.text import rulebook_page

    return ok(rulebook_page.book(_with_rulebook(asked)))


async def find(device: Device, asked: Asked) -> Answer:
    await library.load()
    from lutetia.text import rulebook_page

    return ok({"keys": rulebook_page.found(_with_rulebook(asked), (asked.word("words") or "")[:100])})


def _with_rulebook(asked: Asked) -> str:
    from lutetia.text import rulebook

    if asked.game_name not in rulebook.names():
        raise Refused(404, "no-rules", N_("There are no rules texts for this game."))
    return asked.game_name


async def card(device: Device, asked: Asked) -> Answer:
    await library.load()
    from lutetia.server.tasks import rules

    found = rules.reference_card(asked.game_name)
    if found is None:
        raise Refused(404, "no-card", N_("There is nothing at this address."))
    return ok(found)


async def figure(device: Device, asked: Asked) -> Answer:
    await library.load()
    from lutetia.server.tasks import rules
    from lutetia.text import rulebook

    if asked.path[0] not in rulebook.figures():
        raise Refused(404, "no-figure", N_("There is nothing at this address."))
    return ok(rules.figure(asked.path[0]))


async def component_data(device: Device, asked: Asked) -> Answer:
    await library.load()
    from lutetia.text import rulebook_page

    return ok(rulebook_page.data())


async def components(device: Device, asked: Asked) -> Answer:
    await library.load()
    from lutetia.server.tasks import rules

    return ok(rules.components(asked.game_name))


async def check_edition(device: Device, asked: Asked) -> Answer:
    await library.load()
    from lutetia.server.tasks import rules

    wanted = inputs.checked(asked.body, {"text": inputs.Field(str, most=LARGEST, required=True)})
    return ok(rules.check_edition(asked.game_name, wanted["text"]))


# ---- tutorials ---------------------------------------------------------------------------------------------------


async def lesson(device: Device, asked: Asked) -> Answer:
    return ok(tutorials.lesson(_with_tutorial(asked)))


async def scene(device: Device, asked: Asked) -> Answer:
    return ok(tutorials.scene(*_step_of(asked)))


async def lesson_preview(device: Device, asked: Asked) -> Answer:
    wanted = inputs.checked(asked.body, {"step": inputs.Field(str, most=200, required=True)})
    return ok(tutorials.preview(*_step_of(asked), wanted["step"]))


async def example(device: Device, asked: Asked) -> Answer:
    known, part = tutorial.parts(_with_tutorial(asked)), asked.path[1]
    if part not in known:
        raise Refused(404, "no-part", N_("There is no such part; there are: {known}"), known=", ".join(known))
    return ok(tutorials.example(asked.game_name, part))


def _with_tutorial(asked: Asked) -> str:
    if asked.game_name not in tutorial.names():
        raise Refused(404, "no-tutorial", N_("There is no tutorial for this game."))
    return asked.game_name


def _step_of(asked: Asked) -> tuple[str, int]:
    game, step = _with_tutorial(asked), int(asked.path[1])
    most = len(tutorial.steps(game))
    if step > most:
        raise history.no_step(most)
    return game, step


# ---- companion ---------------------------------------------------------------------------------------------------


async def box(device: Device, asked: Asked) -> Answer:
    game = _with_companion(asked)
    return ok({"game": game, "title": _(manifest(game).title), "box": companion.companion(game).box()})


async def count(device: Device, asked: Asked) -> Answer:
    return ok(companions.checked_and_counted(_with_companion(asked), asked.body))


async def from_record(device: Device, asked: Asked) -> Answer:
    return ok(companions.from_record(asked.body))  # type: ignore[arg-type]  # it is checked there


def _with_companion(asked: Asked) -> str:
    if asked.game_name not in companion.names():
        raise Refused(404, "no-companion", N_("There is no companion for this game."))
    return asked.game_name


# ---- openings ----------------------------------------------------------------------------------------------------


async def openings(device: Device, asked: Asked) -> Answer:
    await library.load()
    from lutetia.server.tasks import openings as tasks

    return ok(tasks.overview(tasks.explorer(asked.game_name), asked.game_name))


async def opening_line(device: Device, asked: Asked) -> Answer:
    await library.load()
    from lutetia.server.tasks import openings as tasks

    players, role = asked.number("players", 2) or 0, asked.number("role", 1) or 0
    line, path = asked.word("line") or "", asked.query.get("path", [])
    return ok(tasks.position(tasks.explorer(asked.game_name), line, players, role, path))


async def own_openings(device: Device, asked: Asked) -> Answer:
    """Own games are not counted here."""
    return ok({"games": 0, "choices": {}, "latest": []})


ROUTES = [
    route("GET", "/api/rules/figures/{name}", figure),
    route("GET", "/api/rules/{game}", rules_in_short),
    route("GET", "/api/rules/{game}/book", book),
    route("GET", "/api/rules/{game}/find", find),
    route("GET", "/api/rules/{game}/card", card),
    route("GET", "/api/component-data", component_data),
    route("GET", "/api/editions/{game}/components", components),
    route("POST", "/api/editions/{game}/check", check_edition),
    route("GET", "/api/tutorials/{game}", lesson),
    route("GET", "/api/tutorials/{game}/at/{n}", scene),
    route("POST", "/api/tutorials/{game}/at/{n}/preview", lesson_preview),
    route("GET", "/api/tutorials/{game}/parts/{name}", example),
    route("POST", "/api/companion/record", from_record),
    route("GET", "/api/companion/{game}", box),
    route("POST", "/api/companion/{game}", count),
    route("GET", "/api/openings/{game}", openings),
    route("GET", "/api/openings/{game}/line", opening_line),
    route("GET", "/api/me/openings/{game}", own_openings),
]
