"""The routes, with one file per kind of resource. Each file has a `router`, which `app.py` lists."""
