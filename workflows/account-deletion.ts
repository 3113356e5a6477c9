import { proxyActivities, setCurrentDetails, sleep, upsertSearchAttributes } from '@temporalio/workflow';
import type { ErasureActivities } from '../activities/account-erasure.ts';
import type { AccountInput } from '../contracts/account.ts';
import { SottoOutcome } from '../contracts/search-attributes.ts';
import { SERVER_RETRY } from './local-steps.ts';

/** Longer than a dictation, a sign-in link or a step of a note can last. */
const AFTERMATH = '20 minutes';

/** Deletes an account: closes it, removes all its data, and removes later what work under way added meanwhile. */
export async function accountDeletion(account: AccountInput): Promise<void> {
  const { eraseAccount } = proxyActivities<ErasureActivities>({
    startToCloseTimeout: '6 hours',
    heartbeatTimeout: '30 seconds',
    retry: SERVER_RETRY,
  });
  const { closeAccount } = proxyActivities<ErasureActivities>({
    startToCloseTimeout: '1 minute',
    retry: SERVER_RETRY,
  });
  setCurrentDetails('Closing the account');
  await closeAccount(account);
  setCurrentDetails('Removing all that it has');
  await eraseAccount(account);
  setCurrentDetails('All is removed; looks once more for what was under way');
  await sleep(AFTERMATH, { summary: 'What was under way has ended by then' });
  await eraseAccount(account);
  upsertSearchAttributes([{ key: SottoOutcome, value: 'completed' }]);
  setCurrentDetails('Ended: completed');
}
