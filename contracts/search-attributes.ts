import { defineSearchAttributeKey } from '@temporalio/common';

/** What operators search by in the Temporal Web UI: ids and names from closed lists, never personal data. */
export const SottoOrg = defineSearchAttributeKey('SottoOrg', 'KEYWORD');
export const SottoUser = defineSearchAttributeKey('SottoUser', 'KEYWORD');
export const SottoNote = defineSearchAttributeKey('SottoNote', 'KEYWORD');
/** The endpoints that receive the event. */
export const SottoEndpoint = defineSearchAttributeKey('SottoEndpoint', 'KEYWORD_LIST');
export const SottoEventType = defineSearchAttributeKey('SottoEventType', 'KEYWORD');
/** The attempt that a delivery waits for: `attempt-5` and `<endpoint id>:attempt-5`. */
export const SottoWaiting = defineSearchAttributeKey('SottoWaiting', 'KEYWORD_LIST');
export const SottoOutcome = defineSearchAttributeKey('SottoOutcome', 'KEYWORD');

/** All attributes. A namespace must have them before the first workflow starts. */
export const SEARCH_ATTRIBUTES = [
  SottoOrg,
  SottoUser,
  SottoNote,
  SottoEndpoint,
  SottoEventType,
  SottoWaiting,
  SottoOutcome,
] as const;
