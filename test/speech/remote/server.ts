import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request for a transcription, as received. */
export interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly name: string; readonly bytes: Uint8Array };
}

/** Answers one request; `at` counts them from 0. */
export type Answer = (asked: Asked, response: ServerResponse, at: number) => void | Promise<void>;

export interface SpeechServer {
  readonly url: string;
  readonly asked: Asked[];
  close(): Promise<void>;
}

export interface SpeechServerOptions {
  /** The ids that `GET /models` lists. @default it answers 404 */
  readonly models?: readonly string[];
  /** @default any free port */
  readonly port?: number;
}

/** A server with the wire protocol of the OpenAI API. A test sets its answers. */
export async function startSpeechServer(
  answer: Answer,
  { models, port: wanted = 0 }: SpeechServerOptions = {},
): Promise<SpeechServer> {
  const asked: Asked[] = [];
  const server = createServer(async (incoming, response) => {
    if (incoming.method === 'HEAD') return void response.writeHead(404).end();
    if (incoming.method === 'GET') {
      return models === undefined
        ? json(response, {}, 404)
        : json(response, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) });
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
    const form = await new Response(Buffer.concat(chunks), {
      headers: { 'content-type': incoming.headers['content-type'] ?? '' },
    }).formData();
    const file = form.get('file') as File;
    const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string')) as Record<
      string,
      string
    >;
    const one: Asked = {
      path: incoming.url ?? '',
      authorization: incoming.headers.authorization,
      headers: incoming.headers,
      fields,
      file: { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) },
    };
    asked.push(one);
    await answer(one, response, asked.length - 1);
  });
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function json(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
