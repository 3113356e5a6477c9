/** The written forms of a `dictionary` field: what a speech engine should expect to hear. */
export function vocabularyOf(dictionary: string | undefined): string[] {
  const entries = (dictionary ?? '').split(/[\n,]/u).map((entry) => (entry.split('=>').at(-1) ?? '').trim());
  return [...new Set(entries.filter((entry) => entry !== ''))];
}
