"""Games in progress: tables, the commit of each event, clocks, undo, leaving, bots' turns, messages for viewers.

May import `lutetia` itself and the server's shared modules (errors, ids), nothing else of the server. No web framework
and no database: those come in through the small interfaces in `interfaces.py`, so this package also runs in a browser.
"""
