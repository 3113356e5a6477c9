import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createEnterpriseKeyStore } from '../../accounts/enterprise-keys.ts';
import { createOrganizationStore } from '../../accounts/organizations.ts';
import { eventually } from '../support/eventually.ts';
import { accessibilityProblems, visit } from './support/browser.ts';
import type { WebSuite } from './support/suite.ts';
import { OPERATOR_TOKEN } from './support/web-app.ts';

/** The operator's page. */
export function operatorTests({ app, browser }: WebSuite): void {
  describe("the operator's page", () => {
    test('refuses a wrong token, and a signed-in user without one', async () => {
      const { session } = await app().signedInUser();
      const { page, faults, context, expectFailures } = await visit(browser(), app(), { session });
      expectFailures();
      await page.goto('/operator');
      await page.getByLabel('Operator token').fill('a guess');
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByText('This token is not valid').waitFor();
      expect(await page.getByText('Organizations').count()).toBe(0);
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);

    test('shows organizations, keys, origins, usage and failing endpoints, with links to Temporal', async () => {
      const { organizationId, name, secret, workingSecret } = await makeOrganization();
      const { page, faults, context } = await visit(browser(), app());
      await openPage(page);
      const panel = page.getByRole('article', { name, exact: true });
      await panel.getByText('Allowed origins: https://app.initech.example').waitFor();
      await panel.getByText(/Revoked/).waitFor();
      await panel.getByText(/Last used/).waitFor();
      await page.getByText('4 dictations, 0:12 of speech, 1 failed').waitFor();
      await page.getByText('No failing endpoints').waitFor();
      const link = page.getByRole('link', { name: new RegExp(`Workflows of ${organizationId}`) });
      await dictate(workingSecret);
      await eventually('the link shows the dictation alone', async () => {
        const found = await workflowsBehind((await link.getAttribute('href')) ?? '');
        expect(found).toEqual([expect.stringMatching(new RegExp(`^dictation/${organizationId}/`))]);
        return true;
      });
      expect(await page.content()).not.toContain(secret);
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.reload();
      await page.getByLabel('Operator token').waitFor();
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);

    test('creates a key that works, shows its secret once, revokes it, and sets the origins', async () => {
      const { organizationId, name } = await makeOrganization();
      const { page, faults, context, expectFailures } = await visit(browser(), app());
      await openPage(page);
      const panel = page.getByRole('article', { name, exact: true });
      await panel.getByRole('button', { name: 'Create a key' }).click();
      await panel.getByLabel('Label').fill('Reports');
      await panel.getByRole('button', { name: 'Create key' }).click();
      const secret = (await panel.locator('.secret-text').textContent()) ?? '';
      expect(await dictate(secret)).toBe(200);
      await panel.getByRole('button', { name: 'Done' }).click();
      expect(await page.content()).not.toContain(secret);
      expectFailures();
      // The key is revoked, but the page cannot be loaded again.
      await page.route('**/v1/operator/organizations', (route) => route.fulfill({ status: 503 }), { times: 1 });
      await panel.getByRole('button', { name: 'Revoke Reports' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
      await page.getByText('The page shows an older state.').waitFor();
      expect(await dictate(secret)).toBe(401);
      await page.getByRole('status').getByRole('button', { name: 'Reload' }).click();
      await panel.getByRole('button', { name: 'Revoke Reports' }).waitFor({ state: 'detached' });

      await panel.getByRole('button', { name: 'Change origins' }).click();
      await panel.getByLabel('Allowed origins').fill('https://one.example\nnot an origin');
      await panel.getByRole('button', { name: 'Save origins' }).click();
      await panel.locator('.field-problem').waitFor();
      await panel.getByLabel('Allowed origins').fill('https://one.example\nhttps://two.example');
      expect(await accessibilityProblems(page)).toEqual([]);
      await panel.getByRole('button', { name: 'Save origins' }).click();
      await panel.getByText('Allowed origins: https://one.example, https://two.example').waitFor();
      const changed = await createOrganizationStore(app().redis).get(organizationId);
      expect(changed?.allowedOrigins).toEqual(['https://one.example', 'https://two.example']);
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);
  });

  async function dictate(secret: string): Promise<number> {
    const body = new FormData();
    body.set('source', 'format');
    body.set('raw_text', 'hello');
    const init = { method: 'POST', headers: { 'x-api-key': secret }, body };
    return (await fetch(`${app().url}/v1/enterprise/dictate`, init)).status;
  }

  async function openPage(page: Page): Promise<void> {
    await page.goto('/operator');
    await page.getByLabel('Operator token').fill(OPERATOR_TOKEN);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'Organizations', exact: true }).waitFor();
  }

  async function makeOrganization() {
    const { redis } = app();
    const name = `Initech ${crypto.randomUUID().slice(0, 8)}`;
    const allowedOrigins = ['https://app.initech.example'];
    const { organizationId } = await createOrganizationStore(redis).create({ name, allowedOrigins });
    const keys = createEnterpriseKeyStore(redis);
    const made = await keys.create(organizationId, { label: 'Backend' });
    if (!made) throw new Error('No key was made');
    await keys.touch(made.key);
    await keys.revoke(organizationId, made.key.keyId);
    const today = new Date().toISOString().slice(0, 10);
    const usage = { dictations: 4, dictationMs: 12_000, failedDictations: 1 };
    await redis.hset(`v1:{${organizationId}}:usage-day:${today}`, usage);
    const working = await keys.create(organizationId, { label: 'Working' });
    return { organizationId, name, secret: made.secret, workingSecret: working?.secret ?? '' };
  }
}

/** The ids of the workflows that Temporal's Web UI lists at `href`. Its page sends the same query to its API. */
async function workflowsBehind(href: string): Promise<readonly string[]> {
  const { origin, pathname, search } = new URL(href);
  expect((await fetch(href)).status).toBe(200);
  const response = await fetch(`${origin}/api/v1${pathname}${search}`);
  const { executions = [] } = (await response.json()) as { executions?: { execution: { workflowId: string } }[] };
  return executions.map(({ execution }) => execution.workflowId);
}
