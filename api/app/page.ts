import { createHash } from 'node:crypto';

/** The colours and fonts of the web app, which may not be built. */
const STYLE = `
:root{color-scheme:light dark;--ink:light-dark(#1b1d1a,#ecebe4);--soft:light-dark(#575b54,#a9ada4);--accent:light-dark(#0f5c52,#7ed3c2)}
body{margin:0 auto;padding:15vh 1.5rem 3rem;max-width:28rem;font:1rem/1.5 ui-sans-serif,system-ui,sans-serif;background:light-dark(#f7f6f2,#131413);color:var(--ink);overflow-wrap:anywhere}
h1{margin:0 0 1.5rem;font:600 1.75rem/1.2 ui-serif,Georgia,serif}
p,form{margin:0 0 1.5rem}
.hint{color:var(--soft);font-size:.875rem}
a{color:var(--accent)}
button,.button{box-sizing:border-box;display:inline-block;min-height:2.75rem;padding:.625rem 1.5rem;border:1px solid transparent;border-radius:.5rem;background:var(--accent);color:light-dark(#fff,#06231e);font:550 1rem/1.375rem ui-sans-serif,system-ui,sans-serif;text-decoration:none;cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`;

/** The page loads nothing and can only submit its form to its own origin. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    ...["default-src 'none'", `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`],
    ...["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"],
  ].join('; '),
  'x-robots-tag': 'noindex',
  // With `no-referrer` a browser sends `Origin: null` with the form, and over plain http the server could not tell our
  // page from another site. The secret in the link still reaches no other site.
  'referrer-policy': 'same-origin',
} as const;

/** An HTML page and its status. */
export interface Page {
  readonly status: number;
  readonly html: string;
}

/** Sends a page. */
export function answerPage(
  set: { status?: unknown; headers: Record<string, unknown> },
  { status, html }: Page,
): string {
  set.status = status;
  Object.assign(set.headers, PAGE_HEADERS);
  return html;
}

/**
 * Builds a small page.
 * @param content HTML; every value in it must have passed `escapeHtml`
 * @param next the path that the browser opens at once; the content has a link to it for browsers that do not
 */
export function page(status: number, title: string, content: string, next: string | null = null): Page {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Sotto</title>
<style>${STYLE}</style>${next === null ? '' : `\n<meta http-equiv="refresh" content="0; url=${next}">`}
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  return { status, html };
}
