"""Whole games of bots: for each, a hash of all steps. Runs natively and in WebAssembly; both must print the same.

Arguments: GAME:LEVEL:FIRST:LAST, the last two being the seeds of the games.
"""

import hashlib
import sys

import lutetia
from lutetia.bots import bot
from lutetia.games import manifest

for words in sys.argv[1:]:
    game, level, first, last = words.split(":")
    least, most = manifest(game).players
    for seed in range(int(first), int(last) + 1):
        played = lutetia.new(game, seed=seed, players=least + seed % (most - least + 1))
        players = {seat: bot(level, seed=seed + at) for at, seat in enumerate(played.ruleset.seats)}
        hashed, count = hashlib.sha256(), 0
        while not played.over:
            step = players[played.seat].choose(played.view(played.seat), played.legal())
            hashed.update(step.encode() + b"\n")
            count += 1
            played.play(step)
        print(game, level, seed, count, hashed.hexdigest()[:16])
