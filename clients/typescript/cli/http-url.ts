/** Whether a text is an absolute URL that HTTP can reach. `localhost:3000` is none: its scheme is `localhost`. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}
