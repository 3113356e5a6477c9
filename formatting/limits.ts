/** Longest `context` field, in UTF-16 code units. A screen of text and what surrounds the cursor fit well within it. */
export const CONTEXT_MAX_LENGTH = 32_768;

/** Longest `dictionary` field, in UTF-16 code units: about 2,000 names. */
export const DICTIONARY_MAX_LENGTH = 32_768;

/** Longest `extra_instructions` field, in UTF-16 code units. It changes style only, so a page is plenty. */
export const EXTRA_INSTRUCTIONS_MAX_LENGTH = 4_096;

/** Longest `raw_text` field, in UTF-16 code units: about five hours of speech, formatted in a fifth of a second. */
export const RAW_TEXT_MAX_LENGTH = 262_144;
