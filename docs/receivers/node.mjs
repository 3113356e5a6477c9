// npm install standardwebhooks; WEBHOOK_SECRET=whsec_… node node.mjs
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const event = webhook.verify(Buffer.concat(chunks).toString('utf8'), request.headers);
    console.log(event.type, event.data.note_id ?? '');
    response.writeHead(204).end();
  } catch {
    response.writeHead(401).end();
  }
}).listen(process.env.PORT ?? 8080, '127.0.0.1');
