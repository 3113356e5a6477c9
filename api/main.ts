import { readConfig, requireService } from '../runtime/config.ts';
import { exitOnError, untilStopped } from '../runtime/lifetime.ts';
import { createLog } from '../runtime/log.ts';
import { installTemporalRuntime } from '../services/temporal.ts';
import { startApi } from './start.ts';

await exitOnError(async () => {
  const config = requireService(readConfig(process.env));
  const log = createLog(config.LOG_LEVEL);
  const sdkMetrics = await installTemporalRuntime(log, { metrics: config.METRICS_PORT !== undefined });
  const api = await startApi(config, process.env, log, sdkMetrics);
  await Promise.race([untilStopped(), api.ended]).finally(() => {
    log.info('API stops');
    return api.stop();
  });
});
