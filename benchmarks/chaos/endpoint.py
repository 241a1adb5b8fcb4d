"""A chat endpoint on 127.0.0.1 that always gives the same answer, until it is stopped or falls silent."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Self

TEXT = "I gather sugar cane and make paper. [END]"
ANSWER = {
    "id": "1",
    "object": "chat.completion",
    "created": 1,
    "model": "none",
    "choices": [
        {"index": 0, "message": {"role": "assistant", "content": TEXT}, "finish_reason": "stop"},
    ],
    "usage": {"prompt_tokens": 7, "completion_tokens": 9, "total_tokens": 16},
}


class _Answers(BaseHTTPRequestHandler):
    timeout = 30
    endpoint: Endpoint

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        body = json.dumps(ANSWER).encode()
        said = (
            b"HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n"
            + f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        share = self.endpoint.silent_after
        if share is None:
            self.endpoint.answered += 1
            self.wfile.write(said)
        else:
            self.wfile.write(said[: int(share * len(said))])
            self.endpoint.over.wait()

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


class Endpoint:
    answered = 0
    """Number of questions that were answered."""
    silent_after: float | None = None
    """If not None, only this share of each answer is sent, and the connection then stays open."""

    def __enter__(self) -> Self:
        self.over = Event()
        handler = type("_Its", (_Answers,), {"endpoint": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()
        return self

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def stop(self) -> None:
        """May be called twice."""
        self.over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __exit__(self, *_: object) -> None:
        self.stop()
