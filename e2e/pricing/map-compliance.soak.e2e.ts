import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { dialogOf, openScreen, test } from '../support/stack.ts';

test('shows competitors below the MAP and the offers behind each figure with the keyboard only', async ({ page, stack }) => {
  await openScreen(page, stack, '/reports?type=competitor-map-compliance');
  // The demo samples its competitors' offers by itself.
  const count = page.getByText(/^(\d+) of \1 competitors selected$/);
  await expect(async () => {
    await page.reload();
    await expect(count).toHaveText(/^[1-9]/, { timeout: 10_000 });
  }).toPass({ timeout: 120_000 });
  await expect(page.getByRole('img', { name: /^MAP Violations by Competitor Over Time/ })).toBeVisible();
  await expect(page.getByText(/^Sampled on 1 of 31 days;/)).toBeVisible();
  await expectAccessible(page);

  await page
    .getByRole('button', { name: /^Show the offers of / })
    .first()
    .press('Enter');
  const offers = dialogOf(page).getByRole('table', { name: 'Offers below the MAP' });
  await expect(offers.getByRole('row')).not.toHaveCount(1);
  await expectAccessible(page);
  const sellerId = (await offers.getByRole('row').nth(1).getByRole('cell').nth(2).textContent())?.trim();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save Selection' }).press('Enter');
  await expect(page.getByText('Selection saved!')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export evidence' }).press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^map-violations-.*\.csv$/);

  await page.goto(`${stack.url}/admin/settings/competitors?q=${sellerId}`);
  await page.getByRole('button', { name: /^Rename / }).press('Enter');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bargain Barn');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('cell', { name: 'Bargain Barn', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${stack.url}/reports?type=competitor-map-compliance`);
  // The report starts with the saved selection.
  await expect(page.getByRole('button', { name: 'Bargain Barn', pressed: true })).toBeVisible();
});
