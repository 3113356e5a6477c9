/** Greatest length of each content field of a dictation, in UTF-8 bytes. A longer one is refused before any work. */
export const FIELD_LIMITS = {
  rawText: 1024 * 1024,
  context: 64 * 1024,
  dictionary: 64 * 1024,
  extraInstructions: 8 * 1024,
} as const;
