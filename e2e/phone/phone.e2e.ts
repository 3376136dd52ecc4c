import { expect } from '@playwright/test';
import { ask } from '../support/api.ts';
import { expectFits } from '../support/narrow-screens.ts';
import { openScreen, signIn, test } from '../support/stack.ts';
import { DESK, TABLET } from '../support/viewport.ts';

test('fits a count in progress on a phone', async ({ page, stack }) => {
  await signIn(page, stack);
  await ask(page, '/api/counts', { locations: ['G-5'], isBlind: true });
  const { data } = await ask<{ data: { id: number }[] }>(page, '/api/counts?location=G-5');
  await expectFits(page, stack, `/counts/${data[0]?.id}`);
});

test('opens a dialog that is longer than the screen at its first field', async ({ page, stack }) => {
  await page.setViewportSize({ width: 768, height: 1_024 });
  await openScreen(page, stack, '/products/1');
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await expect(page.getByRole('dialog', { name: 'Edit Product' }).getByLabel('Item name')).toBeInViewport({ ratio: 1 });
});

test('shows a message beside the buttons of a dialog', async ({ page, stack }) => {
  await openScreen(page, stack, '/products/1');
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('Denied'));
  });
  await page
    .getByRole('button', { name: /^Print label/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Print Label' });
  // The first one is too low for the dialog and a message.
  for (const size of [{ width: 360, height: 480 }, TABLET, DESK]) {
    await page.setViewportSize(size);
    await page.locator('main button[aria-label^="Copy"]').first().dispatchEvent('click');
    await expect(page.getByText(/could not be copied/).first()).toBeVisible();
    // Fails on a button that something covers.
    for (const name of ['Print 1 label', 'Cancel']) await dialog.getByRole('button', { name }).click({ trial: true });
  }
});
