"""Games of the network against itself, for learning: processes of threads, each with hundreds of games.

A thread brings all of its games to a leaf, has all leaves evaluated at once, and goes on. On a GPU the evaluation is
one CUDA graph per thread, with 16-bit floats. While one thread waits for the GPU, the others walk their trees: nothing
but the launch of a batch needs the GIL.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy
import torch
from torch.nn import functional

from lutetia.arena.runner import init_worker
from lutetia.bots.tree import Tree
from lutetia.core.random import Rng
from lutetia.train.many_trees import ManyTrees, array_sizes, is_compiled, units
from lutetia.train.model import MARGIN, Network
from lutetia.train.recipe import Recipe
from lutetia.train.samples import Samples
from lutetia.train.subject import Subject, Table, subject_for

UNIT, ONE = units()
ROOM = 12_000
"""Positions of finished games that a thread can hold."""
WRITE_AT = 4_000
WRITE_AFTER = 20.0
"""A thread writes its positions when it has so many, or after so many seconds."""
LOOK_AFTER = 1.0
"""Seconds between two looks for a new network."""
FORCED_ROOM = 1.5
"""Nodes of a tree per simulation: forced steps need some, too."""
COUNTERS = ("evaluations", "games", "decisions", "dropped", "walking", "waiting", "batches")


class Judge:
    """Evaluates batches of one thread: numbers go in and out through arrays that stay where they are."""

    def __init__(
        self, network: Network, subject: Subject, tensors: dict[str, Any], players: int, device: torch.device
    ) -> None:
        self.network = network
        self.device = device
        self.here = tensors
        self.players = players
        self.first, self.second = (torch.tensor(part, device=device) for part in subject.outputs)
        self.graph: Any = None
        if device.type == "cuda":
            self.there = {name: self.here[name].to(device) for name in ("rows", "steps")}
            self.stream, self.done = torch.cuda.Stream(), torch.cuda.Event(blocking=True)
            with torch.cuda.stream(self.stream):
                for _warm_up in range(3):
                    self._evaluate()
            torch.cuda.synchronize()
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph, stream=self.stream):
                self._evaluate()
            torch.cuda.synchronize()
        else:
            self.there = self.here

    def evaluate(self) -> None:
        """Answer for all rows."""
        if self.graph is None:
            self._evaluate()
            return
        with torch.cuda.stream(self.stream):
            self.graph.replay()
            self.done.record(self.stream)
        self.done.synchronize()

    @torch.no_grad()
    def _evaluate(self) -> None:
        if self.there is not self.here:
            for name, tensor in self.there.items():
                tensor.copy_(self.here[name], non_blocking=True)
        found = self.network(self.there["rows"])
        steps = self.there["steps"].long().clamp(0, len(self.first) - 1)
        logits = found.logits(self.first[steps], self.second[steps]).float() * UNIT
        chance = torch.softmax(found.chance[:, : self.players].float(), 1) * ONE
        score = torch.sigmoid(found.score[:, : self.players].float()) * ONE
        margin = found.margin[:, : self.players].float() * (MARGIN * UNIT)
        self.here["logits"].copy_(logits.round().to(torch.int32), non_blocking=True)
        values = torch.stack([chance, score, margin], 2).round().to(torch.int32)
        absent = self.here["values"].shape[1] - self.players  # a graph can copy whole arrays only
        self.here["values"].copy_(functional.pad(values, (0, 0, 0, absent)), non_blocking=True)


class Player(threading.Thread):
    """A thread that plays games of one kind of table."""

    def __init__(
        self, network: Network, subject: Subject, table: Table, recipe: Recipe, folder: Path, seed: int,
        device: torch.device, stop: threading.Event,
    ) -> None:  # fmt: skip
        super().__init__(daemon=True)
        self.subject, self.recipe, self.folder, self.stop = subject, recipe, folder, stop
        self.walking = self.waiting = 0.0
        self.batches = 0
        self.failure: BaseException | None = None
        blueprint, features, learning = subject.blueprint, table.features, subject.learning
        sizes = array_sizes(
            features, recipe.trees, blueprint.seats, blueprint.most_steps, learning.most_positions, ROOM
        )
        tensors = {name: _zeros(kind, shape, device) for name, (kind, shape) in sizes.items()}
        self.arrays = {name: tensor.numpy() for name, tensor in tensors.items()}
        capacity = int(FORCED_ROOM * max(recipe.simulations, recipe.last_simulations)) + 8
        self.players = table.seating.players
        make = table.ruleset.new_kernel
        trees = [Tree(make(), make(), features, capacity) for _game in range(recipe.trees)]
        positions = [make() for _game in range(recipe.trees)]
        for number, (tree, position) in enumerate(zip(trees, positions, strict=True)):
            rng = Rng(seed * 1_000_003 + number)
            position.begin(rng)
            tree.tune(scale=int(blueprint.margin_scale))
            tree.begin(position, position.seat, rng)
        self.many = ManyTrees(
            trees, positions, features, Rng(seed), blueprint.seats,
            blueprint.most_steps, learning.most_positions, ROOM, _handed_over(self.arrays),
        )  # fmt: skip
        self.many.considered, self.many.recorded, self.many.quick = recipe.considered, learning.thorough, learning.quick
        self.many.simulations = recipe.simulations
        self.judge = Judge(network, subject, tensors, self.players, device)

    def run(self) -> None:
        try:
            self._play()
        except BaseException as error:
            self.failure = error

    def _play(self) -> None:
        self.many.begin()
        written = time.monotonic()
        while not self.stop.is_set():
            began = time.perf_counter()
            self.many.select()
            walked = time.perf_counter()
            self.judge.evaluate()
            answered = time.perf_counter()
            self.many.expand()
            self.walking += walked - began + time.perf_counter() - answered
            self.waiting += answered - walked
            self.batches += 1
            ready = self.many.ready
            if ready >= WRITE_AT or (ready and time.monotonic() - written > WRITE_AFTER):
                self.taken().write_to(self.folder)
                written = time.monotonic()
        if self.many.ready:
            self.taken().write_to(self.folder)

    def taken(self) -> Samples:
        """The positions of finished games, which the thread then forgets."""
        n, arrays = self.many.ready, self.arrays
        counts = arrays["out_counts"][:n].astype(numpy.int16)
        filled = numpy.arange(arrays["out_steps"].shape[1]) < counts[:, None]
        seats = arrays["out_seats"][:n]
        samples = Samples(
            rows=arrays["out_rows"][:n].copy(),
            counts=counts,
            steps=arrays["out_steps"][:n][filled],
            policy=arrays["out_policy"][:n][filled].astype(numpy.float16),
            players=numpy.full(n, self.players, numpy.uint8),
            won=seats[:, :, 0].copy(),
            chances=seats[:, :, 1].copy(),
            margins=seats[:, :, 2].copy(),
            scores=seats[:, :, 3].copy(),
            targets=arrays["out_targets"][:n].copy(),
        )
        self.many.taken()
        return samples


def _zeros(kind: str, shape: tuple[int, ...], device: torch.device) -> Any:
    """Zeros; for a GPU in memory that it can read and write itself."""
    zeros = torch.zeros(shape, dtype=getattr(torch, kind))
    small = zeros.numel() * zeros.element_size() < 64 << 20
    return zeros.pin_memory() if device.type == "cuda" and small else zeros


def _handed_over(arrays: dict[str, Any]) -> dict[str, Any]:
    """The arrays as `ManyTrees` takes them: addresses if it is compiled."""
    if is_compiled():
        return {name: array.ctypes.data for name, array in arrays.items()}
    return {name: array.reshape(-1) for name, array in arrays.items()}


# ---- processes -------------------------------------------------------------------------------------------------


class SelfPlay:
    """The processes that play, seen from the one that learns."""

    def __init__(self, game: str, recipe: Recipe, playing: Path, samples: Path, seed: int, device: str) -> None:
        context = get_context("spawn")
        self.simulations = context.Value("i", recipe.simulations)
        self._stop = context.Event()
        self._counters = [context.Array("d", len(COUNTERS)) for _each in range(recipe.processes)]
        self._processes = [
            context.Process(
                target=_play_until_stopped,
                args=(game, recipe, playing, samples, seed, number, device, self.simulations, self._stop, counters),
                daemon=True,
            )
            for number, counters in enumerate(self._counters)
        ]
        for process in self._processes:
            process.start()

    def counted(self) -> dict[str, float]:
        """The sums of all processes' counters."""
        return {name: sum(each[at] for each in self._counters) for at, name in enumerate(COUNTERS)}

    def check(self) -> None:
        """Raises RuntimeError if a process has ended, which none does by itself."""
        for process in self._processes:
            if process.exitcode is not None:
                raise RuntimeError(f"a process of self-play ended with code {process.exitcode}")

    def end(self) -> None:
        """Let the processes write what they have, and end."""
        self._stop.set()
        for process in self._processes:
            process.join(timeout=30)
            if process.exitcode is None:
                process.kill()
                process.join()


def _play_until_stopped(
    game: str, recipe: Recipe, playing: Path, samples: Path, seed: int, number: int, device_name: str,
    simulations: Any, stopped: Any, counters: Any,
) -> None:  # fmt: skip
    """One process of self-play."""
    init_worker()
    sys.setswitchinterval(0.0003)  # a thread that has its answer must not wait long for the GIL
    torch.set_num_threads(1)
    subject, device = subject_for(game, recipe), torch.device(device_name)
    network, loaded = _network(subject, recipe, playing, device)
    stop = threading.Event()
    workers = recipe.processes * recipe.threads
    players = [
        Player(
            network, subject, subject.table_for(recipe.processes * thread + number, workers), recipe, samples,
            seed * 10_007 + workers * os.getpid() + thread, device, stop,
        )
        for thread in range(recipe.threads)
    ]  # fmt: skip
    for player in players:
        player.start()
    while not stopped.wait(LOOK_AFTER):
        loaded = _reload(network, playing, loaded)
        _count(players, counters)
        for player in players:
            if player.failure is not None:
                raise player.failure
            player.many.simulations = simulations.value
    stop.set()
    for player in players:
        player.join()
    _count(players, counters)


def _count(players: list[Player], counters: Any) -> None:
    found = dict.fromkeys(COUNTERS, 0.0)
    for player in players:
        many = player.many
        found["evaluations"] += many.evaluations
        found["games"] += many.finished
        found["decisions"] += many.decisions
        found["dropped"] += many.dropped
        found["walking"] += player.walking
        found["waiting"] += player.waiting
        found["batches"] += player.batches
    counters[:] = list(found.values())


def _network(subject: Subject, recipe: Recipe, playing: Path, device: torch.device) -> tuple[Network, int]:
    """The network that plays, and which version of the file it is."""
    version = playing.stat().st_mtime_ns
    network = Network(subject.blueprint, folded=True)
    network.load_state_dict(torch.load(playing, map_location="cpu", weights_only=True))
    network = network.to(device).eval()
    if device.type == "cuda":
        torch.backends.cudnn.benchmark = True
        network = network.to(memory_format=torch.channels_last)
        if recipe.half:
            scales, offsets = network.scales.clone(), network.offsets.clone()
            network = network.half()
            network.scales, network.offsets = scales, offsets  # points need more than 11 bits
    return network, version


def _reload(network: Network, playing: Path, loaded: int) -> int:
    """Copy newer weights into the same memory, which the graphs know."""
    version = playing.stat().st_mtime_ns
    if version != loaded:
        network.load_state_dict(torch.load(playing, map_location="cpu", weights_only=True))
    return version
