import type { Cluster } from './cluster.ts';

/** The text that is printed once everything runs. The last command works when it is pasted. */
export function describeCluster({ url, home, credentials, signInLink, temporal, postgres, env }: Cluster): string {
  return [
    '',
    'Sotto is ready, as a cluster. Ctrl-C stops it and deletes its state.',
    '',
    `  Web app         ${signInLink}`,
    '                  (signs you in once, within 15 minutes)',
    `  API             ${url} (load balancer)`,
    `  Redis Cluster   ${env['REDIS_URL']}`,
    `  Temporal        ${temporal.address} (HTTP API on port ${temporal.httpPort})`,
    `  PostgreSQL      127.0.0.1:${postgres.port}`,
    `  State           ${home.folder}`,
    `  Logs            ${home.logs}`,
    '',
    'Try it:',
    '',
    `  curl -sS ${url}/v1/enterprise/dictate -H 'X-API-Key: ${credentials.api_key}' -F source=format -F 'raw_text=hello comma you'`,
    '',
  ].join('\n');
}
