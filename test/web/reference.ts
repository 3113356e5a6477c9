import { expect, test } from 'bun:test';
import { fileURLToPath } from 'node:url';
import { createEnterpriseKeyStore } from '../../accounts/enterprise-keys.ts';
import { createOrganizationStore } from '../../accounts/organizations.ts';
import { visit } from './support/browser.ts';
import type { WebSuite } from './support/suite.ts';

const sample = fileURLToPath(new URL('../../speech/samples/jfk.flac', import.meta.url));

/** The API reference at `/swagger`. */
export function referenceTests({ app, browser }: WebSuite): void {
  test('“Try it out” of a dictation prefills no optional field, and answers 200', async () => {
    const { redis } = app();
    const { organizationId } = await createOrganizationStore(redis).create({ name: 'Reader', allowedOrigins: [] });
    const key = (await createEnterpriseKeyStore(redis).create(organizationId, { label: 'test' }))?.secret ?? '';
    const { page, faults, context } = await visit(browser(), app());
    await page.goto('/swagger');
    await page.getByRole('button', { name: 'Authorize', exact: true }).click();
    const credential = page.locator('.auth-container').filter({ hasText: 'X-API-Key' });
    await credential.locator('input').fill(key);
    await credential.getByRole('button', { name: 'Apply credentials' }).click();
    await page.getByRole('button', { name: 'Close' }).last().click();

    await page.locator('#operations-tag-Dictation').getByRole('button').first().click();
    const operation = page.locator('#operations-Dictation-dictate');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    const fields = operation.locator('.opblock-section-request-body [data-property-name]');
    const filled = await fields.evaluateAll((rows) =>
      rows.flatMap((row) => {
        const input = row.querySelector<HTMLInputElement>('input:not([type=checkbox], [type=file]), select, textarea');
        return input?.value ? [[row.getAttribute('data-property-name'), input.value]] : [];
      }),
    );
    expect(filled).toEqual([['source', 'smart']]);
    await operation.locator('[data-property-name=audio] input[type=file]').setInputFiles(sample);
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = operation.locator('.live-responses-table .response').first();
    await answer.locator('.response-col_status').getByText('200').waitFor({ timeout: 20_000 });
    await answer
      .getByText(/ask not what your country can do for you/i)
      .first()
      .waitFor();
    expect(faults).toEqual([]);
    await context.close();
  }, 60_000);
}
