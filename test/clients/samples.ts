import { expect } from 'bun:test';
import { writeFile } from 'node:fs/promises';
import { openAudio } from '../../speech/decode/decode.ts';
import { openSource } from '../../speech/decode/source.ts';
import { fixture } from '../speech/support.ts';

/** Writes the sample's last seconds as a recorder would: 16 kHz, mono, 16 bits. */
export async function writeSamples(path: string): Promise<void> {
  const audio = await openAudio(await openSource({ bytes: fixture('ask-16k.mp3') }));
  expect(audio.sampleRate).toBe(16_000);
  const chunks: Buffer[] = [];
  for await (const [channel] of audio.blocks()) {
    chunks.push(Buffer.from(Int16Array.from(channel ?? [], (sample) => Math.round(sample * 32_767)).buffer));
  }
  await writeFile(path, Buffer.concat(chunks));
}
