import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { accessibilityProblems, visit } from './support/browser.ts';
import type { WebSuite } from './support/suite.ts';

const VERIFIER = 'verifier-of-this-test-with-more-than-43-characters';

/** Programs that a user connects, and the link of the feed. */
export function connectTests({ app, browser }: WebSuite): void {
  async function register() {
    const redirect_uri = `${app().url}/health`;
    const body = JSON.stringify({ client_name: 'Editor', redirect_uris: [redirect_uri] });
    const { client_id } = await (await fetch(`${app().url}/v1/oauth/register`, { method: 'POST', body })).json();
    const query = new URLSearchParams({
      response_type: 'code',
      client_id,
      redirect_uri,
      code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      code_challenge_method: 'S256',
      state: 'x',
    });
    return { client_id, redirect_uri, query };
  }

  test('a user lets a program read notes, sees it in the settings, and disconnects it', async () => {
    const { session, email } = await app().signedInUser();
    const { page, faults, context } = await visit(browser(), app(), { session, width: 320 });
    const { query, ...client } = await register();
    await page.goto(`/oauth/authorize?${query}`);
    await page.getByRole('heading', { name: 'Let “Editor” read your notes?' }).waitFor();
    await page.getByText(email).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(/\/health\?code=/);
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    const fields = { ...client, grant_type: 'authorization_code', code, code_verifier: VERIFIER };
    const answer = await fetch(`${app().url}/v1/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
    expect(answer.status).toBe(200);
    await page.goto('/settings/apps');
    await page.getByRole('button', { name: 'Disconnect Editor' }).click();
    await page.getByRole('button', { name: 'Disconnect', exact: true }).last().click();
    await page.getByText('No connected apps yet').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  }, 30_000);

  test('Cancel redirects to the program with the refusal', async () => {
    const { session } = await app().signedInUser();
    const { page, context } = await visit(browser(), app(), { session });
    await page.goto(`/oauth/authorize?${(await register()).query}`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(/\/health\?error=access_denied/);
    await context.close();
  }, 30_000);

  test('no other site can show the consent page in a frame', async () => {
    const { headers } = await fetch(`${app().url}/oauth/authorize`);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('a user creates the link of a feed and revokes it', async () => {
    const { session } = await app().signedInUser();
    const { page, faults, context } = await visit(browser(), app(), { session });
    await page.goto('/settings/data');
    await page.getByRole('button', { name: 'Create a link' }).click();
    const link = (await page.getByRole('region', { name: 'Link of your feed' }).locator('code').textContent()) ?? '';
    expect((await fetch(link)).status).toBe(200);
    await page.getByRole('button', { name: 'Revoke the link' }).click();
    await page.getByRole('button', { name: 'Create a link' }).waitFor();
    expect((await fetch(link)).status).toBe(404);
    expect(faults).toEqual([]);
    await context.close();
  }, 30_000);
}
