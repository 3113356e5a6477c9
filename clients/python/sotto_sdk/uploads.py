"""Resumable uploads of recordings, by the protocol tus 1.0.0."""

from __future__ import annotations

import base64
import random
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO

import httpx

from .errors import ApiError, ConnectionFailed, RequestTimeout, SottoError
from .retries import FIRST_DELAY, MAX_DELAY

PATH = "/v1/app/uploads"
# Requests are small because a proxy may buffer a complete request.
CHUNK_BYTES = 8 * 1024 * 1024
# Statuses after which the upload continues at the offset that the service has stored.
PASSING = frozenset({408, 409, 423, 425, 429, 460, 500, 502, 503, 504})
TUS = {"Tus-Resumable": "1.0.0"}


class ResumableUpload:
    """The upload of one recording. A second one with the same ``upload_id`` continues it, and creates no second note."""

    def __init__(
        self,
        client: httpx.Client,
        *,
        upload_id: str,
        metadata: Mapping[str, str],
        max_retries: int,
        sleep: Callable[[float], None] = time.sleep,
        chunk_bytes: int = CHUNK_BYTES,
    ) -> None:
        self._client = client
        self._url = f"{PATH}/{upload_id}"
        self._metadata = {"upload_id": upload_id, **metadata}
        self._max_retries = max_retries
        self._sleep = sleep
        self._chunk_bytes = chunk_bytes

    def run(self, recording: Path, on_progress: Callable[[int, int], None] | None) -> str:
        """Sends what the service does not have yet. Returns the note's id."""
        total = recording.stat().st_size
        self._begin(total)
        offset, note_id = self._progress()
        with recording.open("rb") as file:
            while note_id is None and offset < total:
                offset, note_id = self._send(file, offset)
                if on_progress:
                    on_progress(offset, total)
        if note_id is None:
            raise SottoError("The service has not confirmed the note")
        return note_id

    def _begin(self, total: int) -> None:
        # The id makes a repetition safe.
        headers = {**TUS, "Upload-Length": str(total), "Upload-Metadata": _encode(self._metadata)}
        headers["Idempotency-Key"] = self._metadata["upload_id"]
        self._client.post(PATH, headers=headers)

    def _progress(self) -> tuple[int, str | None]:
        return _read(self._client.head(self._url, headers=TUS))

    def _send(self, file: BinaryIO, offset: int) -> tuple[int, str | None]:
        """Sends one chunk. After a failure, it continues where the service says."""
        for attempt in range(self._max_retries + 1):
            try:
                file.seek(offset)
                headers = {**TUS, "Upload-Offset": str(offset), "Content-Type": "application/offset+octet-stream"}
                return _read(self._client.patch(self._url, headers=headers, content=file.read(self._chunk_bytes)))
            except (ConnectionFailed, RequestTimeout, ApiError) as error:
                if attempt == self._max_retries or (isinstance(error, ApiError) and error.status not in PASSING):
                    raise
                self._sleep(min(MAX_DELAY, FIRST_DELAY * 2**attempt) * random.uniform(0.5, 1))
            stored, note_id = self._progress()
            if note_id is not None or stored > offset:
                return stored, note_id
            offset = stored
        raise AssertionError("unreachable")


def _read(response: httpx.Response) -> tuple[int, str | None]:
    """The offset, and the note's id after the last byte."""
    return int(response.headers.get("Upload-Offset", "0")), response.headers.get("Sotto-Note-Id")


def _encode(metadata: Mapping[str, str]) -> str:
    return ",".join(f"{name} {base64.b64encode(value.encode()).decode()}" for name, value in metadata.items())
