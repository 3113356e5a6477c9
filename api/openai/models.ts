import type { Body } from '../schemas/components.ts';
import { UnknownModelError } from './errors.ts';
import { RAW_MODEL } from './form.ts';

/** When Sotto introduced these names, in seconds since the epoch. */
const CREATED = Date.UTC(2026, 10, 22) / 1000;

/** Many clients expect `whisper-1` or send it by default. It is the same as `sotto`. */
const MODELS: readonly Body<'Model'>[] = ['sotto', RAW_MODEL, 'whisper-1'].map((id) => ({
  id,
  object: 'model',
  created: CREATED,
  owned_by: 'sotto',
}));

/** The body of `GET /v1/models`. */
export function listModels(): Body<'ModelList'> {
  return { object: 'list', data: MODELS };
}

/** @throws {UnknownModelError} */
export function findModel(id: string): Body<'Model'> {
  const model = MODELS.find((known) => known.id === id);
  if (!model) throw new UnknownModelError();
  return model;
}
