import { describe, expect, test } from 'bun:test';
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
      const { organizationId, secret } = await makeOrganization();
      const { page, faults, context } = await visit(browser(), app());
      await page.goto('/operator');
      await page.getByLabel('Operator token').fill(OPERATOR_TOKEN);
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByRole('heading', { name: 'Initech' }).first().waitFor();
      await page.getByText('Allowed origins: https://app.initech.example').waitFor();
      await page.getByText(/Revoked/).waitFor();
      await page.getByText(/Last used/).waitFor();
      await page.getByText('4 dictations, 0:12 of speech, 1 failed').waitFor();
      await page.getByText('No failing endpoints').waitFor();
      const link = page.getByRole('link', { name: new RegExp(`Workflows of ${organizationId}`) });
      const query = new URL((await link.getAttribute('href')) ?? '').searchParams.get('query');
      expect(query).toBe(`SottoOrg="${organizationId}"`);
      expect(await page.content()).not.toContain(secret);
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        expect({ scheme, problems: await accessibilityProblems(page) }).toEqual({ scheme, problems: [] });
      }
      await page.reload();
      await page.getByLabel('Operator token').waitFor();
      expect(faults).toEqual([]);
      await context.close();
    }, 60_000);
  });

  async function makeOrganization() {
    const { redis } = app();
    const allowedOrigins = ['https://app.initech.example'];
    const { organizationId } = await createOrganizationStore(redis).create({ name: 'Initech', allowedOrigins });
    const keys = createEnterpriseKeyStore(redis);
    const made = await keys.create(organizationId, { label: 'Backend' });
    if (!made) throw new Error('No key was made');
    await keys.touch(made.key);
    await keys.revoke(organizationId, made.key.keyId);
    const today = new Date().toISOString().slice(0, 10);
    const usage = { dictations: 4, dictationMs: 12_000, failedDictations: 1 };
    await redis.hset(`v1:{${organizationId}}:usage-day:${today}`, usage);
    return { organizationId, secret: made.secret };
  }
}
