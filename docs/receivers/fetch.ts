// bun add standardwebhooks; WEBHOOK_SECRET=whsec_… bun fetch.ts
// deno add npm:standardwebhooks; WEBHOOK_SECRET=whsec_… deno serve --allow-env --host 127.0.0.1 --port 8080 fetch.ts
import process from 'node:process';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env['WEBHOOK_SECRET'] ?? '');

async function receive(request: Request): Promise<Response> {
  const body = await request.text();
  try {
    const event = webhook.verify(body, Object.fromEntries(request.headers)) as { type: string };
    console.log(event.type);
    return new Response(null, { status: 204 });
  } catch {
    return new Response(null, { status: 401 });
  }
}

export default { fetch: receive, hostname: '127.0.0.1', port: Number(process.env['PORT'] ?? 8080) };
