import { describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createEnterpriseKeyStore } from '../../accounts/enterprise-keys.ts';
import { createOrganizationStore } from '../../accounts/organizations.ts';
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
      const { organizationId, name, secret } = await makeOrganization();
      const { page, faults, context } = await visit(browser(), app());
      await openPage(page);
      const panel = page.getByRole('article', { name, exact: true });
      await panel.getByText('Allowed origins: https://app.initech.example').waitFor();
      await panel.getByText(/Revoked/).waitFor();
      await panel.getByText(/Last used/).waitFor();
      await page.getByText('4 dictations, 0:12 of speech, 1 failed').waitFor();
      await page.getByText('No failing endpoints').waitFor();
      const link = page.getByRole('link', { name: new RegExp(`Workflows of ${organizationId}`) });
      const query = new URL((await link.getAttribute('href')) ?? '').searchParams.get('query');
      expect(query).toBe(`SottoOrg="${organizationId}"`);
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
      const dictate = async () => {
        const body = new FormData();
        body.set('source', 'format');
        body.set('raw_text', 'hello');
        const init = { method: 'POST', headers: { 'x-api-key': secret }, body };
        return (await fetch(`${app().url}/v1/enterprise/dictate`, init)).status;
      };
      expect(await dictate()).toBe(200);
      await panel.getByRole('button', { name: 'Done' }).click();
      expect(await page.content()).not.toContain(secret);
      await panel.getByRole('button', { name: 'Revoke Reports' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
      await panel.getByRole('button', { name: 'Revoke Reports' }).waitFor({ state: 'detached' });
      expect(await dictate()).toBe(401);

      await panel.getByRole('button', { name: 'Change origins' }).click();
      expectFailures();
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
    return { organizationId, name, secret: made.secret };
  }
}
