"""The client: typed operations from the OpenAPI, with retries and typed errors."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from io import BufferedReader, BytesIO, FileIO
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar
from uuid import UUID

import httpx

from .generated import AuthenticatedClient
from .generated.api.app import get_app_note, upload_note
from .generated.api.dictation import dictate
from .generated.api.notes import list_notes
from .generated.models import (
    AppNote,
    DictateBody,
    DictateBodySource,
    Dictation,
    NoteAccepted,
    NoteItem,
    NotePage,
    UploadNoteBody,
)
from .generated.types import UNSET, File
from .retries import RetryingTransport

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
    ) -> None:
        retrying = RetryingTransport(transport or httpx.HTTPTransport(), max_retries, sleep)
        common: dict[str, Any] = {
            "base_url": base_url.rstrip("/"),
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
        on_progress: Callable[[int, int], None] | None = None,
        **fields: Any,
    ) -> str:
        """Uploads a recording as a new note. Returns the note's id.

        ``on_progress`` is called with the number of bytes read and the total.
        """
        with _Watched(recording, on_progress) as file:
            body = UploadNoteBody(audio=File(payload=file, file_name=AUDIO_NAME), **fields)
            return str(_only(NoteAccepted, upload_note.sync(client=self.api, body=body)).note_id)

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


class _Watched(BufferedReader):
    """A file that reports how much of it was read."""

    def __init__(self, path: Path, on_progress: Callable[[int, int], None] | None) -> None:
        super().__init__(FileIO(path))
        self._on_progress = on_progress
        self._total = path.stat().st_size

    def read(self, size: int | None = -1, /) -> bytes:
        chunk = super().read(size)
        if chunk and self._on_progress:
            self._on_progress(self.tell(), self._total)
        return chunk
