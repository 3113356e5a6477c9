import { NoteQuotaError } from '../notes/store/quota.ts';
import { RecordingsUnavailableError } from '../platform/recordings/types.ts';
import { storeUnavailable } from '../platform/redis/connection.ts';
import { temporalUnavailable } from '../platform/temporal/unavailable.ts';
import { ApiError, EnterpriseError, type EnterpriseErrorCode } from './errors.ts';
import { MultipartError, type MultipartFailure } from './multipart.ts';
import { quotedName } from './quoted-name.ts';

/** An addition to Elysia's error codes: the path exists, but not with this method. */
export const METHOD_NOT_ALLOWED = 'METHOD_NOT_ALLOWED';

const MULTIPART_CODES: Record<MultipartFailure, EnterpriseErrorCode> = {
  not_multipart: 'not_multipart',
  malformed: 'malformed_body',
  repeated_field: 'repeated_field',
  unknown_field: 'invalid_field',
  text_expected: 'invalid_field',
  field_too_long: 'field_too_long',
  file_too_large: 'audio_too_large',
  timed_out: 'upload_timed_out',
  aborted: 'cancelled',
};

/** True for the paths whose errors are `{error, code, request_id}`; all others answer `{detail}`. */
export function isEnterprisePath(path: string): boolean {
  return path.startsWith('/v1/enterprise') || path === '/v1/listen';
}

/** Converts an error to one of the enterprise API; undefined for an internal error. */
export function asEnterpriseError(error: unknown, code: unknown): EnterpriseError | undefined {
  if (error instanceof EnterpriseError) return error;
  if (error instanceof MultipartError) {
    const problem = {
      repeated_field: 'may be given only once',
      unknown_field: 'is unknown',
      field_too_long: 'is too long',
      text_expected: 'must be text',
    };
    const rule = problem[error.code as keyof typeof problem];
    const message = rule && `The field ${quotedName(error.field)} ${rule}`;
    return new EnterpriseError(MULTIPART_CODES[error.code], message, undefined, error.field);
  }
  if (code === METHOD_NOT_ALLOWED) return new EnterpriseError('method_not_allowed');
  if (code === 'NOT_FOUND') return new EnterpriseError('not_found');
  if (code === 'PARSE') return new EnterpriseError('malformed_body');
  if (unavailable(error)) return new EnterpriseError('unavailable');
  return undefined;
}

/** Converts an error to a `{detail}` response; undefined for an internal error. */
export function asApiError(error: unknown, code: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof NoteQuotaError) return new ApiError(409, error.message);
  if (error instanceof MultipartError) return multipartApiError(error);
  if (code === METHOD_NOT_ALLOWED) return new ApiError(405, 'Method Not Allowed');
  if (code === 'NOT_FOUND') return new ApiError(404, 'Not Found');
  if (unavailable(error)) return new ApiError(503, 'The service is unavailable for a moment');
  return undefined;
}

/** True when Redis, Temporal or the recordings store is unavailable, so the caller may try again. */
function unavailable(error: unknown): boolean {
  return storeUnavailable(error) || temporalUnavailable(error) || error instanceof RecordingsUnavailableError;
}

function multipartApiError({ code, field }: MultipartError): ApiError {
  const messages: Record<MultipartFailure, [status: number, detail: string]> = {
    not_multipart: [400, 'The body must be multipart/form-data'],
    malformed: [400, 'The body could not be read'],
    unknown_field: [400, `The field ${quotedName(field)} is unknown`],
    repeated_field: [400, `The field '${field}' may be given only once`],
    text_expected: [400, `The field '${field}' must be text`],
    field_too_long: [400, `The field '${field}' is too long`],
    file_too_large: [413, `The file '${field}' has too many bytes`],
    timed_out: [408, 'The upload took too long'],
    aborted: [408, 'The upload was cancelled'],
  };
  return new ApiError(...messages[code]);
}
