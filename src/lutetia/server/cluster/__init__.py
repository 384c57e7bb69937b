"""Several processes as one server: the message bus between them, and what they do with its messages.

The event log is the truth; the bus only says where to look. May import from all packages below `services`.
"""
