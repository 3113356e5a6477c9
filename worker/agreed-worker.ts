import { every } from '../platform/every.ts';
import type { Log } from '../platform/log.ts';
import { OtherStoreError, type StoreCheck } from '../platform/recordings/store-check.ts';
import type { RunningWorker } from '../platform/temporal/worker.ts';

export interface AgreedWorkerOptions {
  create(): Promise<RunningWorker>;
  readonly confirmStore: StoreCheck['confirmStore'];
  readonly log: Log;
  /** @default 5_000 */
  readonly pauseMs?: number;
}

const CHECK_TIMEOUT_MS = 5_000;

/**
 * Starts a worker that reads recordings. If this process uses another store of recordings than the others, the worker
 * starts only once it uses theirs, so that another process takes the tasks.
 * @throws {Error} when the worker cannot be created
 */
export async function startAgreedWorker(options: AgreedWorkerOptions): Promise<RunningWorker> {
  const { create, confirmStore, log, pauseMs = 5_000 } = options;
  const agrees = () =>
    confirmStore(AbortSignal.timeout(CHECK_TIMEOUT_MS)).then(
      () => true,
      // Without an answer the worker starts. Each of its tasks checks again before it blames the recording.
      (error: unknown) => !(error instanceof OtherStoreError),
    );
  if (await agrees()) return create();
  log.error('Recordings are elsewhere: this process transcribes nothing until it uses the common store');
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  let worker: RunningWorker | undefined;
  const rounds = every(async () => {
    if (worker || !(await agrees())) return;
    try {
      worker = await create();
      worker.ended.then(resolve, reject);
      log.info('Recordings are in the common store: transcription starts');
    } catch (error) {
      reject(error);
    }
  }, pauseMs);
  return {
    ended,
    stop: async () => {
      await rounds.stop();
      await worker?.stop();
      resolve();
    },
    probe: async () => {
      if (!worker) throw new OtherStoreError('The worker waits for the common store of recordings');
      await worker.probe();
    },
  };
}
