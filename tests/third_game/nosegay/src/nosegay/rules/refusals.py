"""Why not: the rule that forbids a step. It reads no more than the deciding seat may know."""

from __future__ import annotations

from lutetia.core.errors import IllegalStep, no_step, shown
from nosegay.rules.kernel import NosegayKernel
from nosegay.rules.notation import BEE, HIDE


# --8<-- [start:refusal]
def refusal(kernel: NosegayKernel, text: object) -> IllegalStep:
    """The reason why this text is not a legal step now. The kernel has already decided that it is not."""
    notation = kernel.notation
    if not isinstance(text, str):
        return IllegalStep("a step is a text, not {found}", found=shown(text))
    if kernel.seat < 0:
        return IllegalStep("the game is over", "N7")
    if text not in notation.step_ids:
        return no_step(notation.step_texts, text)
    kind, index = notation.steps[notation.step_ids[text]]
    if kernel.asks_bee:
        return IllegalStep("first put the bee on a flower", "N5")
    if kind == BEE:
        return IllegalStep("the bee moves only after you have shown a 1", "N5")
    if index not in kernel.hands[kernel.seat]:
        return IllegalStep("{card} is not in your hand", "N3", card=notation.cards[index])
    if kind == HIDE and not kernel.may_hide():
        return IllegalStep("you may hide at most {n} cards", "N4", n=kernel.counts["hidden"])
    return IllegalStep("{step} is not legal now", step=text)


# --8<-- [end:refusal]
