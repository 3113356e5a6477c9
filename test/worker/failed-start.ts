import { startApi } from '../../api/start.ts';
import { readConfig, requireService } from '../../platform/config/config.ts';
import { createLog } from '../../platform/log.ts';
import { installTemporalRuntime } from '../../platform/temporal/connection.ts';
import { startWorker } from '../../worker/start.ts';

/**
 * Starts what its first argument names, once for each set of variables in its second (a JSON array), and writes how each
 * start failed, as a JSON array. It never calls `process.exit`: it ends by itself, but only when the failed starts left
 * nothing open.
 */
const start = process.argv[2] === 'api' ? startApi : startWorker;
const log = createLog('silent');
installTemporalRuntime(log);
const outcomes: string[] = [];
for (const { config: invalid, ...variables } of JSON.parse(process.argv[3] ?? '[]')) {
  const env = { ...process.env, ...variables };
  // `config` sets what no variable can: it makes a late step fail.
  const config = { ...requireService(readConfig(env)), ...invalid };
  const outcome = start(config, env, log).then(
    () => 'started',
    (error: Error) => `${error.name}: ${error.message}`,
  );
  outcomes.push(await outcome);
}
process.stdout.write(JSON.stringify(outcomes));
