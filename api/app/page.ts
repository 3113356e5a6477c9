/** A page may do nothing but show itself and send its one form to where it came from. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-robots-tag': 'noindex',
  // With `no-referrer` a browser sends `Origin: null` with the form, and over plain http nothing else tells our page
  // from another site's. The link's secret still reaches no other site.
  'referrer-policy': 'same-origin',
} as const;

/** A page that is an answer of its own. */
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
 * A small page of its own.
 * @param content HTML: what it quotes must have gone through `escapeHtml`
 */
export function page(status: number, title: string, content: string): Page {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Sotto</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}</style>
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`;
  return { status, html };
}
