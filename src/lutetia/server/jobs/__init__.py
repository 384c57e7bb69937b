"""Work for other processes: bots' steps, hints, analyses and replay files (the queue, the worker pool, the workers).

May import play, store and the server's shared modules. `worker.py`, which runs in the worker processes, imports nothing
of the server, so that it starts fast.
"""
