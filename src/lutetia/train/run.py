"""A whole run: warm start, self-play and learning side by side, matches, exports; it can be interrupted anywhere."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import Any

import torch

import lutetia
from lutetia.bots.network import Network as PlayedNetwork
from lutetia.core.i18n import N_, _
from lutetia.core.json_types import Json
from lutetia.train import gate
from lutetia.train.curves import curves
from lutetia.train.export import weights_file, write_network
from lutetia.train.folder import Folder, write_whole
from lutetia.train.learner import LOSSES, Learner
from lutetia.train.model import calibrate
from lutetia.train.progress import Progress, progress_from
from lutetia.train.recipe import Recipe
from lutetia.train.replay import Replay
from lutetia.train.rounding import round_now
from lutetia.train.samples import SamplesError, files, positions_in, read
from lutetia.train.self_play import SelfPlay
from lutetia.train.start import starting_network
from lutetia.train.subject import subject_for
from lutetia.train.warm_start import play_warm_games

WARM, LEARNING, PLAYING, MATCH = N_("Bots play"), N_("Learning from bots"), N_("Playing and learning"), N_("Match")
FILES_AT_ONCE = 8
"""Files of positions that are read at a time."""
INGEST_SECONDS = 0.25
"""Between two looks for such files: a folder of hundreds takes longer to list than a step of learning."""
CALIBRATION = 2_048
"""Positions from which the scales of an export are found."""
NOTE_SECONDS = 15.0
IDLE = 0.02
Report = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""


@dataclass(frozen=True)
class Order:
    """What is asked for. `stop_after`: minutes after which this call ends, to be continued; 0: never."""

    game: str
    folder: Folder
    recipe: Recipe
    seed: int
    device: str
    jobs: int
    stop_after: float = 0.0
    start: Path | None = None
    rival: Path | None = None
    command: str = ""


class Run:
    """One call of the command. `train` does everything."""

    def __init__(self, order: Order, report: Report, said: Callable[[Json], None]) -> None:
        self.order, self.report, self.said = order, report, said
        self.folder, self.recipe = order.folder, order.recipe
        self.subject = subject_for(order.game, order.recipe)
        self.device = torch.device(order.device)
        torch.manual_seed(order.seed)
        if self.device.type == "cuda":
            torch.backends.cudnn.benchmark = True
            torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
        blueprint = self.subject.blueprint
        self.learner = Learner(blueprint, self.recipe, self.subject.outputs, self.device)
        self.replay = Replay(blueprint, self.recipe.replay, self.device, self.subject.symmetries)
        self.progress = Progress()
        self.ends = time.monotonic() + 60 * order.stop_after if order.stop_after else float("inf")
        self.read: dict[Path, int] = {}
        """Files of positions that the replay has, and how many each has."""
        self.losses = torch.zeros(len(LOSSES), device=self.device)
        self.steps_since = 0
        self.pool = ThreadPoolExecutor(1)
        self.match: Future[gate.Verdict] | None = None
        self.stop_match = Event()

    # ---- the stages --------------------------------------------------------------------------------------------

    def train(self) -> Progress:
        """Go on until the run, or the time of this call, is over. Returns how far it has come."""
        try:
            self._restore()
            if not self.progress.is_warm:
                self._warm_up()
            if self.progress.is_warm and not self._is_over():
                self._play_and_learn()
            if self.progress.share(self.recipe) >= 1:
                self._finish()
        finally:
            self._break_match_off()
        self.folder.note("stopped", **self.progress.as_json())
        self._draw()
        return self.progress

    def _is_over(self) -> bool:
        return self.progress.share(self.recipe) >= 1 or time.monotonic() >= self.ends

    def _restore(self) -> None:
        """Go on where the run was, or begin it."""
        if self.folder.checkpoint.exists():
            stored = torch.load(self.folder.checkpoint, map_location=self.device, weights_only=True)
            self.learner.load(stored["learner"])
            self.progress = progress_from(stored["progress"])
            self._ingest(limit=None, count=False)
            self._note("resumed", positions_kept=self.replay.size)
            if self.progress.in_match:
                self._play_match()
            return
        if self.order.rival is not None:
            self._export_rival(self.order.rival)
        if self.order.start is not None:
            network, uncalibrated = starting_network(self.order.start, self.subject)
            if uncalibrated:
                self._play_warm_games()
                rows = self.replay.sample(min(self.replay.size, 4 * CALIBRATION)).rows
                calibrate(network.to(self.device), rows)
            self.learner.begin_with(network)
            self.progress.is_warm = True
        self._note("began", recipe=self.recipe.as_json(), device=self.order.device, torch=torch.__version__)
        self._checkpoint()

    def _export_rival(self, path: Path) -> None:
        """The network to beat at the first match."""
        data = path.read_bytes()
        PlayedNetwork(data, game=self.subject.game, features=self.subject.learning.layout)
        write_network(self.folder.networks / "0000.bin", data)
        write_network(self.folder.best, data)
        self.progress.best = 0

    def _play_warm_games(self) -> None:
        began = time.monotonic()
        self.progress.warm_games = play_warm_games(
            self.subject, self.recipe, self.folder.samples, self.order.seed, self.order.jobs,
            lambda done, total: self.report(WARM, min(done, total), total),
        )  # fmt: skip
        self._ingest(limit=None, count=False)
        seconds = round(time.monotonic() - began, 1)
        self._note("warm games", games=self.progress.warm_games, positions=self.replay.size, seconds=seconds)

    def _warm_up(self) -> None:
        """Learn from games of the bots that exist already."""
        if not self.replay.size:
            self._play_warm_games()
        saved = time.monotonic()
        while self.progress.warm_steps < self.recipe.warm_steps and time.monotonic() < self.ends:
            rate = self.recipe.rate * min(1.0, (self.progress.warm_steps + 1) / 200)
            self.losses += self.learner.learn(self.replay.sample(self.recipe.batch), rate, 0.0)
            self.steps_since += 1
            self.progress.warm_steps += 1
            self.report(LEARNING, self.progress.warm_steps, self.recipe.warm_steps)
            if time.monotonic() - saved > self.recipe.checkpoint_seconds:
                self._checkpoint()
                saved = time.monotonic()
        self.progress.is_warm = self.progress.warm_steps >= self.recipe.warm_steps
        self._note("warm", steps=self.progress.warm_steps, losses=self._losses())
        self._checkpoint()

    def _play_and_learn(self) -> None:
        """Self-play in other processes, learning in this one."""
        self._publish()
        recipe, seed = self.recipe, self.order.seed + 1 + self.progress.games
        playing = SelfPlay(self.order.game, recipe, self.folder.playing, self.folder.samples, seed, self.order.device)
        clock = _Clock(self.progress)
        try:
            while not self._is_over():
                playing.check()
                clock.update(playing.counted())
                playing.simulations.value = self.progress.simulations(recipe)
                if clock.due("ingest", INGEST_SECONDS):
                    self._ingest(limit=FILES_AT_ONCE, count=True)
                self._learn_once()
                if clock.due("publish", recipe.publish_seconds):
                    self._publish()
                if clock.due("checkpoint", recipe.checkpoint_seconds):
                    self._checkpoint()
                if clock.due("note", NOTE_SECONDS):
                    self._note_pace(clock)
                if self.progress.share(recipe) < 1 and self.progress.gate_due(recipe) and self.match is None:
                    self._begin_match()
                self._end_match(wait=False)
                self._report_share()
        finally:
            playing.end()
            clock.update(playing.counted())
            self._ingest(limit=None, count=True)
        self._note_pace(clock)
        self._checkpoint()

    def _report_share(self) -> None:
        done = self.progress.share(self.recipe)
        total = self.recipe.games if not self.recipe.minutes else round(60 * self.recipe.minutes)
        self.report(PLAYING, round(done * total), total)

    def _learn_once(self) -> None:
        recipe, progress = self.recipe, self.progress
        if not self.learner.rounds and progress.share(recipe) >= recipe.rounded_from:
            self.learner.start_rounding()
            self._note("rounding")
        if self.replay.size < recipe.batch or not progress.may_learn(recipe):
            time.sleep(IDLE)
            return
        batch = self.replay.sample(recipe.batch)
        self.losses += self.learner.learn(batch, progress.rate(recipe), recipe.search_share)
        self.steps_since += 1
        progress.learned += recipe.batch

    def _finish(self) -> None:
        """The last export and its match."""
        self._end_match(wait=True)
        if self.match is None and not self.progress.is_over(self.recipe):
            self.progress.gates = max(self.progress.gates, self.recipe.gates - 1)  # those before it were missed
            self._begin_match()
            self._end_match(wait=True)
        self._checkpoint()

    # ---- pieces ------------------------------------------------------------------------------------------------

    def _ingest(self, limit: int | None, count: bool) -> None:
        """Read new files of positions, and remove those that the replay no longer holds."""
        new = [path for path in files(self.folder.samples) if path not in self.read]
        for path in new[:limit]:
            try:
                samples = read(path)
                self.replay.add(samples)
            except SamplesError as error:
                self._note("damaged", file=path.name, why=str(error))
                path.unlink(missing_ok=True)
                continue
            self.read[path] = len(samples)
            if count:
                self.progress.positions += len(samples)
        kept = sum(positions_in(path) for path in self.read)
        for path in list(self.read):
            kept -= self.read[path]
            if kept < self.recipe.replay:
                break
            path.unlink(missing_ok=True)
            del self.read[path]

    def _publish(self) -> None:
        """Hand the newest network to self-play."""
        network = self.learner.playing()
        round_now(network)
        state = {name: each.cpu() for name, each in network.state_dict().items()}
        write_whole(self.folder.playing, lambda path: torch.save(state, path))

    def _checkpoint(self) -> None:
        stored = {"learner": self.learner.state(), "progress": self.progress.as_json()}
        write_whole(self.folder.checkpoint, lambda path: torch.save(stored, path))

    def _begin_match(self) -> None:
        """Export the network, and let it play against the best so far, beside everything else."""
        self.progress.networks += 1
        path = self.folder.networks / f"{self.progress.networks:04d}.bin"
        if not self.progress.games:
            raise ValueError(_("no game of self-play has ended: the run needs more minutes, or more games"))
        if not self.replay.size:  # the run was moved here without its positions; any will do to round with
            self._play_warm_games()
        rows = self.replay.sample(min(self.replay.size, CALIBRATION)).rows
        provenance = {
            "made": datetime.now(UTC).date().isoformat(),
            "with": f"lutetia {lutetia.__version__}, torch {torch.__version__}",
            "command": self.order.command,
            "began with": self.order.start.name if self.order.start else "games of the bots",
            "progress": self.progress.as_json(),
            "recipe": self.recipe.as_json(),
        }
        data = weights_file(self.learner.playing(), self.subject, rows.cpu().numpy(), provenance)
        write_network(path, data)
        self._note("exported", network=self.progress.networks, bytes=path.stat().st_size)
        if self.progress.best < 0:
            self._promote(path)
            self.progress.gates += 1
            self._checkpoint()
            return
        self.progress.in_match = True
        self._checkpoint()
        self._play_match()

    def _play_match(self) -> None:
        """The newest network against the best so far. Games that an earlier call has played count."""
        new, best = (self.folder.networks / f"{n:04d}.bin" for n in (self.progress.networks, self.progress.best))
        jobs = self.order.jobs if self.progress.share(self.recipe) >= 1 else max(1, self.order.jobs // 4)
        self.match = self.pool.submit(
            gate.match, self.subject, self.recipe, new, best, new.with_suffix(".match"), jobs, self.stop_match.is_set
        )

    def _break_match_off(self) -> None:
        """Stop a match that is not over, after the pair that is being played; the next call goes on with it."""
        self.stop_match.set()
        if self.match is not None:
            with suppress(gate.Stopped):
                self.match.result()
        self.pool.shutdown()

    def _end_match(self, *, wait: bool) -> None:
        """Take the result of a match that is over. `wait`: as long as there is time."""
        if self.match is None:
            return
        while wait and not self.match.done() and time.monotonic() < self.ends:
            self.report(MATCH, 0, self.recipe.gate_pairs)
            time.sleep(10 * IDLE)
        if not self.match.done():
            return
        verdict, self.match = self.match.result(), None
        self.progress.in_match = False
        self.progress.gates += 1
        self._note("match", network=self.progress.networks, against=self.progress.best, **verdict.as_json())
        if verdict.better:
            self._promote(self.folder.networks / f"{self.progress.networks:04d}.bin")
        self._checkpoint()

    def _promote(self, path: Path) -> None:
        write_network(self.folder.best, path.read_bytes())
        self.progress.best = self.progress.networks
        self._note("promoted", network=self.progress.networks)

    # ---- figures -----------------------------------------------------------------------------------------------

    def _losses(self) -> dict[str, float]:
        """Their means since the last time."""
        found = (self.losses / max(1, self.steps_since)).tolist()
        self.losses.zero_()
        self.steps_since = 0
        return {name: round(value, 4) for name, value in zip(LOSSES, found, strict=True)}

    def _note_pace(self, clock: _Clock) -> None:
        steps = self.steps_since
        self._note(
            "learned",
            minutes=round(self.progress.seconds / 60, 3),
            share=round(self.progress.share(self.recipe), 4),
            games=self.progress.games,
            positions=self.progress.positions,
            steps=self.learner.steps,
            rate=round(self.progress.rate(self.recipe), 6),
            simulations=self.progress.simulations(self.recipe),
            losses=self._losses(),
            **clock.pace(steps * self.recipe.batch),
        )
        self._draw()

    def _note(self, kind: str, **figures: Any) -> None:
        self.folder.note(kind, **figures)
        self.said({"kind": kind} | figures)

    def _draw(self) -> None:
        drawn = curves(self.subject.game, self.folder.notes())
        write_whole(self.folder.curves, lambda path: path.write_text(drawn, "utf-8"))


class _Clock:
    """Adds the time and the counters of this call's self-play to the progress of the run."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.before = (progress.seconds, progress.games, progress.evaluations)
        self.began = time.monotonic()
        self.last: dict[str, float] = {}
        self.noted: tuple[float, dict[str, float]] = (self.began, {})
        self.counted: dict[str, float] = {}

    def update(self, counted: dict[str, float]) -> None:
        self.counted = counted
        seconds, games, evaluations = self.before
        self.progress.seconds = seconds + time.monotonic() - self.began
        self.progress.games = games + int(counted["games"])
        self.progress.evaluations = evaluations + int(counted["evaluations"])

    def due(self, what: str, every: float) -> bool:
        """Whether this was last done so many seconds ago."""
        now = time.monotonic()
        if now - self.last.get(what, self.began) < every:
            return False
        self.last[what] = now
        return True

    def pace(self, learned: int) -> dict[str, float]:
        """Per second, since this was last asked; and how much of the players' time the network took."""
        then, before = self.noted
        now = time.monotonic()
        seconds = max(1e-6, now - then)
        new = {name: value - before.get(name, 0.0) for name, value in self.counted.items()}
        self.noted = (now, dict(self.counted))
        spent = new["walking"] + new["waiting"]
        return {
            "games_per_second": round(new["games"] / seconds, 2),
            "evaluations_per_second": round(new["evaluations"] / seconds),
            "learned_per_second": round(learned / seconds),
            "waiting": round(new["waiting"] / spent, 3) if spent else 0.0,
            "dropped": int(new["dropped"]),
        }
