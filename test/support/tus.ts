import { randomUUID } from 'node:crypto';
import type { TestApi } from './api.ts';

export type TusUser = Awaited<ReturnType<typeof startTus>>;

/** A user with a token who sends single requests of the tus protocol. */
export async function startTus(api: Pick<TestApi, 'users' | 'tokens' | 'url'>) {
  const { userId } = await api.users.ensure({ email: `${randomUUID()}@example.org` });
  const secret = (await api.tokens.create(userId, { name: 'test', scopes: ['notes:write'] }))?.secret ?? '';
  return { userId, ...speakTus(api.url, { authorization: `Bearer ${secret}` }) };
}

/** Sends tus requests with these credentials. */
export function speakTus(url: string, credentials: Record<string, string>) {
  const headers = { ...credentials, 'tus-resumable': '1.0.0' };
  const at = (id: string) => `${url}/v1/app/uploads/${id}`;
  return {
    headers,
    create: async (length: number | null, said: Record<string, string> = {}) => {
      const id = said['upload_id'] ?? randomUUID();
      const metadata = Object.entries({ upload_id: id, ...said })
        .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
        .join(',');
      const announced = length === null ? {} : { 'upload-length': String(length) };
      const sent = { ...headers, ...announced, 'upload-metadata': metadata };
      return { id, response: await fetch(`${url}/v1/app/uploads`, { method: 'POST', headers: sent }) };
    },
    head: async (id: string) => stateOf(await fetch(at(id), { method: 'HEAD', headers })),
    send: async (id: string, offset: number, body: Uint8Array | ReadableStream, signal?: AbortSignal) => {
      const more = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
      const init = { method: 'PATCH', headers: { ...headers, ...more }, body: body as BodyInit };
      return stateOf(await fetch(at(id), signal ? { ...init, signal } : init));
    },
    remove: (id: string) => fetch(at(id), { method: 'DELETE', headers }),
  };
}

function stateOf({ status, headers }: Response) {
  const number = (name: string) => (headers.has(name) ? Number(headers.get(name)) : null);
  return {
    status,
    offset: number('upload-offset'),
    length: number('upload-length'),
    noteId: headers.get('sotto-note-id'),
  };
}
