/** A language code: a primary subtag of two or three letters, then more (RFC 5646), also with `_` as some systems have it. */
export const LANGUAGE_PATTERN = '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8}){0,4}$';
export const MAX_LANGUAGE_LENGTH = 39;
