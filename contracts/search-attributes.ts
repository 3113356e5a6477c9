import { defineSearchAttributeKey } from '@temporalio/common';

/** What an operator searches by in the Temporal Web UI. Ids and names from closed lists, never personal data. */
export const SottoOrg = defineSearchAttributeKey('SottoOrg', 'KEYWORD');
export const SottoUser = defineSearchAttributeKey('SottoUser', 'KEYWORD');
export const SottoNote = defineSearchAttributeKey('SottoNote', 'KEYWORD');
/** The endpoints that an event goes to. */
export const SottoEndpoint = defineSearchAttributeKey('SottoEndpoint', 'KEYWORD_LIST');
export const SottoEventType = defineSearchAttributeKey('SottoEventType', 'KEYWORD');
/** What a delivery waits for: `attempt-5`, and `<endpoint id>:attempt-5`. */
export const SottoWaiting = defineSearchAttributeKey('SottoWaiting', 'KEYWORD_LIST');
export const SottoOutcome = defineSearchAttributeKey('SottoOutcome', 'KEYWORD');

/** All of them, as a namespace must know them before the first workflow starts. */
export const SEARCH_ATTRIBUTES = [
  SottoOrg,
  SottoUser,
  SottoNote,
  SottoEndpoint,
  SottoEventType,
  SottoWaiting,
  SottoOutcome,
];
