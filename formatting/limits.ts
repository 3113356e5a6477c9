/** The maximum size of the `context` field in bytes of UTF-8: a screen of text and the text around the cursor. */
export const MAX_CONTEXT_BYTES = 32_768;

/** The maximum size of the `dictionary` field in bytes of UTF-8: about 2,000 names. */
export const MAX_DICTIONARY_BYTES = 32_768;

/** The maximum size of the `extra_instructions` field in bytes of UTF-8. It only changes the style. */
export const MAX_EXTRA_INSTRUCTIONS_BYTES = 4_096;

/**
 * The maximum size of the `raw_text` field in bytes of UTF-8: about five hours of speech, formatted in a fifth of a
 * second.
 */
export const MAX_RAW_TEXT_BYTES = 262_144;
