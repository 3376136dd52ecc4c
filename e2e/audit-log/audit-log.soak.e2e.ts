import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { openScreen, test } from '../support/stack.ts';

test('filters the audit log and exports it', async ({ page, stack }) => {
  await openScreen(page, stack, '/admin/settings');
  await page.getByLabel('Batch process notifications').click();
  await expect(page.getByText('Settings saved successfully!')).toBeVisible();
  await page.goto(`${stack.url}/audit-log?kind=email_settings`);
  await expect(page.getByRole('row', { name: /E-mail settings/ }).first()).toContainText('batch process notifications');
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /Export CSV/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-log \d{4}-\d\d-\d\d\.csv$/);
});
