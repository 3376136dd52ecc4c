import { expect } from '@playwright/test';
import { signIn, test } from '../support/stack.ts';

const SLOW_MS = 1_000;

test('shows the name, then the outline of the page, never a blank page, on a slow connection', async ({ page, stack }) => {
  await signIn(page, stack);
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    await route.continue();
  });
  await page.goto(`${stack.url}/jobs`, { waitUntil: 'commit' });
  await expect(page.locator('.first-paint')).toHaveText('Stowage');
  await expect(page.locator('.first-paint')).toHaveCount(0);
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0);
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
});
