import type { Body } from '../../../api/schemas/components.ts';
import { request } from './client.ts';
import type { DictationPreferences, DictationResult } from './types.ts';

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
  request<Body<'OfferedTerms'>>('POST', '/dictation-settings/offers', { body: { text, corrected } });
