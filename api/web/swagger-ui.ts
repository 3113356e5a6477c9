import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Elysia } from 'elysia';

/**
 * Path of the script of the page at `/swagger`. It is on this host, because the page shares our cookies.
 */
export const SWAGGER_UI_SCRIPT = '/swagger/ui.js';
const STYLES = '/swagger/ui.css';

/** Content-Security-Policy of the page. Swagger UI needs inline styles. */
export const SWAGGER_UI_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/** Renders the OpenAPI that the page's script element names, with the bundled Swagger UI. */
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
