"""Find the games that the tutorials follow, and write them for `lutetia.tutorial`.

A lesson is one game of bots in which the learner's seat does everything that is worth showing, in a good order. The
second part shows every special part of the game at work: as few games as do it, each cut off after its last example.
games/<game>/lessons.py says what is worth showing.
"""

from __future__ import annotations

import argparse
import json

from lutetia.games import manifest

from games import of_each_game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="what to search anew, as GAME-lesson or GAME-parts; none: all")
    chosen = parser.parse_args().names
    for game, module in of_each_game("lessons"):
        for part, find in (("lesson", module.lesson), ("parts", module.parts)):
            if not chosen or f"{game}-{part}" in chosen:
                found = find()
                file = manifest(game).folder / "tutorial" / f"{part}.json"
                file.write_text(json.dumps(found, ensure_ascii=False) + "\n", encoding="utf-8")
                print(game, part, found.get("moments", ""))


if __name__ == "__main__":
    main()
