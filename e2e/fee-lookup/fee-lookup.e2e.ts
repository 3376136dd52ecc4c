import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { test } from '../support/stack.ts';

test('looks up a fee without sign-in', async ({ page, stack }) => {
  await page.goto(`${stack.url}/fba-fee-lookup`);
  await expect(page.getByRole('region', { name: 'About FBA fees' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('b0notknown');
  await expect(page.getByLabel('ASIN')).toHaveValue('B0NOTKNOWN');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});
