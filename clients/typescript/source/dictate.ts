import type { Sotto } from './client.ts';
import type { components, operations } from './generated/schema.ts';

export type Dictation = components['schemas']['Dictation'];
type Form = operations['dictate']['requestBody']['content']['multipart/form-data'];
/** The form of a dictation. `audio` is the recording; `raw_text` is for the source `format`. */
export type DictationFields = Omit<Form, 'audio'> & { readonly audio?: Blob };

/**
 * Converts audio or raw text to formatted text.
 * @throws {ApiError} with one of the enterprise API's codes
 */
export async function dictate(
  sotto: Pick<Sotto, 'POST'>,
  fields: DictationFields,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Dictation> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value, 'audio');
    else if (value !== undefined) form.append(name, String(value));
  }
  const { data } = await sotto.POST('/v1/enterprise/dictate', {
    body: fields as unknown as Form,
    bodySerializer: () => form,
    ...(signal ? { signal } : {}),
  });
  return data as Dictation;
}
