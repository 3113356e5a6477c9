import { ActivityFailure, proxyActivities, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { ExportActivities } from '../activities/account-export.ts';
import type { ExportInput } from '../contracts/account.ts';
import { SottoOutcome } from '../contracts/search-attributes.ts';
import { SERVER_RETRY } from './local-steps.ts';

/** Exports all data of a user into one file, which can be downloaded for a day. */
export async function accountExport(input: ExportInput): Promise<{ outcome: 'completed' | 'failed' }> {
  const { writeExport } = proxyActivities<ExportActivities>({
    startToCloseTimeout: '6 hours',
    heartbeatTimeout: '30 seconds',
    retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 10 },
  });
  const { endExport } = proxyActivities<ExportActivities>({ startToCloseTimeout: '1 minute', retry: SERVER_RETRY });
  setCurrentDetails('Writing the file');
  let outcome: 'completed' | 'failed' = 'completed';
  try {
    await writeExport(input);
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    outcome = 'failed';
  }
  await endExport(input, outcome);
  upsertSearchAttributes([{ key: SottoOutcome, value: outcome }]);
  setCurrentDetails(`Ended: ${outcome}`);
  return { outcome };
}
