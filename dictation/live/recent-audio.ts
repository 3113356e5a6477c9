/** The audio of a session that is still needed: mono PCM16. Positions are seconds of the session. */
export interface RecentAudio {
  append(pcm: Uint8Array): void;
  /** The audio from `from` to `to`. It is shorter if a part was discarded or has not arrived. */
  read(from: number, to: number): Uint8Array<ArrayBuffer>;
  /** Discards the audio before `before`. */
  forget(before: number): void;
  /** The end of the audio. */
  end(): number;
  /** The duration of the kept audio, in seconds. */
  held(): number;
}

const BYTES_PER_SAMPLE = 2;

export function createRecentAudio(sampleRate: number): RecentAudio {
  const parts: Uint8Array[] = [];
  /** The number of discarded bytes, and the kept bytes. */
  let gone = 0;
  let size = 0;
  const secondsOf = (bytes: number) => bytes / BYTES_PER_SAMPLE / sampleRate;
  const byteAt = (seconds: number) => Math.round(seconds * sampleRate) * BYTES_PER_SAMPLE;

  function read(from: number, to: number): Uint8Array<ArrayBuffer> {
    const start = Math.max(0, byteAt(from) - gone);
    const end = Math.max(start, Math.min(size, byteAt(to) - gone));
    const bytes = new Uint8Array(end - start);
    let at = 0;
    for (const part of parts) {
      const taken = part.subarray(Math.max(0, start - at), Math.max(0, end - at));
      if (taken.length > 0) bytes.set(taken, Math.max(0, at - start));
      at += part.length;
    }
    return bytes;
  }

  function forget(before: number): void {
    const surplus = Math.min(size, byteAt(before) - gone);
    if (surplus <= 0) return;
    let toDrop = surplus;
    while (toDrop > 0) {
      const first = parts.shift() ?? new Uint8Array(0);
      // Copied, so that the bytes before it can be freed.
      if (first.length > toDrop) parts.unshift(first.slice(toDrop));
      toDrop = Math.max(0, toDrop - first.length);
    }
    gone += surplus;
    size -= surplus;
  }

  return {
    append: (pcm) => {
      parts.push(pcm);
      size += pcm.length;
    },
    read,
    forget,
    end: () => secondsOf(gone + size),
    held: () => secondsOf(size),
  };
}
