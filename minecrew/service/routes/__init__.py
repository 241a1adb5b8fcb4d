"""The routes, a file for each noun; each has a `router`, listed in `app.py`."""
