import { APP_UNAVAILABLE, refusal } from '../schemas/answers.ts';

/** OpenAPI that all routes of the operator API share. */
export const operatorRoute = { tags: ['Operator'], security: [{ operatorToken: [] }] };

export const OPERATOR_REFUSALS = {
  401: refusal('No valid operator token', 'Send Authorization: Bearer with the operator token'),
  404: refusal('The operator API is off: OPERATOR_TOKEN is not set', 'Not Found'),
  ...APP_UNAVAILABLE,
};
