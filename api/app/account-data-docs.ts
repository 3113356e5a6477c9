import { answer, invalid, refusal } from '../schemas/answers.ts';
import { SESSION_REFUSALS, sessionOnly } from './docs-parts.ts';

const EXPORT_ID = '1c9e6c1a-5d0f-4a2b-8e3c-7d6f5e4a3b2c';
const EXPORT_EXAMPLE = {
  export_id: EXPORT_ID,
  status: 'completed',
  url: 'https://sotto.example/v1/recordings/exports/…?expires=1770095141&signature=…',
  expires_at: '2026-02-04T05:05:41.000Z',
};

/** OpenAPI of export and account deletion. */
export const ACCOUNT_DATA_DOCS = {
  begin: {
    ...sessionOnly,
    operationId: 'exportAccount',
    summary: 'Export all data of the account',
    description: 'Notes with their recordings, tags, settings and webhook endpoints, as a ZIP file. One at a time.',
    responses: {
      202: answer('ExportAccepted', 'It is being written', { export_id: EXPORT_ID, status: 'running' }),
      ...SESSION_REFUSALS,
    },
  },
  list: {
    ...sessionOnly,
    operationId: 'listExports',
    summary: 'List exports: the latest one, until it expires',
    responses: {
      200: answer('AccountExportList', 'At most one export', { items: [EXPORT_EXAMPLE] }),
      ...SESSION_REFUSALS,
    },
  },
  show: {
    ...sessionOnly,
    operationId: 'getExport',
    summary: 'Get the status of an export and the link to its file',
    responses: {
      200: answer('AccountExport', 'The export', EXPORT_EXAMPLE),
      ...SESSION_REFUSALS,
      404: refusal('No such export of this user, or it has expired', 'Export not found'),
      ...invalid(['path', 'export_id'], 'value_error', 'Expected string to match format uuid'),
    },
  },
  remove: {
    ...sessionOnly,
    operationId: 'deleteAccount',
    summary: 'Delete the account and all its data',
    description: 'Signs out everywhere at once; tokens, notes, recordings and webhooks are gone within minutes.',
    responses: {
      202: answer('DeletionAccepted', 'It has begun', { status: 'accepted' }),
      ...SESSION_REFUSALS,
      404: refusal('The account is gone already', 'User not found'),
      ...invalid(['body', 'email'], 'value_error', "Value should be the account's address"),
    },
  },
};
