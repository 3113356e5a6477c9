import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { type EndpointApi, type EndpointUser, startEndpointApi } from '../../support/endpoint-api.ts';

let setup: EndpointApi;
beforeAll(async () => {
  setup = await startEndpointApi();
});
afterEach(() => setup.reset());
afterAll(() => setup.stop());

describe('the re-enable link', () => {
  const page = (token: string, method = 'GET') =>
    fetch(`${setup.api.url}/v1/app/webhook-endpoints/re-enable?token=${token}`, { method });

  async function disabledEndpoint(user: EndpointUser) {
    const { endpoint_id: endpointId } = await setup.createEndpoint(user);
    await user.call('PATCH', `/${endpointId}`, { enabled: false });
    const claim = { userId: user.userId, endpointId, generation: 1 };
    return { endpointId, claim, token: await setup.api.webhooks.reEnableTokens.sign(claim) };
  }

  test('shows a button when opened, however often, and enables once when that is pressed, without signing in', async () => {
    const user = await setup.startUser();
    const { endpointId, token } = await disabledEndpoint(user);
    const status = async () => (await user.call('GET', `/${endpointId}`)).body.status;
    for (let opened = 0; opened < 3; opened += 1) {
      const shown = await page(token);
      expect(shown.status).toBe(200);
      expect(shown.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(shown.headers.get('referrer-policy')).toBe('same-origin');
      expect(await shown.text()).toContain('<form method="post"><button>');
    }
    await page(token, 'HEAD');
    expect(await status()).toBe('disabled');
    const pressed = await Promise.all([page(token, 'POST'), page(token, 'POST')]);
    expect(pressed.map((response) => response.status).sort()).toEqual([200, 409]);
    expect(await status()).toBe('enabled');
    await user.call('PATCH', `/${endpointId}`, { enabled: false });
    expect((await page(token, 'POST')).status).toBe(409);
    expect((await page(token)).status).toBe(409);
    expect(await status()).toBe('disabled');
  });

  test('is refused when forged, expired, of another service, or for a deleted endpoint', async () => {
    const user = await setup.startUser();
    const { endpointId, claim, token } = await disabledEndpoint(user);
    const [head, payload, signature] = token.split('.');
    const forged = Buffer.from(JSON.stringify({ sub: user.userId, endpoint: endpointId, generation: 1 })).toString(
      'base64url',
    );
    for (const bad of ['x', `${head}.${forged}.${signature}`, `${head}.${payload}.`, `${token}x`]) {
      expect((await page(bad, 'POST')).status).toBe(400);
      expect((await page(bad)).status).toBe(400);
    }
    setup.api.clock.ms += 30 * 24 * 60 * 60 * 1000 + 1_000;
    expect((await page(token, 'POST')).status).toBe(400);
    setup.api.clock.ms = Date.now();
    expect((await page('', 'POST')).status).toBe(422);
    await user.call('DELETE', `/${endpointId}`);
    expect((await page(await setup.api.webhooks.reEnableTokens.sign(claim), 'POST')).status).toBe(409);
  });
});
