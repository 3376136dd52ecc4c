import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { openDashboard, test } from '../support/stack.ts';
import { PHONE, TABLET } from '../support/viewport.ts';

test("adds a user on the command line with a user's permissions, and resets the password", async ({ page, stack }) => {
  const email = 'wendy@example.com';
  const added = await stack.command('user', 'add', email, '--name', 'Wendy Warehouse');
  const generated = /password (\S+)/.exec(added.output)?.[1] ?? '';
  expect(added.code).toBe(0);
  expect((await stack.command('user', 'add', email)).code).toBe(1);
  await page.goto(stack.url);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(generated);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // A generated password is replaced before anything else.
  await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
  await page.goto(`${stack.url}/merchantfulfilledinventory`);
  await expect(page).toHaveURL(`${stack.url}/new-password`);
  await expectAccessible(page);
  await page.getByLabel('Generated password').fill(generated);
  await page.getByLabel('New password').fill('a lamp of green glass');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL(`${stack.url}/dashboard`);
  await expect(page.getByRole('link', { name: 'Index Advisor' })).toHaveCount(0);
  await page.goto(`${stack.url}/index-advisor`);
  await expect(page.getByText('403: your account may not open this screen')).toBeVisible();
  expect((await stack.command('user', 'list')).output).toContain(`${email}\tWendy Warehouse\tROLE_USER\tactive`);
  expect((await stack.command('user', 'reset', email)).code).toBe(0);
  expect((await stack.command('user', 'reset', 'nobody@example.com')).code).toBe(1);
  expect((await stack.command('user', 'add')).code).toBe(2);
});

test('shows the sidebar as a drawer on small screens', async ({ page, stack }) => {
  await openDashboard(page, stack);
  for (const size of [PHONE, TABLET]) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'Open menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer.getByRole('heading', { name: 'SF Inventory' })).toBeVisible();
    await expectAccessible(page);
    await drawer.getByRole('button', { name: 'Close menu' }).click();
    await expect(drawer).toHaveCount(0);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await drawer.getByRole('link', { name: 'Returns' }).click();
    await expect(page).toHaveURL(`${stack.url}/returns`);
    await expect(drawer).toHaveCount(0);
  }
});
