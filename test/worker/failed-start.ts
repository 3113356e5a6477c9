import { startApi } from '../../api/start.ts';
import { readConfig, requireService } from '../../platform/config/config.ts';
import { createLog } from '../../platform/log.ts';
import { installTemporalRuntime } from '../../platform/temporal/connection.ts';
import { startWorker } from '../../worker/start.ts';

/**
 * Starts what its argument names and says how that failed. It never calls `process.exit`: it ends by itself, but only
 * when the failed start left nothing open.
 */
const start = process.argv[2] === 'api' ? startApi : startWorker;
// A second argument sets what no environment can: it makes a late step fail.
const config = { ...requireService(readConfig(process.env)), ...JSON.parse(process.argv[3] ?? '{}') };
const log = createLog('silent');
installTemporalRuntime(log);
await start(config, process.env, log).then(
  () => process.stdout.write('started'),
  (error: Error) => process.stdout.write(`${error.name}: ${error.message}`),
);
