/** Longest `context` field, in bytes of UTF-8. A screen of text and what surrounds the cursor fit well within it. */
export const MAX_CONTEXT_BYTES = 32_768;

/** Longest `dictionary` field, in bytes of UTF-8: about 2,000 names. */
export const MAX_DICTIONARY_BYTES = 32_768;

/** Longest `extra_instructions` field, in bytes of UTF-8. It changes style only, so a page is plenty. */
export const MAX_EXTRA_INSTRUCTIONS_BYTES = 4_096;

/** Longest `raw_text` field, in bytes of UTF-8: about five hours of speech, formatted in a fifth of a second. */
export const MAX_RAW_TEXT_BYTES = 262_144;
