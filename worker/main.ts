import { readConfig, requireService } from '../platform/config/config.ts';
import { bypassProxyForLoopback } from '../platform/http/loopback.ts';
import { exitOnError, untilStopped } from '../platform/lifetime.ts';
import { createLog } from '../platform/log.ts';
import { installTemporalRuntime } from '../platform/temporal/connection.ts';
import { logUnexpectedErrors } from '../platform/unexpected-errors.ts';
import { startWorker } from './start.ts';

await exitOnError(async () => {
  bypassProxyForLoopback(process.env);
  const config = requireService(readConfig(process.env));
  const log = createLog(config.LOG_LEVEL);
  const failed = logUnexpectedErrors(log);
  const sdkMetrics = await installTemporalRuntime(log, { metrics: config.WORKER_METRICS_PORT !== undefined });
  const worker = await Promise.race([startWorker(config, process.env, log, sdkMetrics), failed]);
  await Promise.race([untilStopped(), worker.ended, failed]).finally(() => {
    log.info('Worker stopping');
    return worker.stop();
  });
});
