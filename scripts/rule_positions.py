"""Find the positions that illustrate the rules, in games that bots play, and write them for the pages that draw them.

Every figure says what it must show (games/<game>/figures.py); games are played from its seed on until one does.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from figure import Figure

import lutetia
from lutetia.bots import bot
from lutetia.core.json_types import Json
from lutetia.text.rulebook import position_file

from games import of_each_game

TRIES = 400  # games before a search is given up


def positions(game: str, figure: Figure, seed: int) -> Iterator[tuple[lutetia.Game, Json, str]]:
    """A game of bots with the figure's set-up, at its start and after every step."""
    now = lutetia.new(game, seed=seed, players=figure.players, options=figure.options)
    players = {seat: bot(figure.bot, seed) for seat in now.ruleset.seats}
    yield now, now.view(None)["position"], ""
    while not now.over:
        wished = figure.prefers(now, now.view(None)["position"])
        step = wished[0] if wished else players[str(now.seat)].choose(now.view(now.seat), now.legal())
        now.play(step)
        yield now, now.view(None)["position"], step


def candidates(game: str, figure: Figure) -> Iterator[tuple[lutetia.Game, Json, str]]:
    if figure.record:
        last = lutetia.replay(json.loads(figure.record.read_text(encoding="utf-8")))
        yield last, last.view(None)["position"], ""
    else:
        for seed in range(figure.seed, figure.seed + TRIES):
            yield from positions(game, figure, seed)


def find(game: str, figure: Figure) -> Json:
    """The position, as written to the file."""
    for now, position, step in candidates(game, figure):
        if marked := figure.shows(now, position, step):
            record = now.record()
            return {"record": record, "at": sum(len(turn["steps"]) for turn in record["turns"]), "marked": marked}
    raise SystemExit(f"{game} {figure.name}: no game shows it")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="figures to search anew, as GAME-FIGURE; none: all")
    chosen = parser.parse_args()
    for game, module in of_each_game("figures"):
        for figure in module.FIGURES:
            name = f"{game}-{figure.name}"
            if not chosen.names or name in chosen.names:
                found = find(game, figure)
                text = json.dumps(found, ensure_ascii=False) + "\n"
                position_file(name).write_text(text, encoding="utf-8")
                print(f"{name}: {found['at']} steps, {' '.join(found['marked'])}")


if __name__ == "__main__":
    main()
