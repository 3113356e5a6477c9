import { swagger } from '@elysiajs/swagger';
import { Elysia } from 'elysia';
import { ANSWER_HEADERS } from './schemas/answers.ts';
import { SCHEMAS } from './schemas/components.ts';
import { EVENT_DOCS } from './schemas/events.ts';
import { createSwaggerUi, SWAGGER_UI_POLICY, SWAGGER_UI_SCRIPT } from './web/swagger-ui.ts';

/** The description of every route at `/swagger`, as JSON at `/swagger/json`. */
export function createOpenApi() {
  const allowScripts = ({ path, set }: { path: string; set: { headers: Record<string, unknown> } }) => {
    if (/^\/swagger\/?$/.test(path)) set.headers['content-security-policy'] = SWAGGER_UI_POLICY;
  };
  return new Elysia().onBeforeHandle(allowScripts).use(createSwaggerUi()).use(createSwagger());
}

function createSwagger() {
  return swagger({
    path: '/swagger',
    excludeMethods: ['OPTIONS'],
    exclude: ['/swagger', /^\/swagger\//, '/health'],
    scalarCDN: SWAGGER_UI_SCRIPT,
    scalarConfig: { customCss: '' },
    // The plugin's types cover OpenAPI 3.0 only.
    documentation: DOCUMENTATION as object,
  });
}

const DOCUMENTATION = {
  openapi: '3.1.0',
  info: {
    title: 'Sotto',
    version: '0.1.0',
    description: 'Speech into text and notes, and signed webhooks that tell other systems about it.',
  },
  servers: [{ url: '/' }],
  tags: [
    { name: 'Dictation', description: 'Audio or raw text in, raw and formatted text out' },
    { name: 'Live dictation', description: 'Words while they are spoken, over a WebSocket' },
    {
      name: 'Client tokens',
      description: 'Short-lived credentials in place of an enterprise key, for browsers and apps',
    },
    { name: 'OpenAI', description: 'Transcription in the form of OpenAI’s API, for the clients that speak it' },
    { name: 'Notes', description: "The notes API, version 0.1.0: a user's own voice notes, read-only" },
    { name: 'App', description: 'The API of the web app and of client applications' },
    { name: 'Webhook endpoints', description: 'Receivers of events about notes' },
    { name: 'Operator', description: 'For those who run the service; off unless OPERATOR_TOKEN is set' },
    { name: 'Webhooks', description: 'Event payloads' },
  ],
  webhooks: EVENT_DOCS,
  components: {
    schemas: SCHEMAS,
    headers: ANSWER_HEADERS,
    securitySchemes: {
      enterpriseKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'Trusted servers only' },
      clientToken: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'Browser and other clients',
      },
      bearer: { type: 'http', scheme: 'bearer', description: 'An enterprise key or a client token' },
      personalToken: { type: 'http', scheme: 'bearer', description: 'A personal API token with the scope' },
      operatorToken: { type: 'http', scheme: 'bearer', description: 'The OPERATOR_TOKEN of the configuration' },
      session: { type: 'apiKey', in: 'cookie', name: 'sotto_session', description: 'Set by signing in' },
    },
  },
};
