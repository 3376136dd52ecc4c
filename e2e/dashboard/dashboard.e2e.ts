import { expect, type Page } from '@playwright/test';
import { ask } from '../support/api.ts';
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

test('shows the same number in a card and in its list', async ({ page, stack }) => {
  await openDashboard(page, stack);
  const lists: readonly (readonly [card: string, said: RegExp])[] = [
    ['Units on hand', /^[\d,]+ SKUs: ([\d,]+) units on hand/],
    ['Late-shipment rate 30 d', /^Late-shipment rate 30 d: ([\d.]+ %)/],
    ['PO units expected 14 d', /^([\d,]+) units? of/],
  ];
  for (const [name, said] of lists) {
    const link = card(page, name).getByRole('link');
    await expect(link).toHaveText(/\d/);
    const number = (await link.innerText()).trim();
    await link.click();
    const shown = async () => shownBy(await page.getByRole('status').allInnerTexts(), said);
    await expect.poll(shown, `the list of ${name}`).toBe(number);
    await page.goBack();
  }
  // The number depends on the offers sampled so far. The report states it for all competitors.
  await card(page, 'MAP violations 7 d').getByRole('link').click();
  await expect(page.getByText(/^([\d,]+) of \1 competitors selected$/)).toBeVisible();
});

/** The text of a line on the page. */
function shownBy(lines: readonly string[], said: RegExp): string | undefined {
  return lines.map((line) => line.trim().match(said)?.[1]).find((number) => number !== undefined);
}

test("updates the numbers after another browser's change, which can be undone here", async ({ page, stack, browser }) => {
  await openDashboard(page, stack);
  const units = card(page, 'Units on hand').getByRole('link');
  await expect(units).toHaveText(/\d/);
  const before = await units.innerText();
  await expect(page.getByRole('table', { name: 'Recent actions' }).getByRole('row').nth(1)).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await openDashboard(other, stack);
  // The packing of the demo takes units too, at any moment, so the page is compared with one that was loaded anew.
  const showsWhatIs = async (stale: string) => {
    await expect(units).not.toHaveText(stale);
    const loaded = card(other, 'Units on hand').getByRole('link');
    await expect(async () => {
      await other.reload();
      await expect(loaded).toHaveText(/\d/);
      expect(await loaded.innerText()).toBe(await units.innerText());
    }).toPass({ timeout: 90_000 });
  };
  for (let nth = 0; nth < 3; nth++) await ask(other, '/api/sfinventory', { productId: 'DASHBOARD1', locationId: 'G-8', clientScanId: `dashboard-scan-${nth}` });
  await showsWhatIs(before);
  const undo = page.getByRole('table', { name: 'Recent actions' }).getByRole('button', { name: /^Undo .*DASHBOARD1$/ });
  await expect(undo).toHaveCount(3);
  const scanned = await units.innerText();
  await undo.first().press('Enter');
  await showsWhatIs(scanned);
  await expect(page.getByText('Figures of Scans per hour')).toBeVisible();
  await other.context().close();
});
