"""A server for one person, in their own browser: games without a network, on the same code as on a real server.

`host.LocalHost` answers the requests of the pages. Tables, steps, undo, clocks, seats, logs and messages are those of
`play`; here is only what a browser does otherwise: where games are stored, who is connected, and who asks the bots.
"""
