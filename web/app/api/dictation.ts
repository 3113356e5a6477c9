import { request } from './client.ts';

export interface DictationResult {
  readonly id: string;
  readonly text: string;
  readonly raw_text: string;
}

/** The user's settings for formatting dictations. */
export interface DictationPreferences {
  readonly dictionary: string;
  readonly instructions: string;
  readonly language: string | null;
}

/** Turns speech into formatted text. */
export function dictate(audio: Blob): Promise<DictationResult> {
  const form = new FormData();
  form.set('source', 'smart');
  form.set('audio', audio, 'dictation');
  return request<DictationResult>('POST', '/dictate', { body: form });
}

export const getDictationPreferences = () => request<DictationPreferences>('GET', '/dictation-settings');
export const setDictationPreferences = (body: DictationPreferences) =>
  request<DictationPreferences>('PUT', '/dictation-settings', { body });
/** Words from the user's correction that could be added to the dictionary. */
export const offerTerms = (text: string, corrected: string) =>
  request<{ readonly terms: readonly string[] }>('POST', '/dictation-settings/offers', { body: { text, corrected } });
