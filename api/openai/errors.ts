import { EnterpriseError, type EnterpriseErrorCode } from '../errors.ts';
import type { Body } from '../schemas/components.ts';

/** OpenAI's codes that clients compare with. All other codes are those of the enterprise API. */
const OPENAI_CODES: Partial<Record<EnterpriseErrorCode, string>> = {
  credential_missing: 'invalid_api_key',
  credential_invalid: 'invalid_api_key',
  credential_expired: 'invalid_api_key',
  credential_revoked: 'invalid_api_key',
  rate_limited: 'rate_limit_exceeded',
};

/** The parameter that a code refers to. */
const PARAMS: Partial<Record<EnterpriseErrorCode, string>> = {
  audio_empty: 'file',
  audio_undecodable: 'file',
  audio_truncated: 'file',
  audio_encrypted: 'file',
  unsupported_codec: 'file',
  audio_too_large: 'file',
  audio_too_long: 'file',
  unsupported_language: 'language',
  word_times_unavailable: 'timestamp_granularities',
};

/** A model that is not in the list. */
export class UnknownModelError extends EnterpriseError {
  constructor() {
    super('not_found', 'There is no such model: see /v1/models. A transcription takes any name', undefined, 'model');
  }
}

/** The body of an error in OpenAI's shape. */
export function openAiBody(error: EnterpriseError): Body<'OpenAiError'> {
  const code = error instanceof UnknownModelError ? 'model_not_found' : (OPENAI_CODES[error.code] ?? error.code);
  const param = error.field ?? PARAMS[error.code] ?? null;
  return { error: { message: error.message, type: typeOf(error.status), param, code } };
}

function typeOf(status: number): string {
  if (status === 429) return 'requests';
  return status >= 500 || status === 408 ? 'server_error' : 'invalid_request_error';
}

/** A parameter that breaks its rule. */
export function invalidParameter(param: string, rule: string): EnterpriseError {
  return new EnterpriseError('invalid_field', `The parameter '${param}' must be ${rule}`, undefined, param);
}
