"""The client: typed operations from the OpenAPI, with retries and typed errors."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import datetime
from io import BytesIO
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar
from uuid import UUID, uuid4

import httpx

from .generated import AuthenticatedClient
from .generated.api.app import get_app_note
from .generated.api.dictation import dictate
from .generated.api.notes import list_notes
from .generated.models import (
    AppNote,
    DictateBody,
    DictateBodySource,
    Dictation,
    NoteItem,
    NotePage,
)
from .generated.types import UNSET, File
from .live import LiveSession
from .retries import RetryingTransport
from .uploads import CHUNK_BYTES, ResumableUpload

# Longer than a dictation may take.
TIMEOUT_SECONDS = 130.0
MAX_RETRIES = 4
AUDIO_NAME = "audio"


class Sotto:
    """A client for the service at ``base_url``. Connects at its first request.

    ``token`` is a personal token, for notes and webhook endpoints. ``api_key`` is an enterprise key, for dictation.
    Pass ``.api`` or ``.enterprise`` as the client to the functions of ``sotto_sdk.generated.api``.
    """

    def __init__(
        self,
        base_url: str,
        *,
        token: str = "",
        api_key: str = "",
        timeout: float = TIMEOUT_SECONDS,
        max_retries: int = MAX_RETRIES,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
        chunk_bytes: int = CHUNK_BYTES,
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._timeout = timeout
        self._max_retries = max_retries
        self._sleep = sleep
        self._chunk_bytes = chunk_bytes
        retrying = RetryingTransport(transport or httpx.HTTPTransport(), max_retries, sleep)
        common: dict[str, Any] = {
            "base_url": self._base_url,
            "timeout": httpx.Timeout(timeout),
            "httpx_args": {"transport": retrying},
        }
        #: For notes, tags, uploads and webhook endpoints.
        self.api = AuthenticatedClient(token=token, prefix="Bearer" if token else "", **common)
        #: For the enterprise API.
        self.enterprise = AuthenticatedClient(token=api_key, prefix="", auth_header_name="X-API-Key", **common)

    def dictate(self, audio: bytes | Path, *, source: str = "smart", **fields: Any) -> Dictation:
        """Converts audio to text. ``fields`` are further fields of the form, such as ``language`` or ``dictionary``."""
        content = audio.read_bytes() if isinstance(audio, Path) else audio
        file = File(payload=BytesIO(content), file_name=AUDIO_NAME)
        body = DictateBody(source=DictateBodySource(source), audio=file, **fields)
        return _only(Dictation, dictate.sync(client=self.enterprise, body=body))

    def format(self, raw_text: str, **fields: Any) -> Dictation:
        """Formats text that was recognized elsewhere."""
        body = DictateBody(source=DictateBodySource.FORMAT, raw_text=raw_text, **fields)
        return _only(Dictation, dictate.sync(client=self.enterprise, body=body))

    def notes(self, **filters: Any) -> Iterator[NoteItem]:
        """Yields all notes that match the filters, page by page, newest first."""
        cursor: Any = UNSET
        while True:
            page = _only(NotePage, list_notes.sync(client=self.api, cursor=cursor, **filters))
            yield from page.items
            if not page.next_cursor:
                return
            cursor = page.next_cursor

    def upload(
        self,
        recording: Path,
        *,
        upload_id: str | None = None,
        on_progress: Callable[[int, int], None] | None = None,
        title: str | None = None,
        language: str | None = None,
        recorded_at: datetime | None = None,
        content_type: str | None = None,
    ) -> str:
        """Uploads a recording as a new note. Continues after a broken connection. Returns the note's id.

        A second upload with the same ``upload_id``, a UUID, continues the first one and creates no second note.
        ``on_progress`` is called with the number of stored bytes and the total.
        """
        given = {"title": title, "language": language, "filetype": content_type}
        metadata = {name: value for name, value in given.items() if value}
        if recorded_at:
            metadata["recorded_at"] = recorded_at.isoformat()
        upload = ResumableUpload(
            self.api.get_httpx_client(),
            upload_id=upload_id or str(uuid4()),
            metadata=metadata,
            max_retries=self._max_retries,
            sleep=self._sleep,
            chunk_bytes=self._chunk_bytes,
        )
        return upload.run(recording, on_progress)

    def live(
        self,
        *,
        sample_rate: int = 24_000,
        language: str | None = None,
        dictionary: str | None = None,
        on_words: Callable[[str], None] | None = None,
        on_text: Callable[[str], None] | None = None,
    ) -> LiveSession:
        """Opens a live dictation. ``sample_rate`` is 16000 or 24000 Hz.

        ``on_words`` receives words while they are spoken, and ``on_text`` the formatted text of each utterance. A
        thread of the session calls both.
        """
        return LiveSession(
            self._base_url,
            self._api_key,
            sample_rate=sample_rate,
            language=language,
            dictionary=dictionary,
            on_words=on_words,
            on_text=on_text,
            timeout=self._timeout,
        )

    def wait_for_note(self, note_id: str, *, interval: float = 1.0) -> AppNote:
        """Waits until a note is processed. Its status is then ``completed`` or ``failed``."""
        while True:
            note = _only(AppNote, get_app_note.sync(UUID(note_id), client=self.api))
            if note.status != "processing":
                return note
            time.sleep(interval)

    def close(self) -> None:
        """Closes the connections."""
        self.api.get_httpx_client().close()
        self.enterprise.get_httpx_client().close()

    def __enter__(self) -> Sotto:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


T = TypeVar("T")


def _only(kind: type[T], answer: object) -> T:
    """Narrows the type of a response. Errors were raised before."""
    if not isinstance(answer, kind):
        raise TypeError(f"Expected {kind.__name__}, not {type(answer).__name__}")
    return answer
