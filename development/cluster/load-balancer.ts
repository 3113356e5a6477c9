import { join } from 'node:path';
import type { Env } from '../executables.ts';
import { writeWhole } from '../home.ts';
import type { Part } from '../supervise.ts';

/** A load balancer on loopback in front of API processes. */
export interface LoadBalancerOptions {
  readonly port: number;
  readonly apiPorts: readonly number[];
}

/**
 * HAProxy's configuration. A request goes to the API process with the fewest open ones. A process that is not ready, or
 * that accepts no connection, gets none; a request that it may have begun is not sent again. Live sessions last an hour.
 */
export function loadBalancerConfig({ port, apiPorts }: LoadBalancerOptions): string {
  const answer = (status: number, code: string) =>
    `    http-error status ${status} content-type application/json string '{"code":"${code}"}' hdr Retry-After 1`;
  return [
    'defaults',
    '    mode http',
    '    maxconn 2000',
    '    timeout connect 2s',
    '    timeout http-request 30s',
    '    timeout client 5m',
    '    timeout server 5m',
    '    timeout tunnel 61m',
    '    option forwardfor',
    '    option redispatch 1',
    '    retries 2',
    '    retry-on conn-failure',
    answer(502, 'bad_gateway'),
    answer(503, 'unavailable'),
    '',
    'frontend sotto',
    `    bind 127.0.0.1:${port}`,
    '    default_backend api',
    '',
    'backend api',
    '    balance leastconn',
    '    option httpchk',
    // By default, HAProxy's check has no Host header, and Bun answers 400.
    '    http-check send meth GET uri /health/ready ver HTTP/1.1 hdr Host sotto',
    '    http-check expect status 200',
    '    default-server check inter 1s fastinter 250ms fall 2 rise 1 on-error fastinter observe layer4',
    ...apiPorts.map((apiPort, index) => `    server api-${index + 1} 127.0.0.1:${apiPort}`),
    '',
  ].join('\n');
}

/** Ready once a request passes through it to an API process that is ready. */
export async function loadBalancerPart(
  command: string,
  options: LoadBalancerOptions,
  { env, logs, folder }: { readonly env: Env; readonly logs: string; readonly folder: string },
): Promise<Part> {
  const path = join(folder, 'haproxy.cfg');
  await writeWhole(path, loadBalancerConfig(options));
  return {
    name: 'Load-balancer',
    command,
    args: ['-db', '-f', path],
    env,
    logs,
    graceMs: 5_000,
    isReady: async (signal) => (await fetch(`http://127.0.0.1:${options.port}/health/ready`, { signal })).ok,
  };
}
