import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { openScreen, test } from '../support/stack.ts';
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
