import { writeFile } from 'node:fs/promises';
import { decodeRecording } from '../../../speech/decode/decode.ts';
import { openSource } from '../../../speech/decode/source.ts';
import { encodeWav } from '../../../speech/remote/wav.ts';

/** The start of its last sentence, "ask what you can do for your country". It is short, so that any word is soon spoken. */
const SPOKEN_FROM_SECONDS = 8;
/** A pause after it, so that live dictation hears the end of the sentence. */
const PAUSE_SECONDS = 1;
const RATE = 16_000;
const sample = new URL('../../../speech/samples/jfk.flac', import.meta.url);
const MAX_16_BIT = 32_767;

/** Writes the end of the bundled sample as a WAV file, which Chromium's fake microphone repeats. */
export async function writeMicrophoneFile(path: string): Promise<void> {
  const bytes = new Uint8Array(await Bun.file(sample).arrayBuffer());
  const source = await openSource({ bytes });
  const { mixed: voice } = await decodeRecording(source, { maxSeconds: 60, signal: new AbortController().signal });
  if (!voice) throw new Error('The sample has no voice');
  const spoken = Int16Array.from(voice.slice(SPOKEN_FROM_SECONDS * RATE), (level) => Math.round(level * MAX_16_BIT));
  await writeFile(path, encodeWav(Int16Array.of(...spoken, ...new Int16Array(PAUSE_SECONDS * RATE))));
}
