/** Variants of the base path that result from clients' settings: without `/v1`, with it twice, with a trailing slash. */
const BASES = ['/v1', '', '/v1/v1', '/v1/'] as const;

/** The path of a transcription, followed by its variants. */
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
