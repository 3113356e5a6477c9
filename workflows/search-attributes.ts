import { defineSearchAttributeKey } from '@temporalio/common';

/** What an operator searches by in the Temporal Web UI. Ids and names from closed lists, never personal data. */
export const SottoOrg = defineSearchAttributeKey('SottoOrg', 'KEYWORD');
export const SottoUser = defineSearchAttributeKey('SottoUser', 'KEYWORD');
export const SottoNote = defineSearchAttributeKey('SottoNote', 'KEYWORD');
export const SottoEndpoint = defineSearchAttributeKey('SottoEndpoint', 'KEYWORD');
export const SottoEventType = defineSearchAttributeKey('SottoEventType', 'KEYWORD');
export const SottoOutcome = defineSearchAttributeKey('SottoOutcome', 'KEYWORD');

/** All of them, as a namespace must know them before the first workflow starts. */
export const SEARCH_ATTRIBUTES = [SottoOrg, SottoUser, SottoNote, SottoEndpoint, SottoEventType, SottoOutcome];
