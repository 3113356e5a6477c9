/** File extensions of audio formats, by MIME type without parameters. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'audio/aac': 'aac',
  'audio/aiff': 'aiff',
  'audio/amr': 'amr',
  'audio/flac': 'flac',
  'audio/m4a': 'm4a',
  'audio/mp3': 'mp3',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/opus': 'opus',
  'audio/wav': 'wav',
  'audio/wave': 'wav',
  'audio/webm': 'webm',
  'audio/vnd.wave': 'wav',
  'audio/x-aiff': 'aiff',
  'audio/x-flac': 'flac',
  'audio/x-m4a': 'm4a',
  'audio/x-matroska': 'mka',
  'audio/x-wav': 'wav',
  'application/ogg': 'ogg',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
};

const AUDIO_TYPE = /^(audio|video)\/[a-z0-9!#$&^_.+-]{1,80}$/;

/**
 * The MIME type to store for an upload: lower case, without parameters. Null when it is not a recording type, so that a
 * link never serves an uploaded page or picture with that type.
 */
export function recordingType(contentType: string | null | undefined): string | null {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  return AUDIO_TYPE.test(type) || type === 'application/ogg' ? type : null;
}

/** The file name for downloading a recording, with the extension of its type if it is known. */
export function recordingFileName(noteId: string, contentType: string | null): string {
  const extension = EXTENSIONS[contentType ?? ''];
  return extension ? `${noteId}.${extension}` : noteId;
}

/** RFC 6266: the download name, which may contain any characters. */
export function contentDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
