"""The process that serves the local model. `server.py` starts this file, which imports no other module of
minecrew.

Its arguments are the directory of the packages, the weights, the model's name, the port, and the maximum
number of tokens per answer. It prints its URL in one line as soon as it answers. It ends when its standard
input is closed, which also happens if the process that started it is killed.
"""

from __future__ import annotations

import os
import sys

CONTEXT = 8192
"""Maximum number of tokens of a question and its answer together, as in the model's training."""
THREADS = 1
"""More threads would not make such a small model faster, and would wait for each other on a busy machine.
"""


def main() -> None:
    directory, weights, name, port, longest = sys.argv[1:]
    sys.path.insert(0, directory)
    import xllamacpp  # type: ignore[import-not-found]  # in that directory alone

    asked = xllamacpp.CommonParams()
    asked.model.path = weights
    asked.model_alias = {name}
    asked.hostnames = ["127.0.0.1"]
    asked.port = int(port)
    asked.ui = False
    asked.use_jinja = True
    asked.verbosity = 1  # errors
    asked.n_ctx, asked.n_parallel, asked.n_predict = CONTEXT, 1, int(longest)
    asked.cpuparams.n_threads = asked.cpuparams_batch.n_threads = THREADS
    asked.sampling.temp = 0.0
    server = xllamacpp.Server(asked)
    try:
        os.write(1, f"{server.listening_address}\n".encode())  # fails where nobody is left to read it
        while os.read(0, 4096):
            pass
    finally:
        os._exit(0)  # any other end waits for the server's threads, and they do not end


if __name__ == "__main__":
    main()
