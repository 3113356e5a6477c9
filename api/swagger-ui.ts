import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Elysia } from 'elysia';

/**
 * Where the page at `/swagger` finds its script: on this host, as a page that shares our cookies runs no one else's.
 */
export const SWAGGER_UI_SCRIPT = '/swagger/ui.js';
const STYLES = '/swagger/ui.css';

/** What the page may load; Swagger UI writes styles into its elements. */
export const SWAGGER_UI_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/** Shows the description that the page's own script element names, in place of what that element would have loaded. */
const START = `
const place = document.createElement('main');
const styles = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '${STYLES}' });
document.head.append(styles);
document.body.append(place);
SwaggerUIBundle({ url: '/swagger/json', domNode: place, deepLinking: true });
`;

const require = createRequire(import.meta.url);
const BUNDLE = require.resolve('swagger-ui-dist/swagger-ui-bundle.js');
const STYLE_SHEET = require.resolve('swagger-ui-dist/swagger-ui.css');

/** Swagger UI from its package, so that the page works without the internet. */
export function createSwaggerUi() {
  return new Elysia({ name: 'swagger-ui' })
    .get(SWAGGER_UI_SCRIPT, async () => file(`${await readFile(BUNDLE, 'utf8')}\n${START}`, 'text/javascript'))
    .get(STYLES, async () => file(await readFile(STYLE_SHEET, 'utf8'), 'text/css'));
}

function file(content: string, type: string): Response {
  return new Response(content, { headers: { 'content-type': `${type}; charset=utf-8` } });
}
