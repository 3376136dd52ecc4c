import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { openDashboard, test } from '../support/stack.ts';

test('tests the simulator on the integrations page and shows the health of each API, also after a restart', async ({ page, stack }) => {
  await openDashboard(page, stack);
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Integrations' }).click();
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await expect(page.getByText('Amazon answers and accepts the account')).toBeVisible();
  const reports = page.getByRole('table', { name: 'APIs' }).getByRole('row', { name: /^Reports/ });
  // The import requests a report again within the minute when the restarted simulator no longer has it.
  await expect(reports).toContainText('Works');
  await page.getByRole('button', { name: 'Limits of Reports' }).click();
  await expect(page.getByRole('table', { name: 'Operations of Reports' })).toContainText('createReport');
  await expectAccessible(page);
  await stack.stop();
  await stack.start();
  await page.reload();
  await expect(reports).toContainText('Works');
});
