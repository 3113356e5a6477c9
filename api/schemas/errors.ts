import { Type } from '@sinclair/typebox';
import { ENTERPRISE_ERRORS } from '../errors.ts';
import { oneOf, ref, text } from './parts.ts';

/** Bodies of errors. */
export const ERROR_SCHEMAS = {
  /** Contract 7.2. */
  EnterpriseError: Type.Object({
    error: text('For people'),
    code: oneOf(Object.keys(ENTERPRISE_ERRORS), 'For programs; the list of codes is closed'),
    request_id: text('The same as in the header `x-request-id`'),
  }),
  Error: Type.Object({ detail: text('For people') }),
  ValidationProblem: Type.Object({
    loc: Type.Array(Type.Union([Type.String(), Type.Integer()]), {
      description: 'Location of the problem, such as `query`, then `limit`',
    }),
    msg: text('For people'),
    type: text('The rule that was broken'),
  }),
  /** Contract 2.5. */
  ValidationError: Type.Object({ detail: Type.Array(ref('ValidationProblem')) }),
} as const;
