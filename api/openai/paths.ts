/** Base addresses that people give to clients for `/v1`: without it, with it twice, and with a slash at its end. */
const BASES = ['/v1', '', '/v1/v1', '/v1/'] as const;

/** The path of a transcription first, then the other paths that clients make of the same setting. */
export const TRANSCRIPTION_PATHS = [
  ...BASES.map((base) => `${base}/audio/transcriptions`),
  '/v1/audio/transcriptions/',
];
export const MODELS_PATHS = [...BASES.map((base) => `${base}/models`), '/v1/models/'];
export const MODEL_PATHS = BASES.map((base) => `${base}/models/:model`);

/** True for the paths whose errors have OpenAI's shape. */
export function isOpenAiPath(path: string): boolean {
  return /^(?:\/v1){0,2}\/{1,2}(?:audio|models|realtime)(?:\/|$)/.test(path);
}
