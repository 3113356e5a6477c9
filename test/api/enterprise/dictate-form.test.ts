import { expect, test } from 'bun:test';
import { checkDictateForm, DICTATE_TEXTS } from '../../../api/enterprise/dictate-form.ts';

const check = (fields: Record<string, string>) =>
  checkDictateForm({
    texts: new Map(Object.entries({ source: 'format', raw_text: 'x', ...fields })),
    lists: new Map(),
    files: new Map(),
  });

test.each(['platform', 'app_version', 'transcription_id'] as const)(
  'checkDictateForm() counts the 255 characters of %s, however many bytes each has',
  (field) => {
    const longest = '🙂'.repeat(255);
    expect(() => check({ [field]: longest })).not.toThrow();
    expect(Buffer.byteLength(longest)).toBeLessThanOrEqual(DICTATE_TEXTS[field]);
    expect(() => check({ [field]: `${longest}a` })).toThrow(`'${field}' must be at most 255 characters`);
  },
);

test.each(['en', 'en-US', 'zh_Hant_TW', 'sl-rozaj-biske-1994'])(
  'checkDictateForm() takes the language %s',
  (language) => {
    expect(check({ language }).language).toBe(language);
  },
);
