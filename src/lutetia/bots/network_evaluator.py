"""An evaluator that asks a network."""

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free
    from cython.cimports.lutetia.bots.evaluator import NOTHING, VALUES, Evaluator, Features
    from cython.cimports.lutetia.bots.fixed import sigmoid, softmax
    from cython.cimports.lutetia.bots.memory import ints
    from cython.cimports.lutetia.bots.network import Network
    from cython.cimports.lutetia.core.kernel import Kernel
else:
    from lutetia.bots.evaluator import NOTHING, VALUES, Evaluator, Features
    from lutetia.bots.fixed import sigmoid, softmax
    from lutetia.bots.memory import ints
    from lutetia.bots.network import Network
    from lutetia.core.kernel import Kernel


@cython.cclass
class NetworkEvaluator(Evaluator):
    """Use one per thread, like its network."""

    def __cinit__(self, features: Features, network: Network, players: cython.int):
        self.out = ints(network.outputs)
        self.chance = ints(4)
        if cython.compiled:
            self.row = cython.cast(cython.p_uchar, calloc(network.inputs, 1))
            if not self.row:
                raise MemoryError
        else:
            self.row = bytearray(network.inputs)

    def __init__(self, features: Features, network: Network, players: cython.int) -> None:
        """`players`: of the positions to be evaluated. Raises ValueError if the network does not have the inputs of
        these features, and outputs for their steps and for the values of so many seats."""
        if not cython.compiled:
            self.__cinit__(features, network, players)
        Evaluator.__init__(self, features)
        if network.inputs != features.inputs or network.outputs < features.policy + players * VALUES:
            raise ValueError(
                f"the network has {network.inputs} inputs and {network.outputs} outputs; needed are {features.inputs} "
                f"inputs, and {features.policy} outputs for steps and {VALUES} for each of {players} seats"
            )
        self.network = network
        self.asked = 0

    def __dealloc__(self):
        free(self.out)
        free(self.chance)
        free(self.row)

    def evaluate(
        self, kernel: Kernel, legal: cython.p_int, n: cython.int, logits: cython.p_int, values: cython.p_int
    ) -> cython.void:
        i: cython.int
        at: cython.int
        self.asked += 1
        self.features.write(kernel, kernel.seat, self.row)
        self.network.run(self.row, self.out)
        for i in range(n):
            at = self.features.first[legal[i]]
            logits[i] = 0 if at == NOTHING else self.out[at]
            at = self.features.second[legal[i]]
            logits[i] += 0 if at == NOTHING else self.out[at]
        at = self.features.policy
        for i in range(kernel.players):
            self.chance[i] = self.out[at + VALUES * i]
        softmax(self.chance, kernel.players, self.chance)
        for i in range(kernel.players):
            values[VALUES * i] = self.chance[i]
            values[VALUES * i + 1] = cython.cast(cython.int, sigmoid(self.out[at + VALUES * i + 1]))
            values[VALUES * i + 2] = self.out[at + VALUES * i + 2]
