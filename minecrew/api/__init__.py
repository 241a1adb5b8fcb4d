"""minecrew from Python, and from notebooks: one run, many runs, and studies."""
