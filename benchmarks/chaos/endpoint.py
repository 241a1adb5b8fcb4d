"""A chat endpoint on 127.0.0.1 that answers every question with one sentence, until it is stopped."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
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

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        body = json.dumps(ANSWER).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


class Endpoint:
    answered = 0
    """Questions."""

    def __enter__(self) -> Self:
        endpoint = self

        class Counted(_Answers):
            def do_POST(self) -> None:
                endpoint.answered += 1
                super().do_POST()

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Counted)
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()
        return self

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def stop(self) -> None:
        """May be called twice."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __exit__(self, *_: object) -> None:
        self.stop()
