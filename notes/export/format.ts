/** The formats of an exported note, with their media types. The file's extension is the format's name. */
export const EXPORT_FORMATS = {
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  json: 'application/json',
} as const;

export type ExportFormat = keyof typeof EXPORT_FORMATS;
