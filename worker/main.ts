import { readConfig, requireService } from '../runtime/config.ts';
import { exitOnError, untilStopped } from '../runtime/lifetime.ts';
import { createLog } from '../runtime/log.ts';
import { installTemporalRuntime } from '../services/temporal.ts';
import { startWorker } from './start.ts';

await exitOnError(async () => {
  const config = requireService(readConfig(process.env));
  const log = createLog(config.LOG_LEVEL);
  const sdkMetrics = await installTemporalRuntime(log, { metrics: config.WORKER_METRICS_PORT !== undefined });
  const worker = await startWorker(config, process.env, log, sdkMetrics);
  await Promise.race([untilStopped(), worker.ended]).finally(() => {
    log.info('Worker stops');
    return worker.stop();
  });
});
