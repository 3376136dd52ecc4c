import { expect } from '@playwright/test';
import { INVENTORY_SCREENS, MAIN_SCREENS } from '@stowage/contract/menu';
import { expectAccessible } from '../support/axe.ts';
import { pressEnter } from '../support/keyboard.ts';
import { ADMIN, openDashboard, test } from '../support/stack.ts';

test('reports a wrong password and opens the dashboard of the role after the right one', async ({ page, stack }) => {
  await page.goto(stack.url);
  await expectAccessible(page);
  await page.getByLabel('Email address').fill(ADMIN.email);
  await page.getByLabel('Password').fill('wrong password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${stack.url}/admin-dashboard`);
  expect(await page.evaluate(() => [localStorage.getItem('jwt')?.split('.').length, localStorage.getItem('refreshToken') !== null])).toEqual([3, true]);
});

test('redirects guarded screens to the start page and unknown addresses to the sign-in page', async ({ page, stack }) => {
  for (const screen of ['/merchantfulfilledinventory', '/reports', '/admin/settings', '/profile']) {
    await page.goto(stack.url + screen);
    await expect(page).toHaveURL(`${stack.url}/`);
  }
  await page.goto(`${stack.url}/no/such/page`);
  await expect(page).toHaveURL(`${stack.url}/login`);
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
});

test('shows every label and path in the shell, each leading to its screen', async ({ page, stack }) => {
  await openDashboard(page, stack);
  const sidebar = page.getByRole('complementary').getByRole('navigation');
  for (const { label, path } of [...MAIN_SCREENS, ...INVENTORY_SCREENS, { label: 'Settings', path: '/admin/settings' }]) {
    const link = sidebar.getByRole('link', { name: label, exact: true });
    await expect(link).toHaveAttribute('href', path);
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible();
    await expect(link).toHaveAttribute('aria-current', 'page');
  }
  await expect(sidebar.getByRole('heading', { name: 'Inventory Management' })).toBeVisible();
  await expectAccessible(page);
});

test('searches, changes the theme and signs out with the keyboard only', async ({ page, stack }) => {
  await openDashboard(page, stack);
  await page.keyboard.press('Control+k');
  // Types at a person's speed: the dashboard reads faster input as a scan.
  await page.keyboard.type('price l', { delay: 80 });
  await expect(page.getByRole('option', { name: 'Price Lists', selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${stack.url}/price-lists`);
  await pressEnter(page.getByRole('button', { name: /^User menu/ }));
  await pressEnter(page.getByRole('menuitemradio', { name: 'Dark' }));
  await expect(page.locator('html[data-theme=dark]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await pressEnter(page.getByRole('button', { name: /^User menu/ }));
  await pressEnter(page.getByRole('menuitem', { name: 'Sign out' }));
  await expect(page).toHaveURL(`${stack.url}/`);
  expect(await page.evaluate(() => [localStorage.getItem('jwt'), localStorage.getItem('refreshToken')])).toEqual([null, null]);
});

test('loads the first page with less than 200 kB of compressed script, and the first screen with few files', async ({ page, stack }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Map<string, number>();
  const wanted = new Set<string>();
  session.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && wanted.add(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => wanted.has(requestId) && scripts.set(requestId, encodedDataLength));
  await page.goto(stack.url);
  await page.waitForLoadState('networkidle');
  const bytes = [...scripts.values()].reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(200_000);
  // A browser sends six requests at a time, so many small files are slower than a few.
  await openDashboard(page, stack);
  await page.waitForLoadState('networkidle');
  expect(scripts.size).toBeLessThan(40);
});
