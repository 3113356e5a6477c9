/** Longest `context` field, in UTF-16 code units. A screen of text and what surrounds the cursor fit well within it. */
export const CONTEXT_MAX_LENGTH = 32_768;

/** Longest `dictionary` field, in UTF-16 code units: about 2,000 names. */
export const DICTIONARY_MAX_LENGTH = 32_768;

/** Longest `extra_instructions` field, in UTF-16 code units. It changes style only, so a page is plenty. */
export const EXTRA_INSTRUCTIONS_MAX_LENGTH = 4_096;

/** Longest `raw_text` field, in UTF-16 code units (1 MiB), as for the text of feedback. */
export const RAW_TEXT_MAX_LENGTH = 1_048_576;
