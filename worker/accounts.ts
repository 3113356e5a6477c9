import { createErasureActivities } from '../activities/account-erasure.ts';
import { createExportActivities } from '../activities/account-export.ts';
import type { Services } from '../composition/services.ts';
import { createUnsettledRecordings } from '../notes/store/unsettled-recordings.ts';
import { createRecordingExpiries } from '../platform/recordings/expiries.ts';

/** The steps of deleting and exporting an account. */
export function accountActivities({ platform, accounts, dictation, notes, webhooks }: Services) {
  const { redis, recordings, now } = platform;
  const expiries = createRecordingExpiries(redis);
  const shared = { ...accounts, recordings, expiries, notes: notes.store, endpoints: webhooks.endpoints };
  return {
    ...createErasureActivities({
      ...shared,
      redis,
      unsettled: createUnsettledRecordings(redis, { now }),
      noteWorkflows: notes.workflows,
      workflows: webhooks.workflows,
    }),
    ...createExportActivities({ ...shared, preferences: dictation.preferences, tags: notes.tags, now }),
  };
}
