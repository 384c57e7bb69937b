"""One step of learning, the moving average of the weights, and all that a checkpoint must hold of them."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from lutetia.bots.blueprint import Blueprint
from lutetia.train.model import MARGIN, Network, fold
from lutetia.train.recipe import Recipe
from lutetia.train.replay import Batch
from lutetia.train.rounding import set_rounding

LOSSES = ("policy", "chance", "score", "margin", "targets")
NEVER = -1e9
LONGEST_STEP = 2.0
"""Gradients are cut to this norm."""
EARLY_STEPS = 300
"""The average forgets fast during these, because the first weights mean nothing."""


class Learner:
    """A network that learns, and the average of its recent weights, which is the one that plays."""

    def __init__(
        self, blueprint: Blueprint, recipe: Recipe, outputs: tuple[list[int], list[int]], device: torch.device
    ) -> None:
        """`outputs`: the two outputs of every step."""
        self.blueprint = blueprint
        self.recipe = recipe
        self.device = device
        self.first, self.second = (torch.tensor(part, device=device) for part in outputs)
        self.steps = 0
        self._take(Network(blueprint))

    def _take(self, network: Network) -> None:
        self.network = network.to(self.device).to(memory_format=torch.channels_last).train()
        self.average = Network(self.blueprint, folded=network.folded).to(self.device).eval()
        self.average.load_state_dict(self.network.state_dict())
        weights = [each for each in self.network.parameters() if each.ndim > 1]
        others = [each for each in self.network.parameters() if each.ndim <= 1]
        groups = [{"params": weights, "weight_decay": self.recipe.decay}, {"params": others, "weight_decay": 0.0}]
        self.optimiser = torch.optim.AdamW(groups, lr=self.recipe.rate, fused=self.device.type == "cuda")

    @property
    def rounds(self) -> bool:
        """Whether the weights are already rounded as in the export."""
        return self.network.folded

    def start_rounding(self) -> None:
        """Fold the normalisations of the average into its weights, and learn with rounded weights from now on."""
        self._take(fold(self.average))
        self._round()

    def _round(self) -> None:
        set_rounding(self.network, True)
        set_rounding(self.average, True)

    def learn(self, batch: Batch, rate: float, search_share: float) -> Tensor:
        """One step. Returns the losses, in the order of `LOSSES`."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        on_gpu = self.device.type == "cuda"
        with torch.autocast(self.device.type, torch.bfloat16, enabled=on_gpu):
            found = self.network(batch.rows)
        absent = batch.steps < 0
        steps = batch.steps.clamp(min=0)
        found.policy = found.policy.float()
        logits = found.logits(self.first[steps], self.second[steps]).masked_fill(absent, NEVER)
        wanted = batch.policy / batch.policy.sum(1, keepdim=True).clamp(min=1e-6)
        policy = -(wanted * functional.log_softmax(logits, 1)).sum(1).mean()
        here = torch.arange(self.blueprint.seats, device=self.device) < batch.players[:, None]
        wanted = batch.won + search_share * (batch.chances - batch.won)
        chance = functional.log_softmax(found.chance.float().masked_fill(~here, NEVER), 1)
        chance = -(wanted * chance.masked_fill(~here, 0.0)).sum(1).mean()
        wanted = 0.5 + 0.5 * batch.margins / (batch.margins.abs() + self.blueprint.margin_scale)
        wanted = wanted + search_share * (batch.scores - wanted)
        score = functional.binary_cross_entropy_with_logits(found.score.float(), wanted, here.float(), reduction="sum")
        score = score / here.sum()
        margin = functional.smooth_l1_loss(found.margin.float(), batch.margins / MARGIN, reduction="none")
        margin = (here * margin).sum() / here.sum()
        targets = torch.zeros((), device=self.device)
        if self.blueprint.target_planes:
            targets = functional.binary_cross_entropy_with_logits(found.targets.float(), batch.targets)
        r = self.recipe
        values = r.chance_weight * chance + r.score_weight * score + r.margin_weight * margin
        loss = policy + values + r.target_weight * targets
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), LONGEST_STEP)
        self.optimiser.step()
        self.steps += 1
        self._blend()
        return torch.stack([policy, chance, score, margin, targets]).detach()

    @torch.no_grad()
    def _blend(self) -> None:
        share = self.recipe.averaging if self.steps > EARLY_STEPS else max(self.recipe.averaging, 1 / (1 + self.steps))
        torch._foreach_lerp_(list(self.average.parameters()), list(self.network.parameters()), share)
        for mine, theirs in zip(self.average.buffers(), self.network.buffers(), strict=True):
            mine.copy_(theirs)

    def playing(self) -> Network:
        """A copy of the network that plays: the average, folded; its weights are rounded if they are to be."""
        if not self.average.folded:
            return fold(self.average)
        copied = Network(self.blueprint, folded=True).to(self.device).eval()
        copied.load_state_dict(self.average.state_dict())
        set_rounding(copied, True)
        return copied

    def begin_with(self, network: Network) -> None:
        """Learn on from these weights."""
        self._take(network)

    def state(self) -> dict[str, Any]:
        """Everything that `load` needs to go on."""
        return {
            "folded": self.network.folded,
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "steps": self.steps,
        }

    def load(self, state: dict[str, Any]) -> None:
        if state["folded"] != self.network.folded:
            self._take(Network(self.blueprint, folded=state["folded"]))
        if state["folded"]:
            self._round()
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.steps = state["steps"]
