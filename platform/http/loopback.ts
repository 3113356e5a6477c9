const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

/**
 * Adds the loopback addresses to `NO_PROXY`, because a process requests readiness and metrics from its own parts, which
 * no proxy reaches. Bun reads the variable at each request, and child processes read it at their start. On Deno, an
 * operator sets it.
 * @param env the process environment, which is changed when it names a proxy
 */
export function bypassProxyForLoopback(env: Record<string, string | undefined>): void {
  const proxies = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];
  if (proxies.every((name) => !env[name])) return;
  const given = [env['NO_PROXY'], env['no_proxy']].flatMap((list) => list?.split(',') ?? []);
  const hosts = [...new Set([...given.map((host) => host.trim()).filter(Boolean), ...LOOPBACK])].join(',');
  env['NO_PROXY'] = hosts;
  env['no_proxy'] = hosts;
}
