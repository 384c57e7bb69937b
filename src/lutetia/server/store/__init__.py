"""The database: schema and migrations, the writer thread, the event log of games, share links, backups, the lock.

May import play (for the types it stores) and the server's shared modules. Nothing else in the server writes SQL for
games' events.
"""
