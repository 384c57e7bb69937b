"""Training of the networks that bots play with: `lutetia train GAME`. Needs the extra `train` (torch and numpy).

The package knows no game. A game's `BotProfile` names its evaluator (what the network sees) and its blueprint (what the
network looks like). docs/training.md explains the stages.

| module | does |
|---|---|
| recipe, progress | all numbers of a run; how far it has come |
| subject | a game's features, blueprint and tables, ready to use |
| folder | the files of a run: what is stored where, and how it survives being killed |
| samples | positions with what was learned about them, in files |
| warm_start | games of the bots that exist already, to begin with |
| many_trees | the trees of hundreds of games at once (compiled, without the GIL) |
| self_play | processes and threads that play, and ask the network in batches |
| model, rounding | the network in torch; rounding that the export will do, while it still learns |
| replay, learner | the positions to learn from; one step of learning |
| export, quantise | the weights file for play, in integers |
| start | weights to begin with: another run's, or the prototype's |
| gate | is the new network better than the best so far? |
| run | everything together, within a budget of time |
| curves | figures as JSON lines, and drawn |

`model`, `rounding`, `replay`, `learner`, `export`, `start`, `self_play` and `run` import torch; the others need
numpy only.
"""
