"""Live updates: the hub that fans events out to connected viewers, the feed each viewer gets, WebSocket frames.

May import people, store, play and the server's shared modules. The routes are in `http/routes/live.py`.
"""
