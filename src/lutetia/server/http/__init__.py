"""HTTP: the application, its middleware, one file of routes per subject, the fast path for steps, the static pages.

The top of the server: may import every other package; none of them imports it.
"""
