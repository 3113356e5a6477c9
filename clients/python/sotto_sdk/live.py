"""Live dictation: words while they are spoken, over a WebSocket in the protocol of OpenAI's Realtime API."""

from __future__ import annotations

import base64
import json
import re
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from .errors import ConnectionFailed

TRANSCRIPTION = "conversation.item.input_audio_transcription"
NOTHING_LEFT = "input_audio_buffer_commit_empty"


class LiveSession:
    """A live dictation over one connection. A thread of its own receives words and texts, and calls the callbacks."""

    def __init__(
        self,
        base_url: str,
        secret: str,
        *,
        sample_rate: int,
        language: str | None,
        dictionary: str | None,
        on_words: Callable[[str], None] | None,
        on_text: Callable[[str], None] | None,
        timeout: float,
    ) -> None:
        self._on_words = on_words
        self._on_text = on_text
        self._unfinished: set[str] = set()
        self._problem = f"Cannot reach {base_url}"
        self._is_finishing = False
        self._is_last = False
        self._is_complete = False
        self._opened = threading.Event()
        self._ended = threading.Event()
        self._is_refused = False
        self._settings = _settings(sample_rate, language, dictionary)
        url = re.sub("^http", "ws", base_url) + "/v1/realtime"
        try:
            self._socket: ClientConnection = connect(
                url, additional_headers={"Authorization": f"Bearer {secret}"}, open_timeout=timeout, max_size=None
            )
        except (InvalidHandshake, OSError, TimeoutError) as error:
            raise ConnectionFailed(f"{self._problem}: {error}") from error
        threading.Thread(target=self._receive, name="sotto-live", daemon=True).start()
        if not self._opened.wait(timeout) or self._is_refused:
            self.close()
            raise ConnectionFailed(self._problem)

    def send(self, samples: bytes) -> None:
        """Sends 16-bit, mono, little-endian PCM: at most a minute per call."""
        self._tell({"type": "input_audio_buffer.append", "audio": base64.b64encode(samples).decode()})

    def finish(self, timeout: float | None = None) -> None:
        """Ends the dictation after all texts have arrived."""
        self._is_finishing = True
        # The first may end an utterance. The second has no audio left, and its answer comes after all others.
        for _ in range(2):
            self._tell({"type": "input_audio_buffer.commit"})
        self._ended.wait(timeout)
        self.close()
        if not self._is_complete:
            raise ConnectionFailed(self._problem)

    def close(self) -> None:
        """Ends the dictation immediately."""
        self._socket.close()

    def __enter__(self) -> LiveSession:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _tell(self, event: dict[str, Any]) -> None:
        try:
            self._socket.send(json.dumps(event))
        except ConnectionClosed as error:
            raise ConnectionFailed(self._problem) from error

    def _receive(self) -> None:
        try:
            for message in self._socket:
                self._take(json.loads(message))
                if self._is_last and not self._unfinished:
                    self._is_complete = True
                    return
        except ConnectionClosed:
            pass  # the problem that the service named before, or the first one, is the reason
        finally:
            self._is_refused = not self._opened.is_set()
            self._opened.set()
            self._ended.set()

    def _take(self, event: dict[str, Any]) -> None:
        kind = event["type"]
        if kind == "session.created":
            self._tell({"type": "session.update", "session": self._settings})
        elif kind == "session.updated":
            self._opened.set()
        elif kind == "input_audio_buffer.committed":
            self._unfinished.add(event["item_id"])
        elif kind == f"{TRANSCRIPTION}.delta" and self._on_words:
            self._on_words(event["delta"])
        elif kind in (f"{TRANSCRIPTION}.completed", f"{TRANSCRIPTION}.failed"):
            if self._on_text and "transcript" in event:
                self._on_text(event["transcript"])
            self._unfinished.discard(event["item_id"])
        elif kind == "error":
            self._fail(event["error"])

    def _fail(self, error: dict[str, Any]) -> None:
        """Before the session is open, an error refuses it. Later, it is the reason if the connection then ends."""
        if self._is_finishing and error.get("code") == NOTHING_LEFT:
            self._is_last = True
            return
        param = error.get("param")
        self._problem = f"{param}: {error['message']}" if param else str(error["message"])
        if not self._opened.is_set():
            self._socket.close()


def _settings(sample_rate: int, language: str | None, dictionary: str | None) -> dict[str, Any]:
    given = {"language": language, "dictionary": dictionary}
    transcription = {name: value for name, value in given.items() if value}
    audio = {"input": {"format": {"type": "audio/pcm", "rate": sample_rate}, "transcription": transcription}}
    return {"type": "transcription", "audio": audio}
