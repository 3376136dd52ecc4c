import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { dialogOf, signIn, test } from '../support/stack.ts';

test('competitors below the MAP are seen, named, and shown with the offers behind each figure, by keyboard alone', async ({ page, stack }) => {
  await signIn(page, stack);
  await page.goto(`${stack.url}/reports?type=competitor-map-compliance`);
  // The demo samples its competitors' offers by itself.
  const count = page.getByText(/^0 of \d+ competitors selected$/);
  await expect(async () => {
    await page.reload();
    await expect(count).toHaveText(/of [1-9]/, { timeout: 2_000 });
  }).toPass({ timeout: 120_000 });
  await page.getByRole('checkbox', { name: 'Select All' }).press('Space');
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
  await page.getByRole('button', { name: 'Load Selection' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Bargain Barn', pressed: true })).toBeVisible();
});

test('a day is typed digit by digit, and half of it asks for nothing', async ({ page, stack }) => {
  await signIn(page, stack);
  await page.goto(`${stack.url}/reports?type=competitor-map-compliance&competitors=all&from=2026-08-23&to=2026-11-21`);
  const start = page.getByLabel('Start Date');
  const end = page.getByLabel('End Date');
  await start.focus();
  await page.keyboard.type('09012026', { delay: 50 });
  await expect(start).toHaveValue('2026-09-01');
  expect(new URL(page.url()).searchParams.get('from')).toBe('2026-09-01');
  await end.focus();
  await page.keyboard.type('11152026', { delay: 50 });
  await expect(end).toHaveValue('2026-11-15');

  // A year that has only begun is no year.
  await start.focus();
  await page.keyboard.type('09012', { delay: 50 });
  expect(new URL(page.url()).searchParams.get('from')).toBe('2026-09-01');
  await page.keyboard.press('Shift+Tab');
  await page.goto(`${stack.url}/reports?type=competitor-map-compliance&competitors=all&from=1950-01-01&to=2026-11-15`);
  await expect(page.getByText('A report covers at most 3,660 days')).toBeVisible();
});

test('the report and the competitors fit a phone', async ({ page, stack }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await signIn(page, stack);
  for (const address of ['/reports?type=competitor-map-compliance&competitors=all', '/admin/settings/competitors']) {
    await page.goto(`${stack.url}${address}`);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await expectAccessible(page);
  }
});
