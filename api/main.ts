import { readConfig, requireService } from '../runtime/config.ts';
import { exitOnError, untilStopped } from '../runtime/lifetime.ts';
import { createLog } from '../runtime/log.ts';
import { installTemporalRuntime } from '../worker/temporal.ts';
import { startApi } from './start.ts';

await exitOnError(async () => {
  const config = requireService(readConfig(process.env));
  const log = createLog(config.LOG_LEVEL);
  installTemporalRuntime(log);
  const api = await startApi(config, process.env, log);
  await Promise.race([untilStopped(), api.ended]).finally(() => {
    log.info('API stops');
    return api.stop();
  });
});
