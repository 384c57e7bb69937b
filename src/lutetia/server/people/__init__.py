"""People: guests and members, sessions, passwords, TOTP, friends, ratings, and the data stored about each person.

May import store and the server's shared modules (errors, ids, rate_limit). Knows nothing of HTTP and of tables.
"""
