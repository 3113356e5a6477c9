/** The page loads nothing and can only submit its form to its own origin. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
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
