import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Elysia } from 'elysia';

/**
 * Path of the script of the page at `/swagger`. It is on this host, because the page shares our cookies.
 */
export const SWAGGER_UI_SCRIPT = '/swagger/ui.js';
const STYLES = '/swagger/ui.css';

/** The page of the plugin has an inline script without content, which would be an error in the console. */
const EMPTY_SCRIPT = 'sha256-TcUB1mzXiQO4GxpTRZ0EMpOXKMU3u+n/q1WrgVIcs1I=';

/** Content-Security-Policy of the page. Swagger UI needs inline styles. */
export const SWAGGER_UI_POLICY =
  `default-src 'self'; script-src 'self' '${EMPTY_SCRIPT}'; ` +
  "style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/**
 * Renders the OpenAPI that the page's script element names, with the bundled Swagger UI. Swagger UI fills every field of
 * a form with a sample such as `string`, and would send it: the plugin leaves optional fields empty.
 */
const START = `
const place = document.createElement('main');
const styles = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '${STYLES}' });
document.head.append(styles);
document.body.append(place);
const leaveOptionalFieldsEmpty = () => ({
  wrapComponents: {
    JsonSchemaForm: (Original, { React }) => (props) => {
      const fill = props.dispatchInitialValue && props.required;
      return React.createElement(Original, props.dispatchInitialValue ? { ...props, dispatchInitialValue: fill } : props);
    },
  },
});
SwaggerUIBundle({
  url: '/swagger/json',
  domNode: place,
  deepLinking: true,
  docExpansion: 'none', // only the tags: more than a hundred operations take seconds to draw
  defaultModelsExpandDepth: 0,
  plugins: [leaveOptionalFieldsEmpty],
});
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
