"""The routes, one file per subject. Each validates the request, calls the services and answers."""
