import {
  DICTATION_FIELDS,
  type DictationField,
  type DictationFieldName,
  type DictationFields,
  propertyOf,
} from '../../dictation/fields.ts';
import type { ArrivingAudio } from '../../speech/arriving.ts';
import { EnterpriseError } from '../errors.ts';
import type { MultipartForm } from '../multipart.ts';

/** The form of a dictation, checked. An empty optional field counts as omitted. */
export interface DictateForm extends DictationFields {
  readonly audio: ArrivingAudio | undefined;
}

const FIELDS = Object.entries<DictationField<unknown>>(DICTATION_FIELDS);

/** Maximum length of each text field in bytes of UTF-8, counted while the form is read. */
export const DICTATE_TEXTS = Object.fromEntries(FIELDS.map(([name, { maxBytes }]) => [name, maxBytes])) as Readonly<
  Record<DictationFieldName, number>
>;

/** @throws {EnterpriseError} 400 naming the first field that breaks its rule */
export function checkDictateForm({ texts, files }: MultipartForm<ArrivingAudio>): DictateForm {
  const fields = parseFields(texts);
  const { source } = fields;
  const audio = source === 'format' ? undefined : files.get('audio');
  if (source !== 'format' && !audio) throw missing('audio', ` when source is ${source}`);
  if (source === 'format' && fields.rawText === undefined) throw missing('raw_text', ' when source is format');
  if (audio?.byteLength === 0) throw new EnterpriseError('audio_empty');
  return { ...fields, audio };
}

function parseFields(texts: ReadonlyMap<string, string>): DictationFields {
  if (!texts.get('source')) throw missing('source');
  const values = FIELDS.map(([name, { parse, rule }]) => {
    const text = texts.get(name) || undefined;
    const value = text === undefined ? undefined : parse(text);
    if (text !== undefined && value === undefined) {
      throw new EnterpriseError('invalid_field', `The field '${name}' must be ${rule}`, undefined, name);
    }
    return [propertyOf(name), value];
  });
  const parsed = Object.fromEntries(values) as DictationFields;
  return { ...parsed, store: parsed.store ?? false };
}

function missing(field: string, condition = ''): EnterpriseError {
  return new EnterpriseError('missing_field', `The field '${field}' is required${condition}`, undefined, field);
}
