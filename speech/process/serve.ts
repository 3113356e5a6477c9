import type { Readable, Writable } from 'node:stream';
import type { Models } from './models.ts';
import { serveCalls } from './pipe.ts';
import { serveLive } from './serve-live.ts';
import { serveRecording } from './serve-recording.ts';

/** Serves recordings and live sessions in the speech process until the input ends. */
export function serve(input: Readable, output: Writable, models: Models): Promise<void> {
  return serveCalls(input, output, (first, answers) =>
    first.type === 'live' ? serveLive(first, models, answers) : serveRecording(first, models, answers),
  );
}
