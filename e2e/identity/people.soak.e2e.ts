import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { openScreen, signIn, test } from '../support/stack.ts';
import { PHONE } from '../support/viewport.ts';

test('adds recipients in the settings and reverts a change that could not be saved', async ({ page, stack }) => {
  await openScreen(page, stack, '/admin/settings');
  await page.getByLabel('Recipient', { exact: true }).fill('not an address');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await page.getByLabel('Recipient', { exact: true }).fill('team@example.com');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Settings saved successfully!')).toBeVisible();
  await expect(page.getByText('Settings saved successfully!')).toHaveCount(0);
  await page.route('**/api/user/email-settings', (route) => route.abort());
  await page.getByLabel('Recipient', { exact: true }).fill('more@example.com');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Failed to save email recipient. Please try again.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Recipients' })).not.toContainText('more@example.com');
  await page.getByRole('button', { name: 'Remove team@example.com' }).click();
  await expect(page.getByText('Failed to remove email recipient. Please try again.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Recipients' })).toContainText('team@example.com');
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByText('Please enter an email address for the test')).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
});

test('rejects a demoted person at the next call and signs out a deactivated one', async ({ page, stack, browser }) => {
  const email = 'otto@example.com';
  const password = 'a password of Otto';
  expect((await stack.command('user', 'add', email, '--role', 'admin', '--name', 'Otto Other', '--password', password)).code).toBe(0);
  const context = await browser.newContext();
  const his = await context.newPage();
  await signIn(his, stack, { email, password });
  await his.goto(`${stack.url}/admin/people`);
  await expect(his.getByRole('row', { name: /otto@example\.com/ })).toBeVisible();

  await openScreen(page, stack, '/admin/people');
  await page.getByRole('button', { name: 'Manage Otto Other' }).click();
  await page.getByRole('dialog').getByLabel('Role').selectOption('ROLE_USER');
  await page.getByRole('button', { name: 'Change the role' }).click();
  await expect(page.getByText('The role of Otto Other was changed')).toBeVisible();
  await his.reload();
  await expect(his.getByText('403: your account may not open this screen')).toBeVisible();
  await expect(his.getByRole('button', { name: /^Notifications, [1-9]\d* unread/ })).toBeVisible();

  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('dialog', { name: 'Deactivate' }).getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Otto Other was deactivated')).toBeVisible();
  await his.goto(`${stack.url}/profile`);
  await expect(his.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible();
  await context.close();
});
