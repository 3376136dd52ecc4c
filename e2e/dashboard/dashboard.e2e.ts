import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { wedge } from '../support/scanner.ts';
import { openDashboard, test } from '../support/stack.ts';
import { expectFitsPhone } from '../support/viewport.ts';

const card = (page: Page, name: string) => page.getByRole('article', { name });
const field = (page: Page) => page.getByRole('combobox', { name: 'Scan or search anything' });

test('shows the figures after sign-in and opens what is scanned', async ({ page, stack }) => {
  await openDashboard(page, stack);
  await expect(page).toHaveURL(/admin-dashboard$/);
  await expect(field(page)).toBeFocused();
  await expect(card(page, 'Units on hand').getByRole('link', { name: /^Units on hand: [\d,]+$/ })).toBeVisible();
  await expect(card(page, 'Value at cost').getByRole('link')).toHaveText(/^\$[\d,]+\.\d\d$/);
  await expect(page.getByRole('list', { name: 'Needs you now' }).getByRole('link').first()).toBeVisible();
  await expect(page.getByText('Not set up. Set STOWAGE_BACKUP_TARGET on the server.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'First steps' })).toHaveCount(0);
  await page.getByText('Figures of Units in and out').click();
  await expect(page.getByRole('table', { name: 'Figures of Units in and out' }).getByRole('row')).toHaveCount(31);
  await card(page, 'Count accuracy 30 d').getByRole('button', { name: 'About Count accuracy 30 d' }).click();
  await expect(card(page, 'Count accuracy 30 d')).toContainText('red below 95 %');
  await expectAccessible(page);
  await expectFitsPhone(page);
  await field(page).focus();
  await wedge(page, ['B-3']);
  await expect(page).toHaveURL(/localinventoryreport\?location=B-3/);
});

test('opens a single scan, lists fast ones with their results, and reports a code without results', async ({ page, stack }) => {
  await openDashboard(page, stack);
  await expect(field(page)).toBeFocused();
  await wedge(page, ['NOSUCH-77']);
  await expect(page.getByText('No results for NOSUCH-77.')).toBeVisible();
  // Who touches the field begins anew; scans within two seconds belong together.
  await field(page).click({ clickCount: 3 });
  await wedge(page, ['B-3']);
  await expect(page).toHaveURL(/localinventoryreport\?location=B-3/);
  await page.goBack();
  const scans = page.getByRole('group', { name: 'Scans' }).getByRole('option');
  await field(page).click();
  await wedge(page, ['NOSUCH-78', 'B-3', 'B-4', 'NOSUCH-79']);
  await expect(scans).toContainText(['NOSUCH-79', 'B-4', 'B-3', 'NOSUCH-78']);
  await field(page).click();
  await page.getByRole('button', { name: 'Arrange cards' }).focus();
  await wedge(page, ['B-4', 'B-3']);
  await expect(scans).toContainText(['B-3', 'B-4']);
  await scans.first().click();
  await expect(page).toHaveURL(/localinventoryreport\?location=B-3/);
});
