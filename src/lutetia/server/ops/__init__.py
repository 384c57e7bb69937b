"""Operation: settings, logging and syslog, metrics, the heartbeat that measures down-time, and housekeeping.

May import people, store and the server's shared modules. Nothing below `http` and `services` imports it, so that the
other packages take plain values instead of settings.
"""
