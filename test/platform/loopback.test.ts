import { describe, expect, test } from 'bun:test';
import { bypassProxyForLoopback } from '../../platform/http/loopback.ts';

function bypassed(env: Record<string, string>): Record<string, string> {
  const changed = { ...env };
  bypassProxyForLoopback(changed);
  return changed;
}

describe('bypassProxyForLoopback()', () => {
  const all = 'localhost,127.0.0.1,::1';

  test('changes nothing without a proxy', () => {
    expect(bypassed({ PATH: '/bin', HTTP_PROXY: '' })).toEqual({ PATH: '/bin', HTTP_PROXY: '' });
  });

  test.each(['HTTP_PROXY', 'https_proxy', 'ALL_PROXY'])('adds loopback where %s is set', (name) => {
    expect(bypassed({ [name]: 'http://proxy:3128' })).toEqual({
      [name]: 'http://proxy:3128',
      NO_PROXY: all,
      no_proxy: all,
    });
  });

  test('keeps the hosts of both variable names, each once', () => {
    const hosts = 'a.example,127.0.0.1,b.example,localhost,::1';
    const given = { HTTP_PROXY: 'http://p', NO_PROXY: 'a.example, 127.0.0.1', no_proxy: 'b.example' };
    expect(bypassed(given)).toMatchObject({ NO_PROXY: hosts, no_proxy: hosts });
  });
});
