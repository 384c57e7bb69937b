"""Work outside the event loop: bots' steps, hints, analyses, files (the fair queue, the worker pool, the workers).

May import play, store and the server's shared modules. `worker.py`, which runs in the worker processes, imports nothing
of the server, so that it starts fast.
"""
