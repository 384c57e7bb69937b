"""How an engine deepens. Apart from the search itself, so that a server's own process need not load that."""

BUDGETS = (100, 400, 1_600, 6_400, 25_600)
"""The effort of each level: evaluations of the network, or simulations where there is none."""
QUICK = 2
"""So many levels take a fraction of a second."""
