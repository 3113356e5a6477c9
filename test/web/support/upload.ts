import { expect } from 'bun:test';
import type { WebApp } from './web-app.ts';

const sample = Bun.file(new URL('../../../speech/samples/jfk.flac', import.meta.url));

/** Uploads the bundled sample as a note. */
export async function uploadSample(app: WebApp, session: string): Promise<void> {
  const body = new FormData();
  body.set('audio', sample);
  const headers = { cookie: `sotto_session=${session}` };
  expect((await fetch(`${app.url}/v1/app/notes`, { method: 'POST', headers, body })).status).toBe(202);
}
