/** The file formats and their names. */
export const FILE_FORMATS: readonly (readonly [format: string, label: string])[] = [
  ['md', 'Markdown'],
  ['txt', 'Plain text'],
  ['srt', 'Subtitles (SRT)'],
  ['vtt', 'Subtitles (WebVTT)'],
  ['json', 'JSON'],
];
