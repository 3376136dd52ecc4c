import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { openScreen, test } from '../support/stack.ts';

test('shows the stock of a past day with its cost and age', async ({ page, stack }) => {
  await openScreen(page, stack, '/localinventoryreport?tab=value');
  await expect(page.getByRole('table', { name: 'Age' }).getByText('0–30 days')).toBeVisible();
  await expect(page.getByText('Units of unknown cost')).toBeVisible();
  await expectAccessible(page);
  const day = new Date(Date.now() - 45 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('As of the end of').fill(day);
  await expect(page).toHaveURL(new RegExp(`day=${day}`));
  await expect(page.getByRole('button', { name: `Export CSV stock-${day}.csv` })).toBeVisible();
});
